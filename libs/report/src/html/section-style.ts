/** Styles of sections that come as data: running text above lists and tables, and pictures. */

export const sectionStyle = `
.told p { max-width: 48rem; margin-bottom: 0.5rem; }
.told .scroll { margin-top: 0.75rem; }
.told .chart { pointer-events: auto; }
.pictured { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: flex-start; }
.pictured > .scroll { flex: 1 1 24rem; min-width: min(100%, 24rem); }
.radar { flex: 0 1 34rem; min-width: 0; }
.radar svg.chart { grid-area: 1 / 1; width: 100%; min-width: 30rem; overflow: hidden; }
.rings path { fill: none; stroke: var(--rule); }
.rings text { font-size: 0.6875rem; }
.chart .axis { fill: var(--text); }
.radar .dot { fill: var(--tone); stroke: var(--raised); }
.radar g:hover > .curve { stroke-width: 3.5; }
.radar .dot:hover, .price-marks use:hover { stroke: var(--text); stroke-width: 2; }
.price-marks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr));
  gap: 1rem 2rem; }
.price-marks figure { min-width: 0; }
.price-marks .plot { padding-right: 1rem; }
.price-marks .curve { stroke-dasharray: none; }
use[href="#up"] { fill: var(--buy); } use[href="#down"] { fill: var(--sell); }
use[href="#flat"] { fill: var(--tone-5); }
.price-marks use { stroke: var(--raised); }
.calculations { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); gap: 1.25rem; }
.calculations figure { min-width: 0; }
.calculation svg { width: 100%; min-width: 34rem; max-width: 44rem; display: block; }
.calculation text { fill: var(--text); font-size: 0.75rem; }
.calculation path { fill: none; stroke: var(--edge); }
.calculation .missing path { stroke-dasharray: 3 3; }
.calculation .missing text { fill: var(--sell); font-style: italic; }
.calculation figcaption { overflow-wrap: anywhere; }
.logic { margin: 0.75rem 0 1.5rem; max-width: 60rem; }
.logic ul { list-style: none; margin: 0; padding: 0; }
.logic > ul { overflow-x: auto; padding: 0.25rem; }
.logic li ul { border-left: 1px solid var(--rule); margin: 0.125rem 0 0 -0.75rem; }
.logic li { position: relative; padding: 0.125rem 0 0.125rem 1.5rem; min-width: 12rem; overflow-wrap: anywhere; }
.logic li summary { position: absolute; top: 0.125rem; left: 0; width: 1.5rem; padding-left: 0.25rem; }
.logic li a { color: inherit; text-decoration-color: var(--edge); }
.logic li a:hover { color: var(--link); text-decoration-color: currentcolor; }
.logic .evidence { color: var(--quiet); }
.logic .unsupported { color: var(--sell); font-style: italic; white-space: nowrap; }
.logic pre { white-space: pre-wrap; overflow: auto; overflow-wrap: anywhere; max-height: 24rem; font: inherit;
  padding: 0.5rem 0.75rem; border: 1px solid var(--rule); background: var(--raised); }
.logic pre :target { outline: 2px solid var(--text); background: var(--sunk); scroll-margin: 6rem; }
`;
