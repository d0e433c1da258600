/**
 * The runs of a result with all figures as their workflow names them, and the facts of their tasks.
 */

import type { Result, RunResult } from '#contracts/result/result';
import { printable } from '#values';
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
import { columnFormat, formatCount, listedMax } from '../words/figure-format.js';
import { figureNames, figureOf, runLabel, unanswered } from '../words/run-words.js';
import { coverageFigure, reasonFor } from '../table/metric-catalogue.js';

/** Longer terms are cut: the manifests have them in full. */
const termLengthMax = 300;

/** Data, workflow and its terms, seed, solutions, as a list of terms. */
export function taskFacts({ scenario, tape }: Result): Html {
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
export function runFiguresTable(result: Result): Html {
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
