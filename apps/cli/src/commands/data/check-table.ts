/** `tapefold check-table`: finds impossible figures in a published table. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { invalidInput } from '#values';
import {
  cellName,
  checkPublished,
  parsePublishedTable,
  resolveReference,
  type CheckedCell,
} from '#backtest';
import { openDataset } from '#feeds';
import { exitCodes } from '../../program/exit-code.js';
import { printAs } from '../../program/print.js';
import { type Options } from '../../program/option-value.js';

/** A finding is an answer, not a failure: the exit code is 0 in either case. */
export async function checkTableCommand(file: string, options: Options): Promise<number> {
  const cells = parsePublishedTable(textOf(file), basename(file));
  const dataset = await openDataset(resolveReference(String(options['data']), process.cwd()));
  const checked = await checkPublished(cells, dataset).finally(() => dataset.close());
  const unreadable = checked.cells.filter((cell) => cell.unreadable.length > 0);
  const impossible = checked.cells.filter(({ reasons }) => reasons.length > 0);
  const reported = checked.cells.filter((cell) => cell.reasons.length + cell.unreadable.length > 0);
  const count = `${impossible.length} of ${checked.cells.length} cells cannot be`;
  const skipped = checked.skipped === 0 ? '' : `; ${checked.skipped} of other windows skipped`;
  const unread =
    unreadable.length === 0 ? '' : `; ${unreadable.length} have figures that cannot be read`;
  const found = { ...checked, cells: reported };
  printAs(options, found, () => [...reported.map(lines), `${count}${unread}${skipped}`].join('\n'));
  return exitCodes.ok;
}

function lines(cell: CheckedCell): string {
  const printed = Object.entries(cell.printed).map(([name, text]) => `${name} ${text}`);
  const reasons = [...cell.reasons, ...cell.unreadable].map((reason) => `  ${reason}`);
  return [`${cellName(cell)}: ${printed.join(', ')}`, ...reasons].join('\n');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const found = (cause as NodeJS.ErrnoException).code ?? 'an unknown error';
    throw invalidInput('the table cannot be read', { where: file, found, cause });
  }
}
