/** `tapefold judge` and `tapefold rubrics`: runs on the answers of a finished result, which is only read. */

import { resolve } from 'node:path';
import { writeJudging } from '#backtest/judge/judging-data';
import { writeRubrics, writeRubricTasks } from '#backtest/judge/rubric-data';
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

/** Has models write rubrics from the reports of two agents, and merges what they wrote. */
export async function rubricsCommand(
  result: string,
  options: Record<string, unknown>,
  codeVersion: string,
): Promise<number> {
  const out = textOf(options['out']) ?? `${resolve(result)}-rubrics`;
  const from = String(options['from']).split(',');
  const fresh = options['fresh'] === true;
  const writers = String(options['with']);
  const scenario = await writeRubricTasks({ result, from, writers, out, fresh });
  const code = await runCommand(scenario, { ...options, out }, codeVersion);
  if (code === exitCodes.interrupted) return code;
  const { rubrics, review, items, mirrored, isReviewKept } = writeRubrics(out, from);
  const kept = isReviewKept ? ' (kept: it was there)' : '';
  process.stdout.write(
    `rubrics  ${rubrics}: ${items} items, ${mirrored} of them mirrors of others\nreview   ${review}${kept}\n`,
  );
  return code;
}
