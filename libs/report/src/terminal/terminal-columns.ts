/** Aligned columns of plain text, which no name from outside can rewrite. */

export interface TerminalColumn {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** Longer texts are cut. */
  readonly widthMax: number;
}

/** Head, rule and rows, without blanks at the end; control characters become `?`. */
export function columnLines(
  columns: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const heads = columns.map(({ head }) => printable(head));
  const cells = rows.map((row) => row.map(printable));
  const widths = columns.map((column, at) =>
    columnWidth(
      column,
      cells.map((row) => row[at] ?? ''),
    ),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => fitted(cell, widths[at] as number, columns[at]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(heads), rule, ...cells.map(line)];
}

/** How wide a column of these cells is. */
export function columnWidth({ head, widthMax }: TerminalColumn, cells: readonly string[]): number {
  return Math.min(
    widthMax,
    cells.reduce((most, cell) => Math.max(most, lengthOf(cell)), lengthOf(head)),
  );
}

/** A name for a sentence, cut to `lengthMax`. */
export function terminalName(name: string, lengthMax: number): string {
  return fitted(printable(name), lengthMax, 'left').trimEnd();
}

/** Escape sequences and direction marks could rewrite what a terminal shows. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '?');
}

function fitted(text: string, width: number, align: TerminalColumn['align']): string {
  const letters = [...text];
  const kept = letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
  const space = ' '.repeat(width - lengthOf(kept));
  return align === 'left' ? kept + space : space + kept;
}

function lengthOf(text: string): number {
  return [...text].length;
}
