/** Adds the model use of runs to their figures, from the recordings in their folders. */

import { join } from 'node:path';
import { asksModels } from '#contracts/agents/agent-kinds';
import type { Result } from '#contracts/result/result';
import { recordedUse } from '#llm';
import { FileRecording } from '#llm/embedded/file-store';
import type { EndedRun } from './ended-run.js';

/**
 * The result with the use of each run whose agent asks models. `runs` are those of the result,
 * in its order; their folders are below `runsDirectory`. Fails as `recordedUse` and
 * `FileRecording` do.
 */
export async function withModelUse(
  result: Result,
  runs: readonly Pick<EndedRun, 'plan' | 'classes'>[],
  runsDirectory: string,
): Promise<Result> {
  if (!runs.some(({ plan }) => asksModels(plan.agent))) return result;
  const withUse = [];
  for (const [at, run] of result.runs.entries()) {
    const measured = runs[at]!;
    withUse.push(
      asksModels(measured.plan.agent)
        ? { ...run, models: await useOf(measured, runsDirectory) }
        : run,
    );
  }
  return { ...result, runs: withUse };
}

function useOf({ plan, classes }: Pick<EndedRun, 'plan' | 'classes'>, runsDirectory: string) {
  const folder = join(runsDirectory, plan.label);
  // One at a time, which frees the memory of its attempts.
  const recording = new FileRecording((run) => (run === plan.id ? folder : undefined));
  return recordedUse(recording, plan.id, { classes, prompt: plan.file });
}
