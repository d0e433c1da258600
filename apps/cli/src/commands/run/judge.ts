/**
 * `tapefold judge` and `tapefold rubrics`: runs on the answers of a finished result,
 * which is only read.
 */

import { join, resolve } from 'node:path';
import { invalidInput } from '#values';
import { gradingStages } from '#judging/grading-stages';
import { writeJudging } from '#judging/judging-data';
import { writeRubrics, writeRubricTasks } from '#judging/rubric-data';
import { type Options, textOf } from '../../program/option-value.js';
import { exitCodes } from '../../program/exit-code.js';
import { runCommand } from './run.js';
import { print, notify } from '../../program/print.js';

/**
 * Writes data set and scenario below `--out`, and runs it, stage by stage. The judged
 * result is only read.
 */
export async function judgeCommand(result: string, options: Options): Promise<number> {
  const out = textOf(options['out']) ?? `${resolve(result)}-judged`;
  const files = { result, out, judges: String(options['with']), fresh: options['fresh'] === true };
  const data = textOf(options['data']);
  const stages = gradingStages({ ...files, data });
  if (stages.length > 0) return judgeStages(stages, { ...options, out });
  const scenario = await writeJudging({
    ...files,
    data,
    rubrics: textOf(options['rubrics']),
    review: textOf(options['review']),
    gold: textOf(options['gold']),
  });
  if (options['prepare'] === true) return printPrepared(scenario);
  return runWritten(scenario, { ...options, out });
}

/** With `--prepare` it writes the first stage that is not finished. */
async function judgeStages(
  stages: ReturnType<typeof gradingStages>,
  options: Options,
): Promise<number> {
  for (const unused of ['rubrics', 'review', 'gold']) {
    if (options[unused] === undefined) continue;
    const expected = 'a result whose answers one judgment is enough for';
    throw invalidInput('such answers are graded in stages', { where: `--${unused}`, expected });
  }
  const recordings = textOf(options['recordings']);
  let code: number = exitCodes.ok;
  for (const [at, write] of stages.entries()) {
    const { name, out, scenario, isFinished } = await write();
    const isLast = at === stages.length - 1;
    if (options['prepare'] === true) {
      if (isFinished && !isLast) continue;
      return printPrepared(scenario);
    }
    const recorded = recordings && !isLast && { recordings: join(recordings, 'stages', name) };
    const own = isLast ? {} : { ...recorded, quiet: true };
    notify(`stage ${at + 1} of ${stages.length}: ${name}`);
    const ended = await runWritten(scenario, { ...options, ...own, out });
    if (ended === exitCodes.interrupted) return ended;
    // A judgment missing in any stage leaves its answer ungraded.
    if (ended !== exitCodes.ok) code = ended;
  }
  return code;
}

/**
 * The scenario was just written from the caller's own file of agents: it did not come with the
 * result around it.
 */
const runWritten = (scenario: string, options: Options): Promise<number> =>
  runCommand(scenario, { ...options, isWritten: true });

function printPrepared(scenario: string): number {
  print(`scenario  ${scenario}`);
  return exitCodes.ok;
}

/** Has models write rubrics from the reports of two agents, and merges what they wrote. */
export async function rubricsCommand(result: string, options: Options): Promise<number> {
  const out = textOf(options['out']) ?? `${resolve(result)}-rubrics`;
  const from = String(options['from']).split(',');
  const fresh = options['fresh'] === true;
  const writers = String(options['with']);
  const scenario = await writeRubricTasks({ result, from, writers, out, fresh });
  const code = await runWritten(scenario, { ...options, out });
  if (code === exitCodes.interrupted) return code;
  const { rubrics, review, items, mirrored, isReviewKept } = writeRubrics(out, from);
  const kept = isReviewKept ? ' (kept the existing file)' : '';
  print(
    `rubrics  ${rubrics}: ${items} items, ${mirrored} of them mirrors of others\nreview   ` +
      `${review}${kept}`,
  );
  return code;
}
