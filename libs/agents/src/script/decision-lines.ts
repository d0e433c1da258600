/**
 * Decisions of every kind as JSON lines, by the instant at which each was due: those of a journal,
 * for another run.
 */

import {
  excerpt,
  formatInstant,
  invalidInput,
  parseInstant,
  printable,
  type Instant,
} from '#values';
import { hasPlainKeys } from '#contracts/parsing/nesting';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { valueAt } from '#contracts/parsing/value-at';
import { memoryInput } from '#market-data/rows/byte-input';
import { describeDefect } from '#market-data/rows/row-defect';
import { jsonlRows, type RawRow } from '#market-data/rows/text-rows';
import { z } from 'zod';
import type { NoDecision } from '../seat/agent.js';
import { scriptBytes } from './script-bytes.js';

/** An invalid answer; a missing one has no line. */
type Refusal = Exclude<NoDecision, { kind: 'missing' }>;

/** What was due, by the symbols of its run and its instant. */
type DecisionLines<D> = ReadonlyMap<string, ReadonlyMap<Instant, D | Refusal>>;

export interface DecisionLine {
  /** Knowledge time of the last fact before the decision. */
  readonly time: Instant;
  /** The symbols of the run that it belongs to, in their order. */
  readonly symbols: readonly string[];
  readonly said: object;
}

const symbols = z.array(z.string().min(1).max(32)).min(1).max(10_000);
const refusal = z.strictObject({
  kind: z.enum(['invalid', 'late', 'failed']),
  reason: z.string().max(20_000),
});

/** Optional first lines: the source of the decisions, for people and for the hash of the file. */
const originLine = z.strictObject({
  recorded: z.array(z.strictObject({ symbols, sha256: z.string() })),
});

type DecisionOrigins = z.infer<typeof originLine>['recorded'];

/** The runs of one key are those over the same symbols in the same order. */
export const symbolsKey = (names: readonly string[]): string => JSON.stringify(names);

/** The text of a file: the source of the decisions, then one line for each. */
export function decisionLinesText(
  origins: DecisionOrigins,
  lines: readonly DecisionLine[],
): string {
  const rest = lines.map(({ time, ...line }) => ({ time: formatInstant(time), ...line }));
  return [{ recorded: origins }, ...rest].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Reads lines of `{"time": instant, "symbols": […], "said": decision}`, where a decision is one of
 * `decision`, or `{"kind": "late", "reason": …}` and the like if there was no answer. Every error
 * is `InvalidInput` and names the file, with line and member: a line of any other form, and a
 * second one for an instant and run.
 */
export async function readDecisionLines<D>(
  file: string,
  decision: z.ZodType<D>,
): Promise<DecisionLines<D>> {
  const schema = z.strictObject({ time: z.string(), symbols, said: z.union([refusal, decision]) });
  const runs = new Map<string, Map<Instant, D | Refusal>>();
  for (const row of jsonlRows(memoryInput(file, await scriptBytes(file)))) {
    const where = `${file}:${row.line}`;
    if (Object.hasOwn(row.fields, 'recorded')) {
      checked(row, originLine, where);
      continue;
    }
    const line = checked(row, schema, where);
    const time = timeOf(line.time, where);
    const key = symbolsKey(line.symbols);
    const byTime = runs.get(key) ?? new Map<Instant, D | Refusal>();
    runs.set(key, byTime);
    if (byTime.has(time)) {
      const expected = 'one line for each instant and run';
      throw invalidInput('a second line for the same instant', {
        where,
        expected,
        found: line.time,
      });
    }
    byTime.set(time, Object.freeze(line.said));
  }
  return runs;
}

function checked<T>({ fields, defect }: RawRow, schema: z.ZodType<T>, where: string): T {
  if (defect !== undefined) throw invalidInput(describeDefect(defect), { where });
  if (!hasPlainKeys(fields)) {
    throw invalidInput('not a decision of a script', { where, expected: 'no member __proto__' });
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as z.core.$ZodIssue;
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  throw invalidInput('not a decision of a script', {
    where: path.length === 0 ? where : `${where}: ${printable(path.join('.'), 80)}`,
    expected: expectedOf(issue),
    found: excerpt(valueAt(fields, path) ?? 'nothing'),
  });
}

function timeOf(text: string, where: string): Instant {
  const time = parseInstant(text, null);
  if (time !== undefined) return time;
  const expected = 'an instant with its offset, such as 2026-01-02T21:00:00Z';
  throw invalidInput('not an instant', { where: `${where}: time`, expected, found: excerpt(text) });
}
