/** The style sheet of every page. Colours are at least 4.5:1 against what is behind them, light and dark. */
export const siteStyles = `:root{color-scheme:light dark;--paper:#fff;--ink:#1b2126;--soft:#56616b;--line:#d5dbe0;--tone:#f2f4f5;--link:#0b5394;
--bad:#a3131c;--odd:#8f3d00;--waived:#5b3a8c;--advice:#7a5a00;--unsure:#4d4d4d;--good:#1f6f57;--seen:#1f5fa8}
@media (prefers-color-scheme:dark){:root{--paper:#14181b;--ink:#e6eaed;--soft:#a3aeb8;--line:#38424a;--tone:#1f262b;--link:#8cc2ff;
--bad:#ff9a94;--odd:#ffb27a;--waived:#cdb0ff;--advice:#ecc75e;--unsure:#c6ccd1;--good:#7fd6b6;--seen:#93c4ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:1.6rem 1.25rem 4rem;max-width:62rem;background:var(--paper);color:var(--ink);overflow-wrap:anywhere;
 font:400 1rem/1.5 "Source Sans 3","Segoe UI",system-ui,"Helvetica Neue",Arial,sans-serif}
h1,h2,h3{font-weight:600;line-height:1.25}
h1{font-size:clamp(1.3rem,4vw,2rem);margin:.6rem 0}
h2{font-size:1.05rem;margin:2rem 0 .5rem;padding-top:.8rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1rem 0 .3rem}
p{margin:.4rem 0}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
nav,.keys,li>i,.result{font-size:.92rem}
nav,.keys,li>i,dt{color:var(--soft)}
li>i{font-style:normal;margin:0 .4rem}
.sentence{font-size:1.2rem;line-height:1.4;margin:.6rem 0 1.2rem}
dl{display:grid;grid-template-columns:8rem 1fr;gap:.3rem 1rem;margin:.6rem 0}
dd{margin:0;min-width:0}
code{font:.86em ui-monospace,"Cascadia Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;color:var(--soft)}
ul{padding-left:1.2rem}li{margin:.35rem 0}
.said,.result{background:var(--tone);padding:.6rem .8rem}
.said{unicode-bidi:isolate}
dl.said{grid-template-columns:6rem 1fr;font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.88rem}
.v{font-weight:600;font-size:.88rem;border:1px solid;border-radius:3px;padding:0 .35rem;white-space:nowrap}
.count{white-space:nowrap;margin-right:.9rem}
.v.failed{color:var(--bad)}.v.inconsistent{color:var(--odd)}.v.waived{color:var(--waived)}.v.breached{color:var(--advice)}
.v.inconclusive,.v.not-exercised,.v.not-configured{color:var(--unsure)}.v.observed{color:var(--seen)}.v.passed{color:var(--good)}
summary{cursor:pointer;padding:.3rem 0}
section[data-part]{content-visibility:auto;contain-intrinsic-size:auto 40rem}
section[data-part] ul{list-style:none;padding:0;margin:0}
section[data-part] li{padding:.5rem 0;margin:0;border-bottom:1px solid var(--line)}
section[data-part] li p{margin:.15rem 0 0}
section[data-part] li>a{display:inline-block;padding:.1rem 0}
[hidden],section[data-part] li[hidden]{display:none}
form{position:sticky;top:0;z-index:1;background:var(--paper);border-bottom:1px solid var(--line);padding:.6rem 0;
 display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:end}
form[hidden]{display:none}
label{display:flex;flex-direction:column;font-size:.85rem;color:var(--soft);flex:1 1 7rem;min-width:0}
.wide{flex-basis:100%}
input,select,button{font:inherit;font-size:1rem;color:var(--ink);background:var(--tone);border:1px solid var(--soft);border-radius:4px;
 padding:.35rem .5rem;min-height:2.5rem;width:100%;min-width:0}
button{width:auto;cursor:pointer}
output{font-weight:600;flex:1 0 12rem}
.keys{margin:0}
html{scroll-padding-top:13rem}
#list>section:first-child h2{border:0;margin-top:.6rem}
kbd{border:1px solid var(--line);border-radius:3px;padding:0 .3rem;font-size:.85em}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;z-index:2;background:var(--paper);padding:.4rem}
#list:focus{outline:none}
@media (max-width:44rem){body{padding:1rem .9rem 3rem}dl,dl.said{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}
 form{position:static}label{flex-basis:42%}.wide{flex-basis:100%}.keys{display:none}}
@media (max-width:44rem),(max-height:40rem){html{scroll-padding-top:0}form{position:static}}
@media print{form,nav,.skip{display:none}section[data-part]{content-visibility:visible}}
`;
