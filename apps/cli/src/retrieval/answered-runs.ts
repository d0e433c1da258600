/** What the agents of a finished result answered, and what it took: from the folders of its runs. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { corruptJournal, invalidInput, jsonOf } from '#values';
import { callLines, parseCall, readManifest, readTranscripts, runFolder } from '#backtest';
import type { RunFolder } from '#backtest';
import type { PublishedAnswer } from '#workflows/retrieval/questions/published-tables';

const answerLine = z.looseObject({
  type: z.string(),
  asOf: z.int(),
  task: z.string().optional(),
  answer: z.unknown().optional(),
});
type Use = Pick<PublishedAnswer, 'durationMs' | 'model' | 'inputTokens' | 'outputTokens'>;
const statuses: Readonly<Record<string, PublishedAnswer['status']>> = {
  ...{ AnswerGiven: 'success', DecisionLate: 'timeout' },
};
const unknownUse: Use = { durationMs: null, model: null, inputTokens: null, outputTokens: null };

/**
 * By the name of the run, in the order of `ids`, which are those of all tasks in the order in which they were asked.
 * `InvalidInput` where a run is not finished, or of other tasks.
 */
export async function answeredRuns(
  result: string,
  ids: readonly string[],
): Promise<Map<string, PublishedAnswer[]>> {
  const runs = join(result, 'runs');
  const names = existsSync(runs) ? readdirSync(runs).toSorted() : [];
  if (names.length === 0)
    throw invalidInput('no result', { where: result, expected: 'a folder with runs/' });
  const found = new Map<string, PublishedAnswer[]>();
  for (const name of names) {
    const folder = runFolder(join(runs, name));
    found.set(readManifest(folder).label, await answersOf(folder, ids));
  }
  return found;
}

async function answersOf(folder: RunFolder, ids: readonly string[]): Promise<PublishedAnswer[]> {
  const { answers: where } = folder;
  const lines = existsSync(where) ? readFileSync(where, 'utf8').trim().split('\n') : [];
  const events = lines.map((line, at) => {
    const parsed = answerLine.safeParse(jsonOf(line));
    if (parsed.success) return parsed.data;
    throw corruptJournal('a line is no answer', { where: `${where}:${at + 1}` });
  });
  // The last event of a task is what became of it; those before it are its tool calls and tries.
  const last = [...new Map(events.map((event) => [event.asOf, event])).values()];
  if (last.length !== ids.length || last.some(({ task }, at) => task && task !== ids[at])) {
    const expected = `answers to the ${ids.length} questions, in their order`;
    throw invalidInput('a run of other questions, or not finished', { where, expected });
  }
  const calls = Map.groupBy(
    (callLines(folder) ?? []).flatMap((line) => parseCall(line) ?? []),
    ({ asOf }) => asOf,
  );
  const use = await useOf(folder);
  return last.map(({ type, asOf, answer }) => ({
    response: typeof answer === 'string' ? answer : null,
    status: statuses[type] ?? 'error',
    ...(use.get(asOf) ?? unknownUse),
    calls: (calls.get(asOf) ?? []).map(({ ordinal, tool, arguments: input, result, ...call }) => ({
      ...{ id: String(ordinal), name: tool, input: jsonOf(input) ?? input, error: call.error },
      ...{ output: textOf(folder, result), durationMs: call.durationMs },
    })),
  }));
}

function textOf({ texts }: RunFolder, sha256: string | null): string | null {
  const path = join(texts, `${sha256}.txt`);
  return sha256 !== null && existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Of agents that reach models through the gateway; retries of a decision count too. */
async function useOf(folder: RunFolder): Promise<Map<number, Use>> {
  const found = new Map<number, Use>();
  if (!existsSync(folder.asks)) return found;
  const [run] = await readTranscripts(folder.path);
  for await (const { asOf, attempts } of run?.read() ?? []) {
    const calls = attempts.flatMap((attempt) => attempt.calls);
    const sum = (of: readonly (number | null | undefined)[]): number | null =>
      of.reduce<number | null>(
        (total, one) => (total === null || typeof one !== 'number' ? null : total + one),
        0,
      );
    found.set(asOf, {
      durationMs: sum(attempts.map(({ durationMs }) => durationMs)),
      model: attempts.at(-1)?.model ?? null,
      inputTokens: sum(calls.map(({ usage }) => usage?.input)),
      outputTokens: sum(calls.map(({ usage }) => usage?.output)),
    });
  }
  return found;
}
