/**
 * What a run recorded beside its journal, question by question: tool calls with their results,
 * and model calls.
 */

import { existsSync } from 'node:fs';
import { jsonOf } from '#values';
import { isDecision, type DecisionEvent } from '#contracts';
import { asksModels } from '#contracts/agents/agent-kinds';
import { readJournal } from '#event-log';
import type { RecordedAsk, RecordedCall } from '#llm';
import { FileRecording } from '#llm/embedded/file-store';
import {
  allWorkflows,
  workflowOf,
  type QuestionTrace,
  type RunPlan,
  type Workflow,
  type Workflows,
} from '#workflows';
import { toolCallsOf, type LoggedCall } from '../run-folder/call-log.js';
import { foldJournal, type RecordedRun } from '../run-folder/own-journal.js';
import type { RunFolder } from '../run-folder/run-folder.js';
import { keptText } from '../transcripts/read-transcripts.js';

/** The record of one question; attempts and model calls are empty if its agent has no model. */
interface QuestionRecord {
  /** `text` is that of the result; undefined if it has none, or it is not at hand. */
  readonly calls: readonly (LoggedCall & { readonly text: string | undefined })[];
  readonly asks: readonly RecordedAsk[];
  readonly modelCalls: readonly RecordedCall[];
}

/**
 * The as-of of each question with a record, and a function that reads the record at an as-of. Fails
 * as `FileRecording` does.
 */
export async function questionRecords(plan: RunPlan, folder: RunFolder) {
  const calls = Map.groupBy(toolCallsOf(folder), ({ asOf }) => asOf);
  const recording = new FileRecording(() => folder.path);
  const all = asksModels(plan.agent) ? await recording.asksOf(plan.id) : [];
  const asks = Map.groupBy(all, ({ opened }) => opened.asOf);
  const read = async (asOf: number): Promise<QuestionRecord> => ({
    calls: (calls.get(asOf) ?? []).map((call) => {
      return { ...call, text: call.result === null ? undefined : keptText(folder, call.result) };
    }),
    asks: asks.get(asOf) ?? [],
    modelCalls: asks.has(asOf) ? await recording.callsOf(plan.id, asOf) : [],
  });
  return { asOfs: new Set([...calls.keys(), ...asks.keys()]), read };
}

/** Outcome of each question of a finished run of tasks, in order; else empty. */
export function endsOf({ answers, journal }: RunFolder): DecisionEvent[] {
  if (!existsSync(answers) || !existsSync(journal)) return [];
  // The last event of a question; those before it are its tool calls and tries.
  const last = new Map<number, DecisionEvent>();
  const { complete } = readJournal(journal, ({ event }) => {
    if (isDecision(event)) last.set(event.asOf, event);
  });
  return complete ? [...last.values()] : [];
}

/**
 * By as-of. Latency is the time of providers, so that a replay has the same. Fails as
 * `questionRecords` does.
 */
export async function tracesOf(
  plan: RunPlan,
  folder: RunFolder,
): Promise<ReadonlyMap<number, QuestionTrace>> {
  const records = await questionRecords(plan, folder);
  const traces = new Map<number, QuestionTrace>();
  for (const asOf of records.asOfs) {
    const { calls, asks, modelCalls } = await records.read(asOf);
    const sum = (counts: readonly number[]): number | null =>
      asks.length === 0 ? null : counts.reduce((total, count) => total + count, 0);
    traces.set(asOf, {
      calls: calls.map(({ tool, arguments: args, text, error }) => {
        return { tool, args: jsonOf(args), result: jsonOf(text ?? ''), error };
      }),
      latencyMs: sum(modelCalls.flatMap(({ tries }) => tries.map(({ durationMs }) => durationMs))),
      tokens: sum(modelCalls.map(({ usage }) => (usage ? usage.input + usage.output : 0))),
      steps: sum(modelCalls.map(() => 1)),
    });
  }
  return traces;
}

/** A finished run with the fold of its journal, and its traces. Fails as reading both does. */
export async function finishedRun(run: RecordedRun, workflows: Workflows = allWorkflows) {
  const { folder, manifest, plan } = run;
  const workflow: Workflow = workflowOf(workflows, plan);
  const { fold, scan } = foldJournal(folder.journal, run, workflow.openFold());
  const traces = await tracesOf(plan, folder);
  const { synthetic } = manifest.tape.header;
  return { manifest, plan, fold, traces, synthetic, journalHash: scan.hash ?? '' };
}

/** Whether the text of a tool result of a run is not at hand, as after its erasure. */
export const textErased = ({ folder }: Pick<RecordedRun, 'folder'>): boolean =>
  toolCallsOf(folder).some(
    ({ result }) => result !== null && keptText(folder, result) === undefined,
  );
