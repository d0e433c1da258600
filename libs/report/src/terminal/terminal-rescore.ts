/** The table that `tapefold rescore` prints: an agent a row, a policy a numbered column. */

import { undefinedSign } from '../words/figure-format.js';
import {
  agentsOf,
  movesOf,
  subjectsOf,
  type Rescore,
  type RescoredAgent,
} from '../input/rescore-input.js';
import { metricValueText } from '../table/metric-catalogue.js';
import { columnLines, left, right, terminalName } from '../words/terminal-columns.js';

const nameMax = 24;

/** Plain text; names lose characters that could rewrite a terminal. */
export function renderRescoreTable(rescore: Rescore): string {
  const { policies, rankedBy } = rescore;
  const legend = policies.map(({ name }, at) => `${at + 1}  ${terminalName(name, 64)}`);
  const lines = subjectsOf(rescore).flatMap((subject) => {
    const columns = [
      left<RescoredAgent>('Agent', nameMax, ({ agent }) => agent),
      ...policies.map((_, at) =>
        right<RescoredAgent>(`${at + 1}`, 24, ({ runs: { [at]: run } }) => {
          const text = metricValueText(run?.[rankedBy] ?? null, rankedBy);
          return text === null ? undefinedSign : `${text} #${run!.rank}`;
        }),
      ),
    ];
    const title = subject === null ? [] : [terminalName(subject, nameMax)];
    return [
      ...title,
      ...columnLines(columns, agentsOf(rescore, subject)),
      movesOf(rescore, subject),
      '',
    ];
  });
  return [...legend, '', ...lines].join('\n').trimEnd();
}
