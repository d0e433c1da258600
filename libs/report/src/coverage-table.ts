/** What became of the decisions that were due in a run. */

import type { Coverage } from '#contracts/result';
import { answeredShare, answeredShareMin } from './answered-share.js';
import { dataTable, figureHead, figureTextCell } from './data-table.js';
import { formatFigure } from './figure-format.js';
import { markup, type Html } from './html.js';
import { reasonLines } from './reason-lines.js';
import type { RunView } from './report-run-view.js';

const outcomes: readonly (readonly [keyof Coverage, string])[] = [
  ['due', 'Due'],
  ['answered', 'Answered'],
  ['missing', 'Missing'],
  ['invalid', 'Invalid'],
  ['late', 'Late'],
  ['failed', 'Failed'],
  ['forced', 'Forced'],
];

/** Counts side by side, with a warning when too few of the due decisions were answered. */
export function coverageTable(view: RunView): Html {
  const { result, label, market } = view;
  const counts = [
    ...outcomes.map(([name, head]) => [head, result.coverage[name]] as const),
    ...(result.dataCoverage === null
      ? []
      : [
          ['Sessions', result.dataCoverage.sessions] as const,
          ['With a bar', result.dataCoverage.withBars] as const,
        ]),
    ['Orders denied', result.denied] as const,
    ['Orders cancelled', result.cancelled] as const,
    ['Rows dropped', result.rowsDropped] as const,
    ...(result.feedGaps === undefined ? [] : [['Gaps in the feed', result.feedGaps] as const]),
  ];
  const table = dataTable({
    label: `Coverage of ${label}, ${market}`,
    caption: 'Decisions, sessions, orders and rows',
    heads: counts.map(([head]) => figureHead(head)),
    rows: [counts.map(([, count]) => figureTextCell(formatFigure(count, 'count')))],
  });
  const reasons = reasonLines([result]).map((line) => markup`<li>${line}</li>\n`);
  return markup`${coverageWarning(view)}${table}${reasons.length > 0 && markup`<ul>${reasons}</ul>`}`;
}

function coverageWarning({ result }: RunView): Html | null {
  const share = answeredShare(result);
  if (share === null || share >= answeredShareMin) return null;
  const text = formatFigure(share, 'percent');
  return markup`<p class="warning"><strong>Low coverage.</strong> Only ${text} of the decisions that
were due were answered; the figures say little about this agent.</p>`;
}
