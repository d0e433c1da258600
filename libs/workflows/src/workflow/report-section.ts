/** Report sections in a short notation. */

import type { Radar } from '#contracts/result/report-pictures';
import type { Interval } from '#contracts/result/interval';
import type { ReportSection } from '#contracts/result/result';

export type Rows = NonNullable<ReportSection['table']>['rows'];

/**
 * `heads`: titles of columns, separated by bars; `#` marks a column of numbers, `%`
 * one of fractions.
 */
export const tableSection = (
  title: string,
  heads: string,
  rows: Rows,
  ...text: string[]
): ReportSection => ({ title, text, table: { columns: heads.split('|').map(columnOf), rows } });

const listedMax = 500;

/** A table of cases for people to look at: the first of them, after a text with their number. */
export const listSection = (title: string, heads: string, rows: Rows, text: string) => {
  const listed = rows.slice(0, listedMax);
  return tableSection(title, heads, listed, `${text} ${listed.length} of ${rows.length}.`);
};

const columnOf = (head: string) => {
  const format = ({ '#': 'number', '%': 'percent' } as const)[head[0] as '#' | '%'] ?? 'text';
  return { title: head.replace(/^[#%]/, ''), format };
};

/** The radar of a section on axes of one size; empty if it would have too few axes, or too many. */
export const radarOf = (
  titles: readonly string[],
  max: number,
  series: Radar['series'],
): Pick<ReportSection, 'radar'> => {
  if (titles.length < 3 || titles.length > 12) return {};
  return { radar: { axes: titles.map((title) => ({ title, max })), series: series.slice(0, 8) } };
};

/** Both ends of an interval as cells. */
export const bounds = (interval: Interval | null) => [
  interval?.low ?? null,
  interval?.high ?? null,
];
