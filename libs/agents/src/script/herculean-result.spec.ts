/**
 * Result files: what is written is read again, in any order of submissions, and one clear error for
 * what is broken.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCivilDate, isFailure, type TapefoldError } from '#values';
import {
  decisionFileName,
  parseHedgingResult,
  parseTradingResult,
  withDecision,
  type DecisionFile,
} from './herculean-decisions.js';
import { modelPart, namePart, resultJson, resultText } from './herculean-result.js';

const price = fc.double({ min: 0.01, max: 1e6, noNaN: true });
const date = fc.integer({ min: 20_000, max: 20_200 }).map(formatCivilDate);
const tradingDays = fc.array(
  fc.record({
    date,
    price,
    action: fc.constantFrom('BUY' as const, 'SELL' as const, 'HOLD' as const),
  }),
  { minLength: 1, maxLength: 40 },
);
const hedgingDays = fc.array(
  fc.record({
    date,
    prices: fc.record({ NVDA: price, TSLA: price }),
    action: fc.constantFrom(
      'LONG_SHORT' as const,
      'SHORT_LONG' as const,
      'HOLD' as const,
      'CLOSE' as const,
    ),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Expected result of submissions: the last of each date, in order. */
function lastOfEach<T extends { readonly date: string }>(days: readonly T[]): T[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return [...byDate.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

describe('a trading result', () => {
  it('has the last decision of each date in order, through any submissions and files between them', () => {
    fc.assert(
      fc.property(tradingDays, (days) => {
        let result: DecisionFile['body'] | undefined;
        for (const day of days) {
          const { price, ...decision } = day;
          const own = { symbols: ['TSLA'], prices: { TSLA: price }, model: 'M' };
          const written = withDecision(result, { ...own, ...decision });
          result = parseTradingResult(resultJson(resultText(written), 'file'), 'file').body;
        }
        const expected = lastOfEach(days);
        expect(result).toEqual({
          status: 'in_progress',
          symbol: 'TSLA',
          model: 'M',
          start_date: expected[0]?.date,
          end_date: expected.at(-1)?.date,
          recommendations: expected.map((day) => ({
            date: day.date,
            price: day.price,
            recommended_action: day.action,
          })),
        });
      }),
    );
  });

  it('is written as HERCULEAN writes it, member by member', () => {
    const first = {
      symbols: ['TSLA'],
      date: '2026-01-02',
      prices: { TSLA: 438.07 },
      action: 'BUY',
      model: 'GPT',
    } as const;
    const again = parseTradingResult(withDecision(undefined, first), 'file').body;
    const result = withDecision(again, { ...first, date: '2026-01-05', action: 'HOLD' });
    expect(JSON.stringify(result)).toBe(
      '{"status":"in_progress","symbol":"TSLA","model":"GPT","start_date":"2026-01-02",' +
        '"end_date":"2026-01-05","recommendations":[{"date":"2026-01-02","price":438.07,' +
        '"recommended_action":"BUY"},{"date":"2026-01-05","price":438.07,' +
        '"recommended_action":"HOLD"}]}',
    );
  });

  it('keeps members and a status that others wrote', () => {
    const before = parseTradingResult(
      {
        status: 'completed',
        symbol: 'A',
        notes: [1],
        recommendations: [{ date: '2026-01-02', recommended_action: 'BUY', why: 'x' }],
      },
      'file',
    ).body;
    const result = withDecision(before, {
      symbols: ['A'],
      model: 'm',
      date: '2026-01-05',
      prices: { A: 1 },
      action: 'SELL',
    });
    expect(result).toMatchObject({ status: 'completed', notes: [1] });
    expect(result.recommendations[0]).toMatchObject({ why: 'x' });
  });
});

describe('a hedging result', () => {
  const pair = { symbols: ['NVDA', 'TSLA'], model: 'm', status: 'in_progress' } as const;

  it('has the last action of each date in order, through any submissions and files between them', () => {
    fc.assert(
      fc.property(hedgingDays, (days) => {
        let result: DecisionFile['body'] | undefined;
        for (const day of days) {
          const written = withDecision(result, { ...pair, ...day });
          result = parseHedgingResult(resultJson(resultText(written), 'file'), 'file').body;
        }
        const expected = lastOfEach(days);
        expect(result?.recommendations).toEqual(
          expected.map((day) => ({
            pair: 'NVDA, TSLA',
            date: day.date,
            price: { ...day.prices },
            recommended_action: day.action,
          })),
        );
      }),
    );
  });

  it('is written as HERCULEAN writes it, member by member', () => {
    const prices = { NVDA: 188.84, TSLA: 438.07 };
    const day = { ...pair, date: '2026-01-02', prices, action: 'LONG_SHORT' };
    const expected =
      '{"status":"in_progress","pair":"NVDA, TSLA","left":"NVDA","right":"TSLA",' +
      '"start_date":"2026-01-02","end_date":"2026-01-02","model":"m",' +
      '"recommendations":[{"pair":"NVDA, TSLA","date":"2026-01-02","price":{"NVDA":188.84,' +
      '"TSLA":438.07},"recommended_action":"LONG_SHORT"}]}';
    const result = withDecision(undefined, day);
    expect(JSON.stringify(result)).toBe(expected);
    const again = parseHedgingResult(result, 'file').body;
    expect(JSON.stringify(withDecision(again, day))).toBe(expected);
  });

  const good = {
    pair: 'A, B',
    left: 'A',
    right: 'B',
    recommendations: [{ pair: 'A, B', date: '2026-01-02', recommended_action: 'HOLD' }],
  };
  const record = good.recommendations[0];

  it.each([
    { name: 'no pair', body: { ...good, pair: undefined }, where: 'file: pair', found: 'nothing' },
    { name: 'another pair', body: { ...good, pair: 'B, A' }, where: 'file: pair', found: '"B, A"' },
    {
      name: 'one leg',
      body: { ...good, right: 'A', pair: 'A, A' },
      where: 'file: right',
      found: '"A"',
    },
    {
      name: 'no records',
      body: { ...good, recommendations: {} },
      where: 'file: recommendations',
      found: '{',
    },
    {
      name: 'a record of another pair',
      body: { ...good, recommendations: [record, { ...record, date: '2026-01-05', pair: 'C, D' }] },
      where: 'file: recommendations[1].pair',
      found: '"C, D"',
    },
    {
      name: 'a trading action',
      body: { ...good, recommendations: [{ ...record, recommended_action: 'BUY' }] },
      where: 'file: recommendations[0].recommended_action',
      found: '"BUY"',
    },
    {
      name: 'an invalid day',
      body: { ...good, recommendations: [{ ...record, date: '2026-02-30' }] },
      where: 'file: recommendations[0].date',
      found: '"2026-02-30"',
    },
    {
      name: 'a date twice',
      body: { ...good, recommendations: [record, record] },
      where: 'file: recommendations[1]',
      found: '"2026-01-02" again',
    },
  ])('with $name is refused, with its place and what is there', ({ body, where, found }) => {
    const failure = failureOf(() => parseHedgingResult(JSON.parse(JSON.stringify(body)), 'file'));
    expect(failure.where).toBe(where);
    expect(failure.found).toContain(found);
    expect(failure.expected).not.toBe('');
  });
});

function failureOf(work: () => unknown): TapefoldError {
  try {
    work();
  } catch (error) {
    expect(isFailure(error, 'InvalidInput')).toBe(true);
    return error as TapefoldError;
  }
  throw new Error('no failure');
}

describe('names of files', () => {
  it.each([
    ['BRK.B', 'GPT-4.1', 'trading_BRK_B_gpt-4_1.json'],
    ['../../etc', '../passwd', 'trading_______etc____passwd.json'],
    ['A/B', 'a b\0c', 'trading_A_B_a_b_c.json'],
    ['Ω', '😀', 'trading____.json'],
    ['TSLA', 'Claude_Opus-4', 'trading_TSLA_claude_opus-4.json'],
  ])('of %s and %s are of letters, digits, - and _', (symbol, model, name) => {
    expect(decisionFileName([symbol], model)).toBe(name);
  });

  it('of pairs have both legs in their order', () => {
    expect(decisionFileName(['NVDA', 'BRK.B'], 'X')).toBe('hedging_NVDA_BRK_B_x.json');
  });

  it('never lead out of their folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(namePart(text)).toMatch(/^[A-Za-z0-9_-]*$/);
        expect(modelPart(text)).toMatch(/^[a-z0-9_-]*$/);
      }),
    );
  });
});
