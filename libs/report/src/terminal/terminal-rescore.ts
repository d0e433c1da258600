/** The table that `tapefold rescore` prints: an agent a row, a policy a numbered column. */

import { formatFigure, undefinedSign } from '../words/figure-format.js';
import {
  agentsOf,
  movesOf,
  subjectsOf,
  type Ranking,
  type Rescore,
  type RescoredAgent,
  type RescoredRun,
} from '../input/rescore-input.js';
import { metricKind } from '../table/metric-catalogue.js';
import { columnLines, left, right, terminalName } from '../words/terminal-columns.js';

const nameMax = 24;

/** Plain text; names lose characters that could rewrite a terminal. */
export function renderRescoreTable(rescore: Rescore): string {
  const legend = rescore.policies.map(({ name }, at) => `${at + 1}  ${terminalName(name, 64)}`);
  const lines = subjectsOf(rescore).flatMap((subject) => {
    const columns = [
      left<RescoredAgent>('Agent', nameMax, ({ agent }) => agent),
      ...rescore.policies.map((_, at) =>
        right<RescoredAgent>(`${at + 1}`, 24, ({ runs }) => cell(runs[at], rescore.rankedBy)),
      ),
    ];
    const title = subject === null ? [] : [terminalName(subject, nameMax)];
    const lines = columnLines(columns, agentsOf(rescore, subject));
    return [...title, ...lines, movesOf(rescore, subject), ''];
  });
  return [...legend, '', ...lines].join('\n').trimEnd();
}

function cell(run: RescoredRun | undefined, rankedBy: Ranking): string {
  const value = run?.[rankedBy] ?? null;
  if (run === undefined || value === null) return undefinedSign;
  return `${figureText(value, rankedBy)} #${run.rank}`;
}

/** The figure by which agents are ranked. */
export function figureText(value: number, rankedBy: Ranking): string {
  return formatFigure(value, metricKind(rankedBy));
}
