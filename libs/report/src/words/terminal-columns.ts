/**
 * Plain text for a terminal, which no external name can rewrite: aligned columns, and
 * lines that fit.
 */

import { shortened } from './figure-format.js';

export interface TerminalColumn<Row> {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** Longer texts are cut. */
  readonly widthMax: number;
  readonly cell: (row: Row) => string;
}

const column =
  (align: 'left' | 'right') =>
  <Row>(head: string, widthMax: number, cell: (row: Row) => string): TerminalColumn<Row> => {
    return { head, align, widthMax, cell };
  };

export const left = column('left');
export const right = column('right');

/** Head, rule and rows, without trailing blanks; control characters become `?`. */
export function columnLines<Row>(
  columns: readonly TerminalColumn<Row>[],
  rows: readonly Row[],
): readonly string[] {
  const widths = columns.map((column) => columnWidth(column, rows));
  const cells = [
    columns.map(({ head }) => head),
    widths.map((width) => '─'.repeat(width)),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return alignedRows(
    cells,
    columns.map(({ align }, at) => ({ align, width: widths[at]! })),
  );
}

/** A column as it is printed. */
export interface AlignedColumn {
  readonly align: 'left' | 'right';
  /** Characters; longer texts are cut. */
  readonly width: number;
}

/** A line for each row of cells, without trailing blanks; a missing cell is empty. */
export function alignedRows(
  rows: readonly (readonly string[])[],
  columns: readonly AlignedColumn[],
): string[] {
  return rows.map((row) =>
    columns
      .map(({ width, align }, at) => fitted(printable(row[at] ?? ''), width, align))
      .join('  ')
      .trimEnd(),
  );
}

/** Characters of the longest text; there may be more texts than a function takes arguments. */
export const widestOf = (texts: readonly string[]): number =>
  texts.reduce((widest, text) => Math.max(widest, lengthOf(text)), 0);

/** Width of a column with these rows. */
export function columnWidth<Row>(
  { head, widthMax, cell }: TerminalColumn<Row>,
  rows: readonly Row[],
): number {
  const most = rows.reduce((most, row) => Math.max(most, lengthOf(cell(row))), lengthOf(head));
  return Math.min(widthMax, most);
}

/** The same for several columns, with the two blanks after each. */
export function widthOf<Row>(
  columns: readonly TerminalColumn<Row>[],
  rows: readonly Row[],
): number {
  return columns.reduce((sum, column) => sum + columnWidth(column, rows) + 2, 0);
}

/** A name for a sentence, cut to `lengthMax`. */
export function terminalName(name: string, lengthMax: number): string {
  return fitted(printable(name), lengthMax, 'left').trimEnd();
}

/** Escape sequences and direction marks could rewrite what a terminal shows. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '?');
}

function fitted(text: string, width: number, align: 'left' | 'right'): string {
  const kept = shortened(text, width);
  const space = ' '.repeat(width - lengthOf(kept));
  return align === 'left' ? kept + space : space + kept;
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Columns of a terminal that a table may take, with the two spaces between neighbors. */
export const lineMax = 100;

/** Sentences on lines that fit, each cut to `charsMax`; control characters become `?`. */
export const terminalLines = (sentences: readonly string[], charsMax: number): string[] =>
  sentences.flatMap((sentence) => wrapped(terminalName(sentence, charsMax)));

/** A text on lines that fit; the second and later ones are indented. */
export function wrapped(text: string, width = lineMax): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `  ${word}`;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
