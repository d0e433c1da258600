/** What a result says, as text to compare with a file: figures, and the sections of the report. */

import { sha256Hex } from '#values';
import { reasonsOf, valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';

/**
 * Rows of a table that are shown; the last one is always among them, and a hash stands
 * for the others.
 */
const rowsMax = 36;
const pictureMax = 2000;

/** Digits that do not depend on the machine. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(11)) : value;

const line = (value: unknown): string => JSON.stringify(value, rounded);

const digest = (text: string): string => sha256Hex(text).slice(0, 16);

const beginningOf = (text: string): string =>
  text.length <= pictureMax ? text : `${text.slice(0, pictureMax)} ${digest(text)}`;

/** `timed`: titles of tables that measure time, whose rows are left out. */
export function textOfResult({ runs, sections }: Result, timed: readonly string[] = []): string {
  const lines: string[] = [];
  for (const run of runs) lines.push(`${run.run}: ${line(valuesOf(run))} ${line(reasonsOf(run))}`);
  for (const { title, text, table, ...pictures } of sections) {
    lines.push('', `# ${title}`, ...text);
    for (const [name, picture] of Object.entries(pictures))
      lines.push(`${name}: ${beginningOf(line(picture))}`);
    if (table === null || table === undefined) continue;
    const { columns, rows } = table;
    lines.push(columns.map(({ title: head, format }) => `${head} (${format})`).join(' | '));
    const shown = rows.length > rowsMax ? [...rows.slice(0, rowsMax - 1), rows.at(-1)!] : rows;
    const isTimed = timed.includes(title);
    if (!isTimed) lines.push(...shown.map((row) => line(row)));
    const isWhole = isTimed || shown.length === rows.length;
    lines.push(`${rows.length} rows${isWhole ? '' : `, ${digest(line(rows))}`}`);
  }
  return `${lines.join('\n')}\n`;
}
