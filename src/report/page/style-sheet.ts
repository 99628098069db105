/** How reports look: light, dark and on paper. */
import { colourRules, colourVariables, INK } from '../charts/style.js'

const LIGHT = `--text:${INK.text};--muted:${INK.muted};--grid:${INK.grid};--axis:${INK.axis};--paper:${INK.paper};--ground:#f5f6f8;--line:#d6dbe1;--link:#0b5fa5;--tint:#7fb2dc;--chip:#eef1f4;${colourVariables('light')}`
const DARK = `--text:#e8eaed;--muted:#a3abb5;--grid:#31363e;--axis:#7d8590;--paper:#1b1e23;--ground:#121417;--line:#363c45;--link:#7cb8f2;--tint:#4a7fb0;--chip:#282d34;${colourVariables('dark')}`

export const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
header,main,footer{max-width:1280px;margin:0 auto;padding:0 24px}
header{padding-top:32px}
h1{font-size:28px;line-height:1.2;margin:0;letter-spacing:-.01em}
h2{font-size:20px;line-height:1.3;margin:0 0 12px}
h3{font-size:16px;margin:20px 0 8px}
.subtitle{margin:6px 0 12px;color:var(--muted);overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:4px 18px;padding-bottom:14px}
a{color:var(--link);text-decoration:none}
a:hover,a:focus-visible{text-decoration:underline}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
section{padding:22px 0 6px;}
section>p,section>ul{max-width:80ch}
ul.plain{padding-left:1.2em;margin:0 0 12px}
ul.plain li{margin:3px 0}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:12px 14px;white-space:pre-wrap;overflow-wrap:anywhere;margin:8px 0 16px}
.muted{color:var(--muted)}
del{color:var(--muted)}
ins{text-decoration-color:var(--link);text-underline-offset:3px}
.scroll{overflow-x:auto;margin:0 0 18px;background:var(--paper);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:10px 14px 6px;color:var(--muted);font-size:13.5px}
th,td{padding:6px 14px;border-top:1px solid var(--grid);vertical-align:baseline}
thead th{border-top:0;border-bottom:1px solid var(--line);font-size:12.5px;font-weight:600;color:var(--muted);vertical-align:bottom;white-space:nowrap}
th[title]{text-decoration:underline dotted;text-underline-offset:3px}
tbody th{font-weight:500;text-align:left;overflow-wrap:anywhere;min-width:11em}
th:first-child{text-align:left}
.number{text-align:right;white-space:nowrap}
.text{text-align:left}
.strong{font-weight:700}
td.bar{background:linear-gradient(to right,var(--tint) var(--bar),var(--grid) var(--bar)) no-repeat 50% calc(100% - 2px)/calc(100% - 28px) 3px}
.run{display:flex;gap:10px;align-items:baseline}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(330px,1fr));gap:0 28px;margin:0 0 16px}
.facts div{display:flex;gap:14px;justify-content:space-between;border-bottom:1px solid var(--grid);padding:5px 0}
.facts dt{color:var(--muted);flex:none;max-width:55%;overflow-wrap:anywhere}
.facts dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:20px;align-items:start}
figure{margin:0;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:10px 12px 12px;position:relative;min-width:0;scroll-margin-top:var(--toolbar,0)}
.chart{display:block;width:100%;height:auto;font-family:inherit;touch-action:pan-y}
figcaption{font-size:13.5px;color:var(--muted);padding:8px 4px 0}
figcaption b{color:var(--text)}
.files{white-space:normal}
details{font-size:13px;margin-top:6px;padding:0 4px}
details .scroll{margin:8px 0 0;border-radius:4px}
details table{font-size:12.5px}
details th,details td{padding:3px 9px}
summary{cursor:pointer;color:var(--link)}
.toolbar{position:sticky;top:0;z-index:2;background:var(--ground);border-bottom:1px solid var(--line);margin:0 -24px 16px;padding:8px 24px;display:flex;flex-wrap:wrap;gap:8px 26px;align-items:center}
fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px;align-items:center;font-size:13px}
fieldset legend{float:left;padding:0 8px 0 0;color:var(--muted)}
.views input{position:absolute;opacity:0;pointer-events:none}
.views span{display:block;padding:3px 11px;border:1px solid var(--line);border-radius:99px;background:var(--paper);cursor:pointer}
.views input:checked+span{background:var(--text);color:var(--paper);border-color:var(--text)}
.views input:focus-visible+span{outline:2px solid var(--link);outline-offset:2px}
.chips[hidden]{display:none}
.chips button{font:inherit;color:inherit;display:flex;align-items:center;gap:7px;padding:3px 10px 3px 8px;border:1px solid var(--line);border-radius:99px;background:var(--paper);cursor:pointer;max-width:22em}
.chips button span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.chips button[aria-pressed=false]{opacity:.45;text-decoration:line-through}
.chart.swatch{display:inline-block;width:30px;height:12px;flex:none}
.view-first,.view-log{display:none}
.view-all{display:block}
body:has(#choose-first:checked) .view-all:not(.view-first),body:has(#choose-log:checked) .view-all:not(.view-log){display:none}
body:has(#choose-first:checked) .view-first,body:has(#choose-log:checked) .view-log{display:block}
.off,.series.off{display:none}
.entry.off{display:inline;opacity:.35}
.script .entry{cursor:pointer}
.dim .data .series:not(.lit),.dim .halts .series:not(.lit){opacity:.18}
.lit .ln{stroke-width:3}
.tip{position:absolute;z-index:3;pointer-events:none;background:var(--paper);border:1px solid var(--line);border-radius:6px;box-shadow:0 3px 14px rgb(0 0 0/.2);padding:6px 10px;font-size:12.5px;line-height:1.45;font-variant-numeric:tabular-nums;white-space:nowrap}
.tip div{display:flex;gap:8px;align-items:center}
.tip i{width:10px;height:10px;border-radius:50%;background:currentColor;flex:none}
.tip span{color:var(--text);flex:1;max-width:17em;overflow:hidden;text-overflow:ellipsis}
.tip em{font-style:normal;color:var(--text);margin-left:10px}
.tip .past em,.tip .past span{color:var(--muted)}
.cross{stroke:var(--axis);stroke-width:1;stroke-dasharray:3 3}
footer{padding-top:16px;padding-bottom:40px;color:var(--muted);font-size:13px}
${colourRules()}
@media (max-width:640px){header,main,footer{padding-left:14px;padding-right:14px}.toolbar{position:static}.facts{grid-template-columns:1fr}}
@media print{
:root{color-scheme:light;${LIGHT}}
@page{margin:14mm}
body{background:none;font-size:10.5pt}
header,main,footer{max-width:none;padding-left:0;padding-right:0}
nav,.toolbar,figure details,.files{display:none}
a{color:inherit}
section{break-inside:auto;padding-top:14px}
h2,h3{break-after:avoid}
figure,tr,.facts div,pre{break-inside:avoid}
tbody th{min-width:14em}
caption{padding:4px 6px}
.scroll{overflow:visible}
table{font-size:8pt}
thead th{font-size:7.5pt}
th,td{padding:2px 5px 4px}
.figures{grid-template-columns:1fr 1fr;gap:10px}
figure,.scroll,pre{border-color:#ccc;border-radius:0}
figcaption{font-size:8pt}
td.bar,.swatch{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}`.trim()
