/** What a run recorded beside its journal, question by question: tool calls with their results, and model calls. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf } from '#values';
import { FileRecording } from '#llm/embedded/file-store';
import type { QuestionTrace, RunPlan } from '#workflows';
import { callLines, parseCall } from './call-log.js';
import { runFolder, type RunFolder } from './run-folder.js';
import { asksModels } from './run-models.js';

/**
 * By as-of. Latency is the time that providers took, so that a replay has the same; without a model, latency and tokens
 * are null. Lines that are not calls are skipped here; `verify` reports them. Fails as `FileRecording` does.
 */
export async function tracesOf(
  plan: RunPlan,
  runsDirectory: string,
): Promise<ReadonlyMap<number, QuestionTrace>> {
  const path = join(runsDirectory, plan.label);
  const folder = runFolder(path);
  const calls = (callLines(folder) ?? []).flatMap((line) => parseCall(line) ?? []);
  const traces = new Map<number, QuestionTrace>();
  for (const [asOf, own] of Map.groupBy(calls, (call) => call.asOf)) {
    const told = own.map(({ tool, arguments: asked, result, error }) => {
      return { tool, args: jsonOf(asked), result: resultIn(folder, result), error };
    });
    traces.set(asOf, { calls: told, latencyMs: null, tokens: null });
  }
  if (!asksModels(plan)) return traces;
  const recording = new FileRecording((run) => (run === plan.id ? path : undefined));
  const asks = await recording.asksOf(plan.id);
  for (const asOf of new Set(asks.map(({ opened }) => opened.asOf))) {
    const made = await recording.callsOf(plan.id, asOf);
    const tries = made.flatMap((call) => call.tries);
    traces.set(asOf, {
      calls: traces.get(asOf)?.calls ?? [],
      latencyMs: tries.reduce((sum, { durationMs }) => sum + durationMs, 0),
      tokens: made.reduce((sum, { usage }) => sum + (usage ? usage.input + usage.output : 0), 0),
    });
  }
  return traces;
}

function resultIn({ texts }: Pick<RunFolder, 'texts'>, sha256: string | null): unknown {
  const path = join(texts, `${sha256}.txt`);
  return sha256 !== null && existsSync(path) ? jsonOf(readFileSync(path, 'utf8')) : undefined;
}
