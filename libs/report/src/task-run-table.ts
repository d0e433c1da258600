/** The runs of a scenario of tasks: figures, what was answered, and what the rest was lost to. */

import type { TaskResult, TaskRunResult } from '#contracts/result';
import { unanswered } from './answered-share.js';
import { columnFormat } from './column-format.js';
import { coverageCell } from './coverage-cell.js';
import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from './data-table.js';
import { undefinedMark } from './figure-cell.js';
import { formatFigure } from './figure-format.js';
import { folded } from './folded.js';
import { markup, type Html } from './html.js';
import { reasonFor } from './metric-catalogue.js';
import { runLabel } from './run-label.js';
import { figureNames, figureOf } from './task-figures.js';

/** One row a run, in the order of the result; below it the reasons of figures that are undefined. */
export function taskRunTable(result: TaskResult): Html {
  const { runs } = result;
  const columns = figureNames(runs).map((name) => ({
    name,
    write: columnFormat(runs.map((run) => figureOf(run, name))),
  }));
  const table = dataTable({
    label: 'All runs',
    id: 'runs-table',
    caption: 'All runs, with the figures as the workflow names them',
    heads: [
      textHead('Agent'),
      ...columns.map(({ name }) => figureHead(name)),
      figureHead('Answered of due'),
      textHead('Not answered'),
    ],
    rows: runs.map((run) => [
      rowHead(linkedLabel(run, result)),
      ...columns.map(({ name, write }) => figureCell(run, name, write)),
      coverageCell(run, () => answeredOfDue(run), 'no answer was due'),
      textCell(unanswered(run)),
    ]),
  });
  return markup`${table}${reasons(result)}`;
}

/** Leads to the pages of its answers, where it has some. */
function linkedLabel(run: TaskRunResult, result: TaskResult): Html | string {
  const label = runLabel(run, result);
  if (run.documents === undefined) return label;
  const path = `documents/${encodeURIComponent(run.run)}/index.html`;
  return markup`<a href="${path}" title="${run.documents} answers">${label}</a>`;
}

function figureCell(run: TaskRunResult, name: string, write: (value: number) => string): Html {
  const value = figureOf(run, name);
  return figureTextCell(value === null ? undefinedMark(reasonFor(run, name)) : write(value));
}

function answeredOfDue({ coverage: { answered, due } }: TaskRunResult): string {
  return `${formatFigure(answered, 'count')} of ${formatFigure(due, 'count')}`;
}

/** The same reasons as at the dashes, for fingers and for paper. */
function reasons(result: TaskResult): Html | null {
  const names = figureNames(result.runs);
  const rows = result.runs.flatMap((run) =>
    names
      .filter((name) => figureOf(run, name) === null)
      .map((name) => [
        rowHead(linkedLabel(run, result)),
        textCell(name),
        textCell(reasonFor(run, name)),
      ]),
  );
  if (rows.length === 0) return null;
  const table = dataTable({
    label: 'Undefined figures',
    caption: 'Undefined figures',
    heads: ['Agent', 'Figure', 'Reason'].map(textHead),
    rows,
  });
  return folded(`Undefined figures: ${formatFigure(rows.length, 'count')}`, table);
}
