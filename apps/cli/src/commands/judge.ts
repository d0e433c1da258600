/** `tapefold judge`: the answers of a finished result become the tasks of a run whose agents are judges. */

import { resolve } from 'node:path';
import { writeJudging } from '#backtest/judge/judging-data';
import { textOf } from '../option-value.js';
import { exitCodes } from '../exit-code.js';
import { runCommand } from './run.js';

/** Writes data set and scenario below `--out`, and runs it. The judged result is only read. */
export async function judgeCommand(
  result: string,
  options: Record<string, unknown>,
  codeVersion: string,
): Promise<number> {
  const out = textOf(options['out']) ?? `${resolve(result)}-judged`;
  const scenario = await writeJudging({
    ...{ result, out, judges: String(options['with']), fresh: options['fresh'] === true },
    rubrics: textOf(options['rubrics']),
    review: textOf(options['review']),
    gold: textOf(options['gold']),
  });
  if (options['prepare'] === true) {
    process.stdout.write(`scenario  ${scenario}\n`);
    return exitCodes.ok;
  }
  return runCommand(scenario, { ...options, out }, codeVersion);
}
