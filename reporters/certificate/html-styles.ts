import { darkGroundOf, groundOf, lookOf, marks } from './marks.ts';
import { colorOf, darkColorOf } from './picture.ts';

/** The style sheet of the page, for screens, light and dark, and for paper. */
export function stylesFor(): string {
  return [
    styles,
    ...marks.map(markStyle),
    ...groundsIn(groundOf),
    '@media screen and (prefers-color-scheme:dark){',
    darkStyles,
    ...marks.map(darkMarkStyle),
    ...groundsIn(darkGroundOf),
    ...Object.entries(darkColorOf).map(
      ([tone, color]) => `.of-${tone}{fill:${color}}.along-${tone}{stroke:${color}}`,
    ),
    '}',
  ].join('\n');
}

function groundsIn(colors: typeof groundOf): string[] {
  return Object.entries(colors).map(
    ([outcome, color]) => `.matrix .${outcome}{background:${color}}`,
  );
}

function markStyle(mark: (typeof marks)[number]): string {
  const { fill, edge, ink, character, dashed = false } = lookOf[mark];
  const border = `border:1px ${dashed ? 'dashed' : 'solid'} ${edge}`;
  // The sign is decoration for a screen reader, which is told of each part in words.
  const sign = character === '' ? '' : `.${mark}.m::before{content:"${character}" / ""}`;
  return `.${mark}.m{background:${fill};color:${ink};${border}}${sign}`;
}

function darkMarkStyle(mark: (typeof marks)[number]): string {
  const { fill, dark } = lookOf[mark];
  const isOutlined = fill === colorOf.paper;
  const [ground, ink] = isOutlined ? [darkColorOf.paper, dark] : [dark, darkColorOf.paper];
  return `.${mark}.m{background:${ground};color:${ink};border-color:${dark}}`;
}

const darkStyles = `:root{--ink:${darkColorOf.ink};--soft:${darkColorOf.soft};--line:#38424a;--paper:${darkColorOf.paper};--wash:${darkColorOf.ground};--tone:#b8c0c8}
.conformant{--tone:${darkColorOf.good}}.not-conformant{--tone:${darkColorOf.bad}}`;

