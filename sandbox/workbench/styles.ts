/** The style sheet of the workbench. Colours are at least 4.5:1 against what is behind them, light and dark. */
export const workbenchStyles = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b2126; --soft: #56616b; --line: #d5dbe0; --edge: #74808a;
  --tone: #f2f4f5; --deed: #0b5394; --on-deed: #fff; --bad: #a3131c; --good: #1f6f57; --odd: #8f3d00; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181b; --ink: #e6eaed; --soft: #a3aeb8; --line: #38424a;
  --edge: #7d8993; --tone: #1f262b; --deed: #8cc2ff; --on-deed: #0b1c2c; --bad: #ff9a94; --good: #7fd6b6; --odd: #ffb27a; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: baseline; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
header p { margin: 0; color: var(--soft); flex: 1 1 12rem; }
header p.wrong { color: var(--bad); font-weight: 600; }
h1 { font-size: 1.25rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
a { color: var(--deed); text-underline-offset: .15em; }
header a { padding: .35rem 0; }
main { display: grid; gap: 1rem 1.5rem; padding: 1rem; grid-template-columns: minmax(0, 1fr); }
section, #door { min-width: 0; }
#door { max-width: 30rem; margin: 2rem auto; padding: 0 1rem; }
#panels { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); align-items: start; }
#controls form { min-width: 0; border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; }
@media (min-width: 60rem) {
  main { grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr); }
  #controls { grid-column: 1 / -1; }
  #panels { grid-template-columns: repeat(4, minmax(0, 1fr)); }
}
p { margin: 0 0 .5rem; }
.note, .facts dt { color: var(--soft); }
.note { font-size: .9rem; }
label { display: block; font-size: .9rem; color: var(--soft); margin: 0 0 .5rem; min-width: 0; }
input { display: block; width: 100%; min-width: 0; min-height: 2.75rem; padding: .4rem .6rem; font: inherit; font-size: 1rem;
  color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: .375rem; }
button { min-height: 2.75rem; padding: .4rem .9rem; font: inherit; font-weight: 600; color: var(--deed); background: transparent;
  border: 1px solid currentColor; border-radius: .375rem; cursor: pointer; }
button.main, button[aria-pressed='true'] { color: var(--on-deed); background: var(--deed); border-color: var(--deed); }
button.bad { color: var(--bad); }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0 0 .5rem; }
.row label { flex: 1 1 10rem; margin: 0; }
:focus-visible { outline: 3px solid var(--deed); outline-offset: 2px; }
#requests:focus { outline: none; }
time, code, .address, dd { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: .9rem; }
#now { font-size: 1rem; }
ul, ol { list-style: none; margin: 0; padding: 0; }
#list li, #things li { border-top: 1px solid var(--line); }
#things li { padding: .6rem 0; }
#controls li { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; margin: 0 0 .5rem; }
#controls li span { flex: 1 1 9rem; min-width: 0; }
summary { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; padding: .5rem 0; min-height: 2.75rem; cursor: pointer; }
summary::before { content: '▸'; color: var(--soft); }
details[open] > summary::before { content: '▾'; }
summary .address { flex: 1 1 14rem; min-width: 0; }
summary .took { color: var(--soft); font-size: .85rem; }
.status { font-weight: 700; color: var(--good); }
.status.refused { color: var(--odd); }
.status.failed { color: var(--bad); }
.fault { color: var(--bad); font-size: .85rem; flex-basis: 100%; }
pre { margin: 0 0 .5rem; padding: .6rem; background: var(--tone); border-radius: .375rem; white-space: pre-wrap; overflow-wrap: anywhere;
  font: .85rem/1.4 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; unicode-bidi: isolate; }
h3 { font-size: .9rem; margin: .25rem 0; color: var(--soft); font-weight: 600; }
.title { font-weight: 600; }
.state { border: 1px solid var(--edge); border-radius: 1rem; padding: 0 .6rem; font-size: .85rem; white-space: nowrap; }
.facts { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: 0 .75rem; margin: .35rem 0; font-size: .9rem; }
dd { margin: 0; min-width: 0; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 1; background: var(--paper); padding: .5rem; }
`;
