/** What a decision took in an earlier result, on average. */

import type { CallStep } from '#llm';
import { readTranscripts, type RecordedTranscripts } from '../transcripts/read-transcripts.js';
import type { DecisionFigures } from './expected-use.js';

/**
 * The mean over the decisions that ended of an agent with the same id and model in a result, else of all agents with
 * that model; undefined where the result has neither, or no call with usage. `InvalidInput` where nothing was recorded.
 */
export async function recordedDecision(
  result: string,
  agent: { readonly id: string; readonly model?: string | undefined },
): Promise<DecisionFigures | undefined> {
  const runs = await readTranscripts(result);
  const ofModel = runs.filter(({ model }) => model === (agent.model ?? null));
  const own = ofModel.filter((run) => run.agent === agent.id);
  const taken = own.length > 0 ? own : ofModel;
  return taken.length === 0 ? undefined : meanOf(taken);
}

async function meanOf(runs: readonly RecordedTranscripts[]): Promise<DecisionFigures | undefined> {
  const total = { decisions: 0, attempts: 0, calls: 0, metered: 0, modelMs: 0 };
  const usage = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  const add = (call: CallStep): void => {
    total.calls++;
    total.modelMs += call.durationMs;
    if (call.usage === null) return;
    total.metered++;
    for (const name of Object.keys(usage) as (keyof typeof usage)[])
      usage[name] += call.usage[name];
  };
  for (const run of runs) {
    for await (const { attempts } of run.read()) {
      // One that is still open, in a run that was stopped, has not taken all that it will.
      if (attempts.at(-1)?.class === null) continue;
      total.decisions++;
      total.attempts += attempts.length;
      for (const { calls } of attempts) calls.forEach(add);
    }
  }
  const { decisions, metered, calls } = total;
  // Without any usage nobody knows what a decision takes.
  if (decisions === 0 || metered === 0) return undefined;
  // Calls without usage take what the others take.
  const share = calls / metered / decisions;
  return {
    attempts: total.attempts / decisions,
    calls: calls / decisions,
    usage: {
      input: usage.input * share,
      output: usage.output * share,
      cachedInput: usage.cachedInput * share,
      cacheWrite: usage.cacheWrite * share,
      reasoning: usage.reasoning * share,
    },
    modelMs: total.modelMs / decisions,
  };
}
