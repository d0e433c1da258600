/**
 * `tapefold table` and `check-table`: results in the layout of published tables, and impossible
 * figures in one.
 */

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { requireBounded, writtenBytesMax } from '#files';
import type { Result } from '#contracts/result/result';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import { isInPaper, paperTasks, renderPaperTable } from '#report';
import {
  cellName,
  type CheckedCell,
  checkPublished,
  parsePublishedTable,
  resolveReference,
} from '#backtest';
import { readResult } from '#backtest/run/read-result';
import { openDataset } from '#feeds';
import { print, printAs } from '../../program/print.js';
import type { Options } from '../../program/option-value.js';

/**
 * Prints results side by side. `InvalidInput` for a folder without a result, or with one that the
 * layout has no place for.
 */
export function tableCommand(folders: readonly string[]): void {
  const results = folders.map(paperResult);
  print([...results.map(titleOf), renderPaperTable(results)].join('\n'));
}

function paperResult(folder: string): Result {
  const result = readResult(folder);
  if (isInPaper(result)) return result;
  throw invalidInput('the published tables have no place for such a result', {
    where: join(folder, 'result.json'),
    expected: `a result of ${paperTasks.join(', ')}, or of judges of weekly reports`,
    found: excerpt(result.scenario.workflow),
  });
}

/** What the figures rest on: the window and the policy, as far as the work has them. */
function titleOf({ scenario, runs }: Result): string {
  const { name, workflow, open, terms = {} } = scenario;
  const window = scenario.window ?? reportsOf(terms)?.window;
  const traded = runs.flatMap((run) => run.policy?.name ?? [])[0];
  // Tasks that name no policy have the default one of their workflow.
  const policy = scenario.market === undefined ? terms['policy'] : (traded ?? 'none');
  const parts = [
    name,
    window === undefined ? workflow : `${window.from} to ${window.to}${open ? ' (open)' : ''}`,
    ...(policy === undefined ? [] : [`policy ${String(policy)}`]),
  ];
  return parts.join(', ');
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
