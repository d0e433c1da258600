/** Model use of a run, added up from its recording: attempts, calls, tokens, money, time. */

import { canonicalHash, corruptJournal, invariant, printable } from '#values';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { ModelUse } from '#contracts/result/result';
import type { RecordedAsk } from './ask.js';
import { exactRequests } from './canonical.js';
import { mayBeCharged, sentTries, type RecordedCall } from './recorded-call.js';
import type { RecordingReader } from './recording-store.js';

/** The parts of a call that are added up; its bodies are not needed. */
export type CountedCall = Pick<RecordedCall, 'asOf' | 'canonicaliser' | 'tries' | 'usage' | 'cost'>;

/** Values from the journal and the plan of the run. */
export interface ModelUseTerms {
  /** Outcomes of the due decisions. */
  readonly classes: Readonly<Record<AnswerClass, number>>;
  /** SHA-256 of the prompt's text; null for an agent with a prompt of its own. */
  readonly prompt: string | null;
}

interface Decision {
  readonly attempts: readonly RecordedAsk[];
  readonly calls: readonly CountedCall[];
}

/**
 * The use of a run, from all its attempts and ended calls in the order of the recording: sums of
 * money depend on it. The bodies of one decision are in memory at a time. `CorruptJournal` for a
 * call with an unknown canonicaliser.
 */
export async function recordedUse(
  recording: RecordingReader,
  run: string,
  terms: ModelUseTerms,
): Promise<ModelUse> {
  const decisions: Decision[] = [];
  const asks = Map.groupBy(await recording.asksOf(run), ({ opened }) => opened.asOf);
  for (const [asOf, attempts] of asks) {
    const calls = await recording.callsOf(run, asOf);
    decisions.push({ attempts, calls: calls.map(counted) });
  }
  return useOf(decisions, terms);
}

function counted({ asOf, canonicaliser, tries, usage, cost }: CountedCall): CountedCall {
  requireKnown(canonicaliser);
  return { asOf, canonicaliser, tries, usage, cost };
}

/**
 * Decimals of a sum of money: far below any price of a token, and above the rounding
 * errors of doubles.
 */
const usdDigits = 12;

function useOf(decisions: readonly Decision[], { classes, prompt }: ModelUseTerms): ModelUse {
  const models = decisions.map(({ attempts }) => attempts[0]?.opened.model ?? null);
  const calls = decisions.flatMap((decision) => decision.calls);
  const sum = (figure: (call: CountedCall) => number): number =>
    calls.reduce((total, call) => total + figure(call), 0);
  const tokens = (part: 'input' | 'output' | 'cachedInput' | 'reasoning'): number =>
    sum(({ usage }) => usage?.[part] ?? 0);
  const charged = calls.filter(({ tries }) => mayBeCharged(tries));
  const prices = new Set(calls.flatMap(({ cost }) => cost?.prices ?? []));
  const reason = mainReasonOf(decisions);
  return {
    model: models.find((model) => model !== null) ?? null,
    prompt,
    classes: { ...classes },
    ...(reason === undefined ? {} : { mainReason: reason }),
    attempts: decisions.reduce((total, { attempts }) => total + attempts.length, 0),
    calls: calls.length,
    retries: sum(retriesIn),
    uncertain: sum(uncertainIn),
    tokens: {
      input: tokens('input'),
      output: tokens('output'),
      cachedInput: tokens('cachedInput'),
      reasoning: tokens('reasoning'),
    },
    unmetered: charged.filter(({ usage }) => usage === null).length,
    usd: prices.size === 0 ? null : Number(sum(({ cost }) => cost?.usd ?? 0).toFixed(usdDigits)),
    prices: prices.size === 0 ? null : [...prices].sort().join(', '),
    unpriced: charged.filter(({ cost }) => cost === null).length,
    latencyMs: summaryOf(decisions.flatMap((decision) => latencyOf(decision) ?? [])),
    canonicalisers:
      calls.length === 0 ? [] : [{ id: exactRequests.id, sha256: canonicalHash(exactRequests) }],
  };
}

const retriesIn = (call: CountedCall): number =>
  Math.max(0, sentTries(call.tries).length - uncertainIn(call) - 1);

const uncertainIn = ({ tries }: CountedCall): number =>
  tries.filter(({ outcome }) => outcome === 'unknown').length;

/** Characters kept of a reason: a provider's message can be long. */
const reasonLengthMax = 200;

/**
 * Why most of the decisions without an answer have none, by their last attempts; the
 * first in a tie.
 */
function mainReasonOf(decisions: readonly Decision[]): ModelUse['mainReason'] {
  const ends = decisions.flatMap(({ attempts }) => attempts.at(-1)?.ended ?? []);
  const failed = ends.flatMap(({ class: answerClass, reason }) =>
    answerClass === 'answered' || reason === null
      ? []
      : [{ class: answerClass, reason: printable(reason, reasonLengthMax) }],
  );
  const alike = Map.groupBy(failed, (one) => `${one.class} ${one.reason}`);
  // The sort is stable.
  const [most] = [...alike.values()].sort((one, other) => other.length - one.length);
  return most?.[0] && { ...most[0], decisions: most.length };
}

function requireKnown(canonicaliser: string): void {
  if (canonicaliser === exactRequests.id) return;
  throw corruptJournal('a call names an unknown canonicaliser', {
    where: 'model calls: canonicaliser',
    expected: exactRequests.id,
    found: canonicaliser,
  });
}

/**
 * Milliseconds from the first call of a decision to its end, by the clock of the recording;
 * undefined if the decision has no end. If the gateway died meanwhile, the end is not before that
 * of the last try. Tries that were over before the decision was asked for answerClass from another
 * recording: they count with the time they took there.
 */
function latencyOf({ attempts, calls }: Decision): number | undefined {
  const last = attempts.at(-1);
  if (last === undefined || last.ended === null) return undefined;
  const opened = Date.parse((attempts[0] as RecordedAsk).opened.openedAt);
  const all = calls.flatMap((call) => call.tries);
  const own = all.filter((one) => endOf(one) >= opened);
  const elsewhere = all.filter((one) => endOf(one) < opened);
  const started =
    own.length === 0 ? opened : Math.min(...own.map(({ startedAt }) => Date.parse(startedAt)));
  const ended = Math.max(
    Date.parse(last.opened.openedAt) + last.ended.durationMs,
    ...own.map(endOf),
  );
  return elsewhere.reduce((sum, { durationMs }) => sum + durationMs, ended - started);
}

const endOf = ({ startedAt, durationMs }: CountedCall['tries'][number]): number =>
  Date.parse(startedAt) + durationMs;

function summaryOf(latencies: readonly number[]): ModelUse['latencyMs'] {
  if (latencies.length === 0) return null;
  const sorted = latencies.toSorted((one, other) => one - other);
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length;
  return { mean, median: atShare(sorted, 0.5), p95: atShare(sorted, 0.95) };
}

/** The least value that at least this share of all values does not exceed. */
function atShare(sorted: readonly number[], share: number): number {
  const value = sorted[Math.ceil(share * sorted.length) - 1];
  invariant(value !== undefined, 'a share of some values is one of them');
  return value;
}