const styles = `
:root{color-scheme:light dark;--ink:#1b2126;--soft:#56616b;--line:#d5dbe0;--paper:#fff;--wash:#f4f5f6;--tone:#4d4d4d}
.conformant{--tone:#1f6f57}.not-conformant{--tone:#a3131c}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:3rem 1.25rem 4rem;max-width:62rem;background:var(--paper);color:var(--ink);
 font:400 1rem/1.55 "Source Sans 3","Source Sans Pro","Segoe UI",system-ui,"Helvetica Neue",Arial,sans-serif;
 overflow-wrap:anywhere;print-color-adjust:exact;-webkit-print-color-adjust:exact}
h1,h2,h3{font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.8rem,5vw,2.6rem);margin:.3rem 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.3rem;margin:3rem 0 .9rem;padding-top:.9rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.6rem 0 .5rem}
p{margin:.5rem 0}
.diagram{margin:.4rem 0}.diagram summary{cursor:pointer;color:var(--soft)}.diagram img{max-width:100%;height:auto;margin-top:.4rem}
a{color:inherit;text-decoration-color:var(--line);text-underline-offset:.2em}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--tone);outline-offset:2px}
header{border-top:4px solid var(--tone);padding-top:1.2rem}
.number{margin:0;color:var(--soft);font-size:.9rem;font-variant-numeric:tabular-nums}
.subject{font-size:1.25rem;color:var(--soft);margin:0 0 1.4rem}
.sentence{font-size:1.15rem;line-height:1.45;border-left:4px solid var(--tone);padding:.1rem 0 .1rem 1rem;margin:0 0 1.4rem}
.partial{background:var(--wash);padding:.7rem 1rem;margin:0 0 1.4rem}
.partial p{margin:0;font-weight:600}.partial ul{margin:.3rem 0 0}
.facts{margin:0;border-top:1px solid var(--line)}
.facts div{display:grid;grid-template-columns:11rem 1fr;column-gap:1.5rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
.facts dt{color:var(--soft);grid-row:span 9}.facts dd{margin:0;grid-column:2;text-align:start;unicode-bidi:isolate}
nav{margin:2rem 0 0;font-size:.95rem}
nav ol{list-style:none;margin:0;padding:0;columns:15rem 3;column-gap:2rem}
nav li{padding:.15rem 0;break-inside:avoid}
.points{margin:.5rem 0;padding-left:1.2rem}.points li{margin:.35rem 0}
.lines{list-style:none;margin:1.2rem 0 0;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1.6rem 3rem}
.lines li{border-top:1px solid var(--ink);padding-top:.3rem;margin-top:2.2rem;font-size:.85rem;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.9rem 0 .4rem}
caption.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);padding:0}
th,td{text-align:left;vertical-align:top;padding:.35rem .9rem .35rem 0;border-bottom:1px solid var(--line)}
th{font-weight:400}thead th{color:var(--soft);border-bottom-color:var(--soft);vertical-align:bottom}
.n{text-align:right}
.words{table-layout:fixed}
.figures th,.figures td{overflow-wrap:normal;white-space:nowrap}
.figures tbody th{white-space:normal;overflow-wrap:anywhere;min-width:6rem}
.figures td:last-child:not(.n){white-space:normal;min-width:14rem}
.below{display:block;color:var(--soft);font-weight:400}
.sum th,.sum td{font-weight:600}
.sum:first-child th,tr:not(.sum)+.sum th,tr:not(.sum)+.sum td{border-top:1px solid var(--ink)}
.scroll{overflow-x:auto;margin:.3rem 0}
details{margin:.6rem 0}
summary{cursor:pointer;padding:.5rem 0;font-weight:600}
.matrix{width:auto;min-width:60%;margin-bottom:.8rem}
.matrix th,.matrix td{white-space:nowrap;padding:.25rem .5rem;overflow-wrap:normal}
.matrix th:first-child{padding-left:0}
.matrix thead th:not(:first-child){text-align:center;white-space:normal}
.matrix td{text-align:center;border:1px solid var(--paper)}
.untried{color:var(--soft)}
.caption{font-weight:600;font-size:.9rem;margin:1.2rem 0 0;break-after:avoid}
.picture{display:block;max-width:none;font-family:inherit}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;margin:.8rem 0 1.2rem;padding:0;font-size:.9rem}
.legend .m{vertical-align:-1px}
figure{margin:0;padding:.35rem 0;display:grid;grid-template-columns:14rem 1fr;gap:.3rem 1.2rem;break-inside:avoid}
figcaption{font-size:.9rem;color:var(--soft);line-height:1.25}
.cells{display:flex;flex-wrap:wrap;gap:2px}
.m{display:inline-flex;flex:none;width:12px;height:12px;align-items:center;justify-content:center;border-radius:2px;
 font:700 11px/1 Arial,"Liberation Sans",sans-serif;font-style:normal;overflow:hidden}
.finding{border-top:1px solid var(--line);margin:0;padding:.3rem 0}
.finding[open]{padding-bottom:1rem}
.finding h3{display:inline;margin:0}.finding p{margin:.25rem 0}
.place{color:var(--soft);font-size:.9rem}
.check{font-weight:600;font-size:.95rem}
.finding .check{margin-top:.8rem}
.message{margin:.4rem 0;background:var(--wash);padding:.6rem .8rem;font-size:.88rem;line-height:1.4}
.message div{display:grid;grid-template-columns:5rem 1fr;gap:.8rem;padding:.12rem 0}
.message dt{color:var(--soft)}.message dd{margin:0;font-family:ui-monospace,"Cascadia Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.92em;unicode-bidi:isolate;text-align:start}
code{font-family:ui-monospace,"Cascadia Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.88em}
.again{font-size:.9rem}
footer{margin-top:4rem;border-top:1px solid var(--ink)}
.end{text-align:center;font-size:.95rem;padding-top:.6rem}
@media (max-width:44rem){
 body{padding:1.5rem .9rem 3rem}
 .facts div{grid-template-columns:1fr}.facts dd{grid-column:1}.facts dt{font-size:.88rem}
 figure{grid-template-columns:1fr}
 .message div{grid-template-columns:1fr;gap:0}
 .rows,.rows tbody,.rows tr,.rows th,.rows td,.rows caption{display:block;width:auto}
 .rows .n{text-align:left}
 .rows colgroup{display:none}
 .rows thead{display:none}
 .rows tr{border-bottom:1px solid var(--line);padding:.5rem 0}
 .rows th,.rows td{border:0;padding:.1rem 0}
 .rows tbody th{font-weight:600}
 .rows td::before{content:attr(data-of) ": ";color:var(--soft)}
 .figures td{display:inline-block;margin-right:1rem;white-space:normal}
}
@media print{
 :root{color-scheme:light}
 .picture{max-width:100%;height:auto;break-inside:avoid}
 @page{size:A4;margin:18mm 16mm}
 body{padding:0;max-width:none;font-size:9.5pt}
 nav{display:none}
 h2{margin-top:1.6rem}
 h2,h3,caption,.check,.place{break-after:avoid}
 tr,.lines li{break-inside:avoid}
 .scroll{overflow:visible}
 details::details-content{content-visibility:visible;block-size:auto}
 summary{list-style:none}
}
`;
