/** Report sections in a short notation. */

import type { Interval, ReportSection } from '#contracts/result';

export type Rows = NonNullable<ReportSection['table']>['rows'];

/** `heads`: titles of columns, separated by bars; `#` marks a column of numbers, `%` one of fractions. */
export const tableSection = (
  title: string,
  heads: string,
  rows: Rows,
  ...text: string[]
): ReportSection => ({ title, text, table: { columns: heads.split('|').map(columnOf), rows } });

const columnOf = (head: string) => {
  const format = ({ '#': 'number', '%': 'percent' } as const)[head[0] as '#' | '%'] ?? 'text';
  return { title: head.replace(/^[#%]/, ''), format };
};

/** Both ends of an interval as cells. */
export const bounds = (interval: Interval | null) => [
  interval?.low ?? null,
  interval?.high ?? null,
];
