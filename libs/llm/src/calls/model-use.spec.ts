/** Model use of a run, computed by hand: tokens, money, retries, what cannot be known, and time. */

import { describe, expect, it } from 'vitest';
import { answerClasses, type AnswerClass } from '#contracts/journal/answer-class';
import { modelUseSchema } from '#contracts/result/result';
import { canonicalHash } from '#values';
import type { RecordedAsk } from './ask.js';
import { exactRequests } from './canonical.js';
import { recordedUse, type CountedCall, type ModelUseTerms } from './model-use.js';
import type { CallTry, RecordedCall, TokenUsage } from './recorded-call.js';

const run = 'a'.repeat(64);
const prompt = 'b'.repeat(64);
const classes = Object.fromEntries(answerClasses.map((name) => [name, 0])) as Record<
  AnswerClass,
  number
>;
const terms = { classes: { ...classes, answered: 2, refused: 1 }, prompt };

/** The `second` of one minute. */
const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();

interface Attempt {
  readonly attempt?: number;
  readonly openedAt?: string;
  readonly durationMs?: number | null;
  readonly class?: AnswerClass;
  readonly reason?: string;
}

function ask(asOf: number, given: Attempt = {}): RecordedAsk {
  const { attempt = 1, openedAt = at(0), durationMs = 1000 } = given;
  const key = { run, asOf, attempt };
  const model = 'openai/m';
  const ended = {
    class: given.class ?? 'answered',
    reason: given.reason ?? null,
    decision: null,
    notes: null,
  };
  return {
    opened: { ...key, agent: 'a', session: null, model, prompt: null, openedAt },
    ended: durationMs === null ? null : { ...key, ...ended, durationMs },
  };
}

const tried = (outcome: CallTry['outcome'], startedAt = at(0), durationMs = 500): CallTry => ({
  outcome,
  status: outcome === 'answered' ? 200 : null,
  startedAt,
  durationMs,
});

const usageOf = (input: number, output: number): TokenUsage => ({
  input,
  output,
  cachedInput: 3,
  cacheWrite: 0,
  reasoning: 2,
});

function call(asOf: number, given: Partial<CountedCall> = {}): CountedCall {
  const cost = { usd: 0.25, prices: '2026-01' };
  const tries = [tried('answered')];
  return { asOf, canonicaliser: 'exact-1', tries, usage: usageOf(10, 5), cost, ...given };
}

const modelUse = (
  asks: readonly RecordedAsk[],
  calls: readonly CountedCall[],
  given: ModelUseTerms,
): ReturnType<typeof recordedUse> => {
  const recording = {
    asksOf: () => Promise.resolve(asks),
    callsOf: (_: string, asOf?: number) =>
      Promise.resolve(calls.filter((one) => one.asOf === asOf) as RecordedCall[]),
  };
  return recordedUse(recording, run, given);
};

