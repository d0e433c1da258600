/**
 * The page of a result of tasks: its runs with their figures, and the workflow's own
 * sections beside them.
 */

import type { Result, RunResult } from '#contracts/result/result';
import { printable } from '#values';
import { verificationSection } from '../sections/closing-sections.js';
import { dataSection } from '../sections/data-section.js';
import {
  code,
  dataTable,
  figure,
  folded,
  termList,
  text,
  undefinedMark,
} from '../html/elements.js';
import { type Html, markup } from '../html/html.js';
import { pageText } from '../html/page-frame.js';
import { notes } from '../sections/reading-notes.js';
import { columnFormat, formatCount, listedMax } from '../words/figure-format.js';
import { figureNames, figureOf, runLabel, unanswered } from '../words/run-words.js';
import { coverageFigure, reasonFor } from '../table/metric-catalogue.js';

/** Longer terms are cut: the manifests have them in full. */
const termLengthMax = 300;

/** Styles of these pages alone: running text above lists and tables, and pictures of sections. */
const taskStyle = `
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

/** `Invariant` if a row of a section does not have one cell per column. */
export function taskPage(result: Result): string {
  const { scenario, sections } = result;
  return pageText({
    name: scenario.name,
    kind: 'Task report',
    synthetic: scenario.synthetic,
    facts: taskFacts(result),
    sections: [
      notes(result),
      { id: 'runs', title: 'Runs', content: taskRunTable(result) },
      ...sections.map((section, number) => dataSection(section, `section-${number}`)),
      verificationSection(result),
    ],
    style: taskStyle,
  });
}

/** Data, workflow and its terms, seed, solutions, as a list of terms. */
function taskFacts({ scenario, tape }: Result): Html {
  const { solutions = null, terms = {} } = scenario;
  return termList([
    ['Data set', scenario.data],
    ['Workflow', scenario.workflow],
    ['Seed', String(scenario.seed)],
    ['Repeats', String(scenario.repeats)],
    ['Facts on the tape', formatCount(tape.facts)],
    ...(solutions === null ? [['Solutions', 'none'] as const] : []),
    ['Terms', termsText(terms)],
    ...(solutions === null ? [] : [['Solutions, SHA-256', code(solutions)] as const]),
  ]);
}

/** Each term on a line of its own. */
function termsText(terms: NonNullable<Result['scenario']['terms']>): Html | string {
  const entries = Object.entries(terms);
  if (entries.length === 0) return 'none';
  const shown = entries
    .slice(0, listedMax)
    .map(([name, value]) => termLine(`${name}: ${JSON.stringify(value)}`));
  const rest = entries.length - shown.length;
  return markup`${shown}${rest > 0 && `and ${formatCount(rest)} more`}`;
}

function termLine(text: string): Html {
  return markup`<div>${code(printable(text, termLengthMax))}</div>`;
}

/**
 * One row a run, in the order of the result; below it the reasons of figures that are undefined.
 */
function taskRunTable(result: Result): Html {
  const { runs } = result;
  const caption = 'All runs, with the figures as the workflow names them';
  const columns = [
    text<RunResult>('Agent', (run) => linkedLabel(run, result)),
    ...figureNames(runs).map((name) => {
      const write = columnFormat(runs.map((run) => figureOf(run, name)));
      return figure<RunResult>(name, (run) => {
        const value = figureOf(run, name);
        return value === null ? undefinedMark(reasonFor(run, name)) : write(value);
      });
    }),
    figure<RunResult>('Answered of due', (run) => {
      const { answered, due } = run.coverage;
      const text = `${formatCount(answered)} of ${formatCount(due)}`;
      return coverageFigure(run, () => text, 'no answer was due');
    }),
    text<RunResult>('Not answered', unanswered),
  ];
  const table = dataTable('All runs', caption, runs, columns, { id: 'runs-table' });
  return markup`${table}${reasons(result)}`;
}

/** Links to the pages of its answers, where there are answers. */
function linkedLabel(run: RunResult, result: Result): Html | string {
  const label = runLabel(run, result);
  if (run.documents === undefined) return label;
  const path = `documents/${encodeURIComponent(run.run)}/index.html`;
  return markup`<a href="${path}" title="${run.documents} answers">${label}</a>`;
}

/** The same reasons as at the dashes, for fingers and for paper. */
function reasons(result: Result): Html | null {
  const names = figureNames(result.runs);
  const rows = result.runs.flatMap((run) =>
    names.filter((name) => figureOf(run, name) === null).map((name) => ({ run, name })),
  );
  if (rows.length === 0) return null;
  const table = dataTable('Undefined figures', 'Undefined figures', rows, [
    text('Agent', ({ run }) => linkedLabel(run, result)),
    text('Figure', ({ name }) => name),
    text('Reason', ({ run, name }) => reasonFor(run, name)),
  ]);
  return folded(`Undefined figures: ${formatCount(rows.length)}`, table);
}
