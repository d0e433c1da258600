/** `tapefold table`: results in the layout of published tables. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { isTradingResult, resultSchema, type TradingResult } from '#contracts/result/result';
import { tradingWorkflows } from '#contracts/scenario/trading-terms';
import { renderPaperTable } from '#report';
import { exitCodes } from '../../program/exit-code.js';
import { print } from '../../program/print.js';

/** Prints one table per result folder. `InvalidInput` for a folder without a result, or with one of tasks. */
export function tableCommand(folders: readonly string[]): number {
  const tables = folders.map(readResult).map(tableOf);
  print(tables.join('\n\n'));
  return exitCodes.ok;
}

function tableOf(result: TradingResult): string {
  const { name, window, open } = result.scenario;
  const [policy] = result.runs.map((run) => run.policy.name);
  const title = `${name}, ${window.from} to ${window.to}${open ? ' (open)' : ''}, policy ${policy ?? 'none'}`;
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
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalidInput('not JSON', { where: path, expected: 'a result', cause });
  }
}
