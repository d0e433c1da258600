/** The table that `tapefold rescore` prints: an agent a row, a policy a numbered column. */

import { formatFigure } from '../words/figure-format.js';
import type { Ranking, Rescore, RescoredRun } from '../input/rescore-input.js';
import { columnLines, terminalName, type TerminalColumn } from './terminal-columns.js';
import { undefinedSign } from './terminal-coverage.js';
import { agentsOf, movesOf, runOf, subjectsOf } from '../input/rescored-subjects.js';

const nameMax = 24;

/** Plain text; names lose what would rewrite a terminal. */
export function renderRescoreTable(rescore: Rescore): string {
  const numbers = rescore.policies.map((_, at) => String(at + 1));
  const columns: TerminalColumn[] = [
    { head: 'Agent', align: 'left', widthMax: nameMax },
    ...numbers.map((head) => ({ head, align: 'right' as const, widthMax: 24 })),
  ];
  const legend = rescore.policies.map(({ name }, at) => `${at + 1}  ${terminalName(name, 64)}`);
  const lines = subjectsOf(rescore).flatMap((subject) => {
    const rows = agentsOf(rescore, subject).map((agent) => [
      agent,
      ...rescore.policies.map(({ name }) =>
        cell(runOf(rescore, { subject, agent, policy: name }), rescore.rankedBy),
      ),
    ]);
    const title = subject === null ? [] : [terminalName(subject, nameMax)];
    return [...title, ...columnLines(columns, rows), movesOf(rescore, subject), ''];
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
  const kind = { cumulativeReturn: 'signed-percent', sharpe: 'ratio', maxDrawdown: 'percent' };
  return formatFigure(value, kind[rankedBy] as 'signed-percent' | 'ratio' | 'percent');
}
