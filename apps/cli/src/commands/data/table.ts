/**
 * `tapefold table` and `check-table`: results in the layout of published tables, and impossible
 * figures in one.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { requireBounded, resultBytesMax, writtenBytesMax } from '#files';
import { isTradingResult, resultSchema, type TradingResult } from '#contracts/result/result';
import { tradingWorkflows } from '#contracts/scenario/trading-terms';
import { renderPaperTable } from '#report';
import {
  cellName,
  type CheckedCell,
  checkPublished,
  parsePublishedTable,
  resolveReference,
} from '#backtest';
import { openDataset } from '#feeds';
import { print, printAs } from '../../program/print.js';
import type { Options } from '../../program/option-value.js';

/**
 * Prints one table per result folder. `InvalidInput` for a folder without a result, or
 * with one of tasks.
 */
export function tableCommand(folders: readonly string[]): void {
  const tables = folders.map(readResult).map(tableOf);
  print(tables.join('\n\n'));
}

function tableOf(result: TradingResult): string {
  const { name, window, open } = result.scenario;
  const [policy] = result.runs.map((run) => run.policy.name);
  const title =
    `${name}, ${window.from} to ${window.to}${open ? ' (open)' : ''}, policy ` +
    `${policy ?? 'none'}`;
  return `${title}\n${renderPaperTable(result)}`;
}

function readResult(folder: string): TradingResult {
  const path = join(folder, 'result.json');
  if (!existsSync(path)) {
    throw invalidInput('no result found', {
      where: folder,
      expected: 'a folder with result.json',
    });
  }
  const parsed = resultSchema.safeParse(jsonOf(path));
  if (parsed.success && isTradingResult(parsed.data)) return parsed.data;
  throw invalidInput('not the result of a scenario that trades', {
    where: path,
    expected: `a result of ${tradingWorkflows.join(' or ')}`,
    found: parsed.success ? excerpt(parsed.data.scenario.workflow) : 'another form of result',
  });
}

function jsonOf(path: string): unknown {
  requireBounded(path, resultBytesMax);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalidInput('not JSON', { where: path, expected: 'a result', cause });
  }
}

/** A finding is an answer, not a failure: the exit code is 0 in either case. */
export async function checkTableCommand(file: string, options: Options): Promise<void> {
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
}

function lines(cell: CheckedCell): string {
  const printed = Object.entries(cell.printed).map(([name, text]) => `${name} ${text}`);
  const reasons = [...cell.reasons, ...cell.unreadable].map((reason) => `  ${reason}`);
  return [`${cellName(cell)}: ${printed.join(', ')}`, ...reasons].join('\n');
}

function textOf(file: string): string {
  requireBounded(file, writtenBytesMax);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const found = (cause as NodeJS.ErrnoException).code ?? 'an unknown error';
    throw invalidInput('the table cannot be read', { where: file, found, cause });
  }
}
