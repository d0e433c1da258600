/** Model use of a run, added up from its recording: attempts, calls, tokens, money, time. */

import { canonicalHash, corruptJournal, invariant, printable } from '#values';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { ModelUse } from '#contracts/result/result';
import type { RecordedAsk } from './ask.js';
import { exactRequests } from './canonical.js';
import { mayBeCharged, type RecordedCall } from './recorded-call.js';
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

/**
 * The use of a run, from all its attempts and ended calls in the order of the recording: sums of money depend on it.
 * The calls of one decision are in memory at a time. `CorruptJournal` for a call with an unknown canonicaliser.
 */
export async function recordedUse(
  recording: RecordingReader,
  run: string,
  terms: ModelUseTerms,
): Promise<ModelUse> {
  const sum = new UseSum(terms);
  for (const [asOf, attempts] of decisionsIn(await recording.asksOf(run))) {
    sum.add(attempts, await recording.callsOf(run, asOf));
  }
  return sum.end();
}

const decisionsIn = (asks: readonly RecordedAsk[]): Map<number, RecordedAsk[]> =>
  Map.groupBy(asks, ({ opened }) => opened.asOf);

type Reason = NonNullable<ModelUse['mainReason']>;

/** Characters kept of a reason: a provider's message can be long. */
const reasonLengthMax = 200;

/** The first of those that are equally frequent. */
const mostFrequent = (reasons: readonly Reason[]): Reason =>
  reasons.reduce((most, one) => (one.decisions > most.decisions ? one : most));

/** Decimals of a sum of money: far below any price of a token, and above the rounding errors of doubles. */
const usdDigits = 12;

/** Adds up decision after decision. */
class UseSum {
  private model: string | null = null;
  private attempts = 0;
  private calls = 0;
  private retries = 0;
  private uncertain = 0;
  private unmetered = 0;
  private unpriced = 0;
  private usd: number | null = null;
  private readonly tokens = { input: 0, output: 0, cachedInput: 0, reasoning: 0 };
  private readonly prices = new Set<string>();
  private readonly latencies: number[] = [];
  private readonly reasons = new Map<string, Reason>();

  constructor(private readonly terms: ModelUseTerms) {}

  /** The attempts of one decision in their order, and its calls. */
  add(attempts: readonly RecordedAsk[], calls: readonly CountedCall[]): void {
    this.model ??= attempts[0]?.opened.model ?? null;
    this.attempts += attempts.length;
    this.addReason(attempts.at(-1));
    for (const call of calls) this.addCall(call);
    const latency = latencyOf(attempts, calls);
    if (latency !== undefined) this.latencies.push(latency);
  }

  end(): ModelUse {
    const { classes, prompt } = this.terms;
    return {
      model: this.model,
      prompt,
      classes: { ...classes },
      ...(this.reasons.size === 0 ? {} : { mainReason: mostFrequent([...this.reasons.values()]) }),
      attempts: this.attempts,
      calls: this.calls,
      retries: this.retries,
      uncertain: this.uncertain,
      tokens: { ...this.tokens },
      unmetered: this.unmetered,
      usd: this.usd === null ? null : Number(this.usd.toFixed(usdDigits)),
      prices: this.prices.size === 0 ? null : [...this.prices].sort().join(', '),
      unpriced: this.unpriced,
      latencyMs: summaryOf(this.latencies),
      canonicalisers:
        this.calls === 0 ? [] : [{ id: exactRequests.id, sha256: canonicalHash(exactRequests) }],
    };
  }

  private addReason(last: RecordedAsk | undefined): void {
    const { class: answerClass = 'answered', reason = null } = last?.ended ?? {};
    if (answerClass === 'answered' || reason === null) return;
    const words = printable(reason, reasonLengthMax);
    const key = `${answerClass} ${words}`;
    const decisions = (this.reasons.get(key)?.decisions ?? 0) + 1;
    this.reasons.set(key, { class: answerClass, reason: words, decisions });
  }

  private addCall({ canonicaliser, tries, usage, cost }: CountedCall): void {
    requireKnown(canonicaliser);
    const uncertain = tries.filter(({ outcome }) => outcome === 'unknown').length;
    this.calls++;
    this.uncertain += uncertain;
    this.retries += Math.max(0, tries.length - uncertain - 1);
    const isChargeable = mayBeCharged(tries);
    if (usage !== null) {
      this.tokens.input += usage.input;
      this.tokens.output += usage.output;
      this.tokens.cachedInput += usage.cachedInput;
      this.tokens.reasoning += usage.reasoning;
    } else if (isChargeable) this.unmetered++;
    if (cost !== null) {
      this.usd = (this.usd ?? 0) + cost.usd;
      this.prices.add(cost.prices);
    } else if (isChargeable) this.unpriced++;
  }
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
 * Milliseconds from the first call of a decision to its end, by the clock of the recording; undefined if the
 * decision has no end. If the gateway died meanwhile, the end is not before that of the last try. Tries that were
 * over before the decision was asked for answerClass from another recording: they count with the time they took there.
 */
function latencyOf(
  attempts: readonly RecordedAsk[],
  calls: readonly CountedCall[],
): number | undefined {
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
