/** The page's style sheet: dense, aligned, the same on a desk and in a hand. */

import { pageTheme } from './page-theme.js';

const text = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 96rem; padding: 1.25rem clamp(0.75rem, 2.5vw, 2rem) 3rem;
  background: var(--ground); color: var(--text);
  font: 0.9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums lining-nums; overflow-wrap: break-word; }
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; }
h1 { font-size: 1.6rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; font-weight: 650; margin: 0 0 0.75rem; }
h3 { font-size: 1rem; font-weight: 650; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
code {
  font: 0.85em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere; }
small { font-size: 0.8125rem; color: var(--quiet); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
[hidden] { display: none !important; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.skip { position: absolute; left: -999rem; padding: 0.5rem 0.75rem; background: var(--raised); }
.skip:focus { left: 0.5rem; top: 0.5rem; z-index: 2; }
.aside { color: var(--quiet); margin: 0.25rem 0 0.5rem; }
.kind { color: var(--quiet); font-size: 0.8125rem; }
.badge { display: inline-block; vertical-align: 0.25em; padding: 0.1rem 0.5rem; border-radius: 1rem;
  background: var(--badge-ground); color: var(--badge-text); font-size: 0.8125rem;
  font-weight: 600; letter-spacing: 0; white-space: nowrap; }
.warning-sign { color: var(--warn-edge); }
footer { margin-top: 2.5rem; color: var(--quiet); font-size: 0.8125rem; }
`;

const layout = `
.title { display: flex; justify-content: space-between; align-items: flex-start; gap: 1rem; margin-bottom: 1rem; }
button, input[type="search"] {
  font: inherit; color: var(--text); background: var(--raised); border: 1px solid var(--edge);
  border-radius: 4px; padding: 0.25rem 0.6rem; min-height: 2rem; }
button { cursor: pointer; }
button:hover { background: var(--sunk); }
#theme { flex: none; font-size: 0.8125rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0.6rem 0; margin-top: 1rem;
  border-block: 1px solid var(--rule); }
main > section { margin-top: 2rem; }
main > section > h3:not(:first-of-type), main > section > :not(h2) + h3 { margin-top: 1rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0.5rem 1.5rem; }
section > p + .facts { margin-top: 0.75rem; }
.facts dt, .tiles dt { color: var(--quiet); font-size: 0.8125rem; }
.facts dd { overflow-wrap: anywhere; }
.facts > div:has(code) { grid-column: 1 / -1; }
.meanings {
  display: grid; grid-template-columns: minmax(10rem, max-content) 1fr; gap: 0.3rem 1.5rem;
  padding-top: 0.5rem; }
.meanings dt { font-weight: 600; }
.notes, .warning { border-left: 3px solid var(--warn-edge); background: var(--warn-ground); color: var(--warn-text); }
.notes { padding: 0.75rem 1rem; }
.warning { padding: 0.5rem 0.75rem; margin: 0 0 0.75rem; }
.notes h2 { font-size: 1rem; margin: 0 0 0.35rem; }
.notes ul { padding-left: 1.1rem; }
.controls { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; margin-bottom: 0.5rem; }
.controls p { color: var(--quiet); }
.group { padding-top: 1rem; content-visibility: auto; contain-intrinsic-size: auto 36rem; }
.group + .group { margin-top: 1.5rem; border-top: 1px solid var(--rule); }
summary { cursor: pointer; }
.overview { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 2rem; align-items: start; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.5rem; }
.tiles > div { background: var(--raised); border: 1px solid var(--rule); border-radius: 4px; padding: 0.4rem 0.7rem; }
.tiles dd { font-size: 1.35rem; font-weight: 650; line-height: 1.3; }
@media (min-width: 90rem) { .overview { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); }
  .overview:has(.headline) { grid-template-columns: minmax(0, 37rem) minmax(0, 1fr); } }
.inner { margin-top: 0.5rem; }
.inner > summary { color: var(--link); width: fit-content; padding: 0.15rem 0; }
.run { border-top: 1px solid var(--rule); }
.run:last-child { border-bottom: 1px solid var(--rule); }
.run > summary { display: flex; gap: 0.5rem 1rem; padding: 0.5rem 0.25rem; align-items: baseline; }
.run > summary::before { content: "▸"; color: var(--quiet); flex: none; }
.run[open] > summary::before { content: "▾"; }
.run > summary::-webkit-details-marker { display: none; }
.run > summary:hover { background: var(--sunk); }
.run > summary h3 { margin: 0; font-weight: 600; min-width: 0; }
.run > summary .figure { margin-left: auto; }
.run .body { display: grid; gap: 1rem; padding: 0.5rem 0.25rem 1.5rem; }
.run .body > *, .overview > * { min-width: 0; }
@media (max-width: 40rem) {
  .meanings { grid-template-columns: 1fr; gap: 0; } .meanings dd { margin-bottom: 0.5rem; }; }
`;

const shades = [1, 2, 3, 4]
  .flatMap((depth) => [`gain-${depth}`, `loss-${depth}`])
  .map((shade) => `.months tbody tr > .${shade} { background: var(--${shade}); }`)
  .join('\n');

const tones = [0, 1, 2, 3, 4, 5, 6, 7]
  .map((tone) => `.tone-${tone} { --tone: var(--tone-${tone}); }`)
  .join('\n');

const tables = `
.scroll { position: relative; overflow-x: auto; max-width: 100%; container-type: inline-size; display: grid;
  grid-template-columns: minmax(min-content, 1fr); }
.scroll::before, .scroll::after { content: ""; grid-area: 1 / 1; position: sticky; z-index: 1; width: 1.75rem;
  pointer-events: none; visibility: hidden; }
.scroll::before { left: 0; background: linear-gradient(to left, transparent, var(--shadow)); }
.scroll::after { right: 0; justify-self: end; background: linear-gradient(to right, transparent, var(--shadow)); }
.scroll.before::before, .scroll.after::after { visibility: visible; }
.scroll > table { grid-area: 1 / 1; justify-self: start; }
.headline td small, .headline thead th { white-space: normal; }
table { border-collapse: collapse; background: var(--raised); }
#runs-table, .headline, .months { min-width: 100cqi; }
caption { position: sticky; left: 0; z-index: 2; max-width: 100cqi; text-align: left;
  color: var(--quiet); font-size: 0.8125rem; padding: 0 0 0.35rem; }
th, td { padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule);
  font-weight: 400; }
