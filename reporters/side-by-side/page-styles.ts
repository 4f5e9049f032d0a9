/** The style sheet of the page: light and dark, for wide and narrow screens and for paper. */
export const styles = `
:root{color-scheme:light dark;--ink:#1b2126;--soft:#56616b;--line:#d5dbe0;--paper:#fff;--band:#f4f5f6;
 --kept:#1f6f57;--broken:#a3131c;--observed:#0b5c94;--warn:#8a5a00}
@media (prefers-color-scheme:dark){
 :root{--ink:#e4e8eb;--soft:#a3adb6;--line:#3a434b;--paper:#14181b;--band:#1f252a;
  --kept:#6fcfae;--broken:#ff8d8d;--observed:#7cc0f2;--warn:#e5b454}
}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:2.5rem 1.25rem 4rem;max-width:80rem;background:var(--paper);color:var(--ink);
 font:400 1rem/1.5 "Source Sans 3","Source Sans Pro","Segoe UI",system-ui,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3{font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.8rem,5vw,2.4rem);margin:0 0 .3rem}
h2{font-size:1.3rem;margin:2.6rem 0 .7rem;padding-top:.9rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.2rem 0 .4rem}
p{margin:.5rem 0}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--observed);outline-offset:2px}
.subject{font-size:1.2rem;color:var(--soft);margin:0 0 1.2rem}
.soft{color:var(--soft);font-size:.88rem;font-weight:400}
.none{color:var(--soft)}
.warnings{border-left:4px solid var(--warn);background:var(--band);padding:.6rem 1rem;margin:0 0 1.2rem}
.warnings p{margin:0;font-weight:600}.warnings ul{margin:.3rem 0 0;padding-left:1.2rem}
.short{list-style:none;margin:0;padding:0;font-size:1.1rem}
nav{margin:1.4rem 0 0}
nav ol{list-style:none;margin:0;padding:0;columns:15rem 3;column-gap:2rem}
nav li{margin:0;padding:.2rem 0;break-inside:avoid}
.scroll{overflow-x:auto;margin:.3rem 0 1rem}
table{border-collapse:collapse;width:100%;table-layout:fixed;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-nums}
.many{width:auto;min-width:100%}.many th,.many td{width:11rem}.many tr>:first-child{width:18rem}
.few tr>:first-child{width:38%}
caption{text-align:left;font-weight:600;padding:.7rem 0 .4rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .9rem .4rem .5rem;border-bottom:1px solid var(--line)}
th{font-weight:400}
thead th,thead td{font-weight:600;border-bottom-color:var(--soft);vertical-align:bottom}
.differs>th:first-child{box-shadow:inset 3px 0 0 var(--warn)}
code{font-family:ui-monospace,"Cascadia Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.88em}
.statement,.why{display:block}
.why{font-size:.92em;color:var(--soft);unicode-bidi:isolate}
.v{white-space:nowrap}
.kept{color:var(--kept)}.broken{color:var(--broken);font-weight:600}.observed{color:var(--observed)}.unknown{color:var(--soft)}
details{margin:.3rem 0}
summary{cursor:pointer;padding:.45rem 0}
summary h3{display:inline;margin:0 .5rem 0 0}
.move{border-top:1px solid var(--line)}
.move>details,.move>p{margin-left:1.2rem}
ul{padding-left:1.2rem}
li{margin:.35rem 0}
.causes .soft{display:block}
.change{margin:.2rem 0 .5rem;background:var(--band);padding:.4rem .7rem;font-size:.9rem}
.change div{display:grid;grid-template-columns:4rem 1fr;gap:.6rem}
.change dt{color:var(--soft)}.change dd{margin:0;unicode-bidi:isolate}
@media (max-width:44rem){
 body{padding-top:1.2rem}
 table,tbody,tr,th,td,caption{display:block}
 .many th,.many td,.many tr>:first-child,.few tr>:first-child{width:auto}
 thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
 tbody tr{border-bottom:1px solid var(--line);padding:.5rem 0}
 .differs{box-shadow:inset 3px 0 0 var(--warn)}.differs>th:first-child{box-shadow:none}
 th,td{border:0;padding:.12rem 0 .12rem .7rem}
 tbody th{font-weight:600}
 td::before{content:attr(data-of) ": ";color:var(--soft)}
 .v{white-space:normal}
}
@media print{
 :root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;--band:#f4f5f6;--kept:#1f6f57;--broken:#a3131c;--observed:#0b5c94;--warn:#8a5a00}
 body{padding:0;max-width:none;font-size:9.5pt}
 nav{display:none}
 .scroll{overflow:visible}
 tr{break-inside:avoid}
}
`;
