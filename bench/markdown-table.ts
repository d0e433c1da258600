/**
 * What pages of findings are written with: tables, figures, and the machine that they
 * were taken on.
 */

import { availableParallelism, totalmem } from 'node:os';
import type { Ratio } from './ratio-of-pairs.js';

/**
 * Rows of cells, the first of them the head, as the formatter sets tables, so that a
 * page needs none.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] as number)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [head = '', ...body] = rows.map(lineOf);
  return [head, rule, ...body].join('\n');
}

/** Three digits, which is more than a second run repeats. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** The median, with the least and the greatest in parentheses; a dash for nothing. */
export function withRange(ratio: Ratio | null, unit: string): string {
  if (ratio === null) return '–';
  return `${figure(ratio.median)}${unit} (${figure(ratio.min)} to ${figure(ratio.max)})`;
}

export function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return (
    `${availableParallelism()} cores, ${gigabytes} GB of memory, ` + `Node ${process.versions.node}`
  );
}
