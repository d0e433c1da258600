/**
 * Answers on a pair as the journal keeps them: the first chooses it, and no later one
 * chooses another.
 */

import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import type { PairDecision } from '#contracts';
import type { Pair } from '#agents';
import type { TapePrices } from '../workflow/disputed-price.js';
import { PairTranslator } from './pair-translator.js';

const pool = ['AAPL', 'MSFT', 'TSLA'];
const chosen: Pair = { left: 'AAPL', right: 'MSFT' };
const tape: Readonly<Record<string, TapePrices>> = {
  AAPL: { trade: 100, adjusted: 97.5 },
  MSFT: { trade: 50, adjusted: 50 },
};

const translatorOf = (pair: Pair | null, keep?: (sha256: string, text: string) => void) =>
  new PairTranslator({ pool, pair: () => pair, prices: (symbol) => tape[symbol] ?? null }, keep);
const eventOf = (decision: Omit<PairDecision, 'kind'>, pair: Pair | null) =>
  translatorOf(pair).eventOf({ kind: 'pair', ...decision });

const first = 'left, right: expected two different symbols of "AAPL, MSFT, TSLA"';
const why = 'as the first decision chooses the pair';
const later = 'left, right: expected "AAPL" and "MSFT" or neither, as the pair was chosen already';

describe('the first decision', () => {
  it.each(['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'] as const)(
    'chooses the pair, in its order, with %s',
    (action) => {
      expect(eventOf({ left: 'TSLA', right: 'AAPL', action }, null)).toEqual({
        type: 'PairDecided',
        left: 'TSLA',
        right: 'AAPL',
        action,
        rationale: null,
      });
    },
  );

  it.each<[string, Partial<Pair>, string]>([
    ['no pair', {}, 'none and none'],
    ['half a pair', { left: 'AAPL' }, '"AAPL" and none'],
    ['one symbol twice', { left: 'AAPL', right: 'AAPL' }, '"AAPL" and "AAPL"'],
    ['a symbol outside of the pool', { left: 'AAPL', right: 'SPY' }, '"AAPL" and "SPY"'],
  ])('with %s is invalid', (_, pair, found) => {
    const reason = `${first}, ${why}; found ${found}`;
    expect(eventOf({ ...pair, action: 'HOLD' }, null)).toEqual({ type: 'DecisionInvalid', reason });
  });
});

describe('a later decision', () => {
  it.each<[string, Partial<Pair>]>([
    ['no pair', {}],
    ['the pair', chosen],
    ['one leg', { right: 'MSFT' }],
  ])('is of the pair that was chosen when it names %s', (_, pair) => {
    expect(eventOf({ ...pair, action: 'CLOSE' }, chosen)).toEqual({
      type: 'PairDecided',
      ...chosen,
      action: 'CLOSE',
      rationale: null,
    });
  });

  it.each<[string, Partial<Pair>, string]>([
    ['another pair', { left: 'TSLA', right: 'MSFT' }, '"TSLA" and "MSFT"'],
    ['the pair in another order', { left: 'MSFT', right: 'AAPL' }, '"MSFT" and "AAPL"'],
    ['another leg', { right: 'TSLA' }, 'none and "TSLA"'],
  ])('is refused when it names %s', (_, pair, found) => {
    const reason = `${later}; found ${found}`;
    expect(eventOf({ ...pair, action: 'HOLD' }, chosen)).toEqual({
      type: 'DecisionInvalid',
      reason,
    });
  });
});

describe('an answer', () => {
  it('of another kind of work is invalid, and a missing one keeps its reason', () => {
    const translator = translatorOf(chosen);
    expect(translator.eventOf({ kind: 'action', action: 'BUY' })).toEqual({
      type: 'DecisionInvalid',
      reason: 'kind: expected pair; found "action"',
    });
    expect(translator.eventOf({ kind: 'missing' })).toEqual({ type: 'DecisionMissing' });
    expect(translator.eventOf({ kind: 'late', reason: 'slow' })).toEqual({
      type: 'DecisionLate',
      reason: 'slow',
    });
  });

  it('keeps its rationale by hash, and keeps none of a decision that is invalid', () => {
    const kept: string[] = [];
    const translator = translatorOf(null, (_, text) => void kept.push(text));
    const said = { kind: 'pair', action: 'HOLD', rationale: 'They part.' } as const;
    translator.eventOf(said);
    expect(translator.eventOf({ ...said, ...chosen })).toMatchObject({
      rationale: sha256Hex('They part.'),
    });
    expect(kept).toEqual(['They part.']);
  });
});

describe('the prices that an agent gives', () => {
  const notesOn = (given: Record<string, number>) => {
    const translator = translatorOf(chosen);
    translator.eventOf({ kind: 'pair', action: 'HOLD', prices: given });
    return translator.notes();
  };

  it('are noted if they differ by more than half a cent from those of the tape, or are missing', () => {
    expect(notesOn({ AAPL: 100.005, MSFT: 49.995 })).toEqual([]);
    expect(notesOn({ AAPL: 97.505 })).toEqual([]);
    expect(notesOn({ AAPL: 100.006, MSFT: 49, SPY: 1 })).toEqual([
      { type: 'PriceDisputed', symbol: 'AAPL', said: 100.006, price: 100 },
      { type: 'PriceDisputed', symbol: 'MSFT', said: 49, price: 50 },
      { type: 'PriceDisputed', symbol: 'SPY', said: 1, price: null },
    ]);
  });

  it('are noted for the answer that gave them alone', () => {
    const translator = translatorOf(chosen);
    translator.eventOf({ kind: 'pair', action: 'HOLD', prices: { AAPL: 1 } });
    translator.eventOf({ kind: 'missing' });
    expect(translator.notes()).toEqual([]);
  });
});