describe('the use of a model', () => {
  it('adds up attempts, calls, tokens and money, and has the published form', async () => {
    const asks = [ask(3, { class: 'refused' }), ask(3, { attempt: 2 }), ask(9)];
    const use = await modelUse(asks, [call(3), call(3), call(9)], terms);
    expect(use).toMatchObject({
      model: 'openai/m',
      prompt,
      classes: terms.classes,
      attempts: 3,
      calls: 3,
      retries: 0,
      tokens: { input: 30, output: 15, cachedInput: 9, reasoning: 6 },
      usd: 0.75,
      prices: '2026-01',
      unmetered: 0,
      unpriced: 0,
      uncertain: 0,
      canonicalisers: [{ id: 'exact-1', sha256: canonicalHash(exactRequests) }],
    });
    expect(modelUseSchema.parse(use)).toEqual(use);
  });

  it('says why most decisions were not answered, by their last attempts', async () => {
    const failed = (asOf: number, reason: string, attempt = 1): RecordedAsk =>
      ask(asOf, { attempt, class: 'provider error', reason });
    const wrongKey = `status 401: ${'x'.repeat(500)}\u001b`;
    const asks = [
      failed(1, 'stalled'),
      failed(2, wrongKey),
      failed(3, wrongKey),
      // Answered in the end, or ended for another reason.
      failed(4, 'stalled'),
      ask(4, { attempt: 2 }),
      failed(5, 'stalled'),
      failed(5, 'cut', 2),
    ];
    const { mainReason } = await modelUse(asks, [], terms);
    expect(mainReason).toMatchObject({ class: 'provider error', decisions: 2 });
    expect(mainReason?.reason).toMatch(/^status 401: x{187}…$/);
    expect(await modelUse([ask(3)], [], terms)).not.toHaveProperty('mainReason');
  });

  it('has no price when no call has one, and no cost of those that were turned away', async () => {
    const turnedAway = { tries: [tried('rate limited'), tried('server error')], usage: null };
    const calls = [call(3, { cost: null }), call(3, { ...turnedAway, cost: null })];
    const use = await modelUse([ask(3)], calls, terms);
    expect(use).toMatchObject({ usd: null, prices: null, unpriced: 1, unmetered: 0, retries: 1 });
  });

  it('counts what the provider may have charged without saying so', async () => {
    const open = { usage: null, cost: null };
    const calls = [
      call(3),
      call(3, { ...open, tries: [tried('cut off')] }),
      call(3, { ...open, tries: [tried('stalled')] }),
    ];
    const use = await modelUse([ask(3)], calls, terms);
    expect(use).toMatchObject({ usd: 0.25, unpriced: 2, unmetered: 2 });
  });

  it('counts tries with an unknown end, but not as retries', async () => {
    const tries = [tried('unknown'), tried('rate limited'), tried('answered')];
    const use = await modelUse([ask(3)], [call(3, { tries })], terms);
    expect(use).toMatchObject({ calls: 1, uncertain: 1, retries: 1 });
  });

  it('counts no retry, and no charge, where a call ended while it waited for its next try', async () => {
    const uncharged = { usage: null, cost: null };
    const waited = [tried('rate limited'), tried('abandoned', at(1), 0)];
    const sent = [tried('rate limited'), tried('abandoned', at(1), 40)];
    const once = [tried('abandoned', at(1), 0)];
    const counts = async (tries: CallTry[]) => {
      const { retries, unmetered, unpriced } = await modelUse(
        [ask(3)],
        [call(3, { ...uncharged, tries })],
        terms,
      );
      return { retries, unmetered, unpriced };
    };
    expect(await counts(waited)).toEqual({ retries: 0, unmetered: 0, unpriced: 0 });
    expect(await counts(sent)).toEqual({ retries: 1, unmetered: 1, unpriced: 1 });
    // Only behind another try it is a mark.
    expect(await counts(once)).toEqual({ retries: 0, unmetered: 1, unpriced: 1 });
  });

  it('adds money up without the noise of doubles', async () => {
    const calls = Array.from({ length: 100 }, () =>
      call(3, { cost: { usd: 0.0045, prices: 'p' } }),
    );
    expect((await modelUse([ask(3)], calls, terms)).usd).toBe(0.45);
  });

  it('names every price table that calls were priced by', async () => {
    const cost = { usd: 1, prices: '2025-12' };
    expect((await modelUse([ask(3)], [call(3), call(3, { cost })], terms)).prices).toBe(
      '2025-12, 2026-01',
    );
  });

  it('measures a decision from its first call to the end of its last attempt', async () => {
    const asks = [
      ask(3, { openedAt: at(0), class: 'truncated' }),
      ask(3, { attempt: 2, openedAt: at(4), durationMs: 2000 }),
      ask(9, { openedAt: at(20), durationMs: 1000 }),
    ];
    const calls = [
      call(3, { tries: [tried('rate limited', at(1)), tried('answered', at(2))] }),
      call(3, { tries: [tried('answered', at(5))] }),
    ];
    const { latencyMs } = await modelUse(asks, calls, terms);
    expect(latencyMs).toEqual({ mean: 3000, median: 1000, p95: 5000 });
  });

  it('does not end a decision before its last try did', async () => {
    // The process died after its first call; the next one counted its own time alone.
    const calls = [call(3, { tries: [tried('answered', at(0)), tried('answered', at(30), 250)] })];
    const { latencyMs } = await modelUse([ask(3, { durationMs: 10 })], calls, terms);
    expect(latencyMs?.mean).toBe(30_250);
  });

  it('counts a call from another recording with the time it took there', async () => {
    const copied = call(3, { tries: [tried('answered', at(0), 700)] });
    const asks = [ask(3, { openedAt: at(3600), durationMs: 2000 })];
    expect((await modelUse(asks, [copied], terms)).latencyMs?.mean).toBe(2700);
    const made = call(3, { tries: [tried('answered', at(3601), 400)] });
    expect((await modelUse(asks, [copied, made], terms)).latencyMs?.mean).toBe(1700);
  });

  it('has no time of a decision that did not end', async () => {
    expect((await modelUse([ask(3, { durationMs: null })], [call(3)], terms)).latencyMs).toBeNull();
  });

  it('refuses a canonicaliser that it does not know', async () => {
    const calls = [call(3, { canonicaliser: 'other-1' })];
    await expect(modelUse([ask(3)], calls, terms)).rejects.toThrow(
      expect.objectContaining({ code: 'CorruptJournal' }),
    );
  });
});