thead th { font-weight: 600; font-size: 0.8125rem; vertical-align: bottom; border-bottom-color: var(--edge); }
tbody tr:hover > * { background-color: var(--sunk); }
#runs-table th[scope="row"] { font-weight: 600; max-width: 16rem; overflow-wrap: anywhere; min-width: 7rem; }
.headline th, .headline td, #runs-table th, #runs-table td { padding-inline: 0.45rem; }
td, th.figure { text-align: right; white-space: nowrap; }
td.text { text-align: left; white-space: normal; }
td small, .tiles small { display: block; font-weight: 400; }
.reason { color: var(--quiet); font-size: 0.8125rem; }
.undefined { color: var(--quiet); cursor: help; }
.trend { display: block; }
td:has(> .trend) { padding-block: 0.15rem; vertical-align: middle; }
.trend .curve { stroke: var(--quiet); stroke-width: 1.25; }
th button { all: unset; box-sizing: border-box; cursor: pointer; font-weight: 600; }
th button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
th button::after { content: " ↕"; color: var(--quiet); }
th[aria-sort="ascending"] button::after { content: " ↑"; color: var(--text); }
th[aria-sort="descending"] button::after { content: " ↓"; color: var(--text); }
.figures th[scope="row"] { position: sticky; left: 0; min-width: 9rem; background: var(--raised); }
.months { font-size: 0.8125rem; }
.months th, .months td { padding: 0.3rem 0.35rem; text-align: right; white-space: nowrap; }
.months th[scope="row"] { text-align: left; }
.months .total { font-weight: 600; }
.months tbody td { border: 1px solid var(--raised); }
${shades}
`;

const charts = `
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; list-style: none; padding: 0; margin-bottom: 0.5rem; }
.legend li { display: flex; align-items: center; gap: 0.4rem; overflow-wrap: anywhere; }
.legend svg { flex: none; overflow: visible; }
.chart-title label { float: right; display: flex; gap: 0.3rem; }
.curves:has(.log-switch:checked) .linear, .curves:not(:has(.log-switch:checked)) .log { display: none; }
.chart-title { color: var(--quiet); font-size: 0.8125rem; }
.plot { padding: 0 8rem 0 4.25rem; position: relative; touch-action: pan-y; }
.run .plot { padding-right: 1rem; }
.chart { display: block; overflow: visible; pointer-events: none; font-size: 0.75rem; }
.chart text { fill: var(--quiet); }
.values line { stroke: var(--rule); }
.values text { text-anchor: end; dominant-baseline: central; }
.dates line { stroke: var(--edge); }
.dates text { text-anchor: middle; }
.dates .first { text-anchor: start; }
.dates .last { text-anchor: end; }
.curve {
  fill: none; stroke: var(--text); stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round;
  vector-effect: non-scaling-stroke; }
.fill { opacity: 0.16; fill: var(--tone); }
.held { opacity: 0.75; fill: var(--tone); }
.strip-ground { stroke: var(--rule); }
.ends text { font-weight: 600; }
.curve.faint { stroke: var(--faint); stroke-width: 1; }
.curve.baseline { stroke: var(--baseline); stroke-dasharray: 6 5; }
.chart text.baseline { fill: var(--baseline); }
${tones}
.curve[class*="tone-"] { stroke: var(--tone); }
.chart text[class*="tone-"] { fill: var(--tone); }
.candle { fill: var(--raised); stroke: var(--edge); vector-effect: non-scaling-stroke; }
.candle.fall { fill: var(--edge); }
use[href="#long"], use[href="#short"] { fill: var(--tone-0); stroke: var(--raised); }
use[href="#gain"] { fill: var(--buy); stroke: var(--raised); }
use[href="#loss"] { stroke: var(--sell); stroke-width: 2.4; }
.crosshair:not([x]) { display: none; }
.crosshair line { stroke: var(--text); stroke-width: 1; stroke-dasharray: 2 2; }
.readout { padding: 0.1rem 8rem 0 4.25rem; }
.run .readout { padding-right: 1rem; }
.readout input { width: 100%; margin: 0; accent-color: var(--tone-0); }
.readout p { min-height: 1.5em; display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
@media (max-width: 44rem) {
  .plot, .run .plot { padding: 0 0.5rem 0 3.9rem; }
  .readout, .run .readout { padding: 0.1rem 0 0; }
  .ends, .minor { display: none; }
}
@media (forced-colors: active) { .curve, .crosshair line { stroke: CanvasText; } .chart text { fill: CanvasText; } }
`;

const media = `
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; background: none; }
  .skip, nav, .controls, .readout, #theme, .crosshair { display: none !important; }
  .scroll { overflow: visible; }
  table, .facts > div, .chart { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  th button::after { content: ""; }
}
`;

/** The text of the page's one style element; the content policy has its hash. */
export const pageStyle = [pageTheme, text, layout, tables, charts, media].join('');
