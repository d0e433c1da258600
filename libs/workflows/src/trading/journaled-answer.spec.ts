/**
 * Answers as the journal keeps them: each kind, its symbols, its rationale by hash, its
 * reasons on one line.
 */

import { sha256Hex } from '#values';
import type { Decision, JournaledDecision } from '#contracts';
import type { Answer } from '#agents';
import { describe, expect, it } from 'vitest';
import type { TapePrices } from '../workflow/disputed-price.js';
import { AnswerTranslator } from './journaled-answer.js';

const eventOf = (answer: Answer, symbols: readonly string[] = ['AAPL']) =>
  new AnswerTranslator(symbols).eventOf(answer);

const order = {
  symbol: 'AAPL',
  side: 'buy',
  type: 'stop-limit',
  shares: 3,
  limit: 11,
  stop: 10,
  timeInForce: 'gtc',
} as const;
const bare = {
  symbol: 'GS',
  side: 'sell',
  type: 'market',
  notional: 5,
  timeInForce: 'day',
} as const;
const unnamed = { id: null, group: null };

const decisions: { decision: Decision; journaled: JournaledDecision }[] = [
  {
    decision: { kind: 'action', symbol: 'GS', action: 'SELL' },
    journaled: { kind: 'action', symbol: 'GS', action: 'SELL' },
  },
  {
    decision: { kind: 'action', action: 'HOLD' },
    journaled: { kind: 'action', symbol: 'AAPL', action: 'HOLD' },
  },
  {
    decision: { kind: 'target', positions: { GS: -1, AAPL: 0 } },
    journaled: {
      kind: 'target',
      positions: [
        { symbol: 'GS', position: -1 },
        { symbol: 'AAPL', position: 0 },
      ],
    },
  },
  {
    decision: { kind: 'weights', weights: { AAPL: 0.25 } },
    journaled: { kind: 'weights', weights: [{ symbol: 'AAPL', weight: 0.25 }] },
  },
  {
    decision: { kind: 'orders', orders: [order, { ...bare, id: 'a', group: 'g' }], cancel: ['b'] },
    journaled: {
      kind: 'orders',
      orders: [
        { ...order, ...unnamed, notional: null },
        { ...bare, id: 'a', group: 'g', shares: null, limit: null, stop: null },
      ],
      cancel: ['b'],
    },
  },
];

describe('a decision', () => {
  it.each(decisions)('of kind $decision.kind', ({ decision, journaled }) => {
    expect(eventOf(decision)).toEqual({
      type: 'DecisionMade',
      decision: journaled,
      rationale: null,
    });
  });

  it('without a symbol is invalid in a run of several', () => {
    const event = eventOf({ kind: 'action', action: 'BUY' }, ['AAPL', 'GS']);
    const reason = 'symbol: expected one of "AAPL, GS"; found none';
    expect(event).toEqual({ type: 'DecisionInvalid', reason });
  });

  it('keeps its rationale by hash, and hands the text out to be kept', () => {
    const kept: [string, string][] = [];
    const translator = new AnswerTranslator(['AAPL'], (sha256, text) => kept.push([sha256, text]));
    const event = translator.eventOf({ kind: 'action', action: 'BUY', rationale: 'why, then' });
    const rationale = sha256Hex('why, then');
    expect(event).toMatchObject({ type: 'DecisionMade', rationale });
    expect(JSON.stringify(event)).not.toContain('why');
    expect(kept).toEqual([[rationale, 'why, then']]);
  });

  it('that is frozen and comes again is the same event, also in turns', () => {
    const translator = new AnswerTranslator(['AAPL']);
    const [buy, sell] = (['BUY', 'SELL'] as const).map((action): Decision =>
      Object.freeze({ kind: 'action', action }),
    ) as [Decision, Decision];
    const first = translator.eventOf(buy);
    const second = translator.eventOf(sell);
    expect(first).not.toEqual(second);
    expect(translator.eventOf(buy)).toBe(first);
    expect(translator.eventOf(sell)).toBe(second);
    expect(translator.eventOf(sell)).toBe(second);
  });

  it('that may change is translated each time', () => {
    const translator = new AnswerTranslator(['AAPL']);
    const answer: { kind: 'action'; action: 'BUY' | 'SELL' } = { kind: 'action', action: 'BUY' };
    const actionNow = () => (translator.eventOf(answer) as { decision: unknown }).decision;
    expect(actionNow()).toMatchObject({ action: 'BUY' });
    answer.action = 'SELL';
    expect(actionNow()).toMatchObject({ action: 'SELL' });
  });
});

describe('weights that say what becomes of the rest', () => {
  const symbols = ['AAPL', 'GS', 'IBM', 'KO'];
  const open = new Set(['AAPL', 'IBM', 'KO']);
  const weightsOf = (answer: Answer) => {
    const translator = new AnswerTranslator(symbols, undefined, (symbol) => open.has(symbol));
    const event = translator.eventOf(answer);
    const decision = event.type === 'DecisionMade' ? event.decision : undefined;
    return decision?.kind === 'weights' ? decision.weights : undefined;
  };
  const weights = { KO: 0.75, GS: 0.25 };
  const named = [
    { symbol: 'KO', weight: 0.75 },
    { symbol: 'GS', weight: 0.25 },
  ];

  it.each([{}, { rest: 'keep' as const }])('name it no further: %o', (rest) => {
    expect(weightsOf({ kind: 'weights', weights, ...rest })).toEqual(named);
  });

  it('name each position that is left at 0, and nothing that has no position', () => {
    expect(weightsOf({ kind: 'weights', weights, rest: 'flat' })).toEqual([
      ...named,
      { symbol: 'AAPL', weight: 0 },
      { symbol: 'IBM', weight: 0 },
    ]);
  });

  it('are read by the positions of the moment, even when the same frozen answer comes again', () => {
    let isHeld = true;
    const translator = new AnswerTranslator(['AAPL', 'GS'], undefined, () => isHeld);
    const answer: Answer = Object.freeze({
      kind: 'weights',
      weights: Object.freeze({ GS: 1 }),
      rest: 'flat',
    });
    const first = translator.eventOf(answer);
    isHeld = false;
    expect(translator.again(answer)).toBeUndefined();
    expect(first).not.toEqual(translator.eventOf(answer));
    expect(translator.eventOf(answer)).toMatchObject({
      decision: { weights: [{ symbol: 'GS', weight: 1 }] },
    });
  });
});

describe('no decision', () => {
  it('is missing without a reason', () => {
    expect(eventOf({ kind: 'missing' })).toEqual({ type: 'DecisionMissing' });
  });

  it.each([
    { kind: 'invalid', type: 'DecisionInvalid' },
    { kind: 'late', type: 'DecisionLate' },
    { kind: 'failed', type: 'DecisionFailed' },
  ] as const)('is $kind, with its reason', ({ kind, type }) => {
    expect(eventOf({ kind, reason: 'no answer within 5 ms' })).toEqual({
      type,
      reason: 'no answer within 5 ms',
    });
  });

  it.each([
    { name: 'line ends', reason: ' a\r\n\tb\u2028c ', line: 'a b c' },
    { name: 'control characters', reason: '\u001b[31mred\u0000', line: '[31mred' },
    { name: '300 characters', reason: 'x'.repeat(300), line: 'x'.repeat(300) },
    { name: '301 characters', reason: 'x'.repeat(301), line: `${'x'.repeat(299)}…` },
  ])('has a reason of one line: $name', ({ reason, line }) => {
    expect(eventOf({ kind: 'failed', reason })).toEqual({ type: 'DecisionFailed', reason: line });
  });
});

describe('a price that comes with an action', () => {
  const unadjusted = (price: number): TapePrices => ({ trade: price, adjusted: price });
  const noted = (price: number, tape: TapePrices | null, symbol = 'AAPL') => {
    const translator = new AnswerTranslator(['AAPL'], undefined, undefined, () => tape);
    translator.eventOf(Object.freeze({ kind: 'action', symbol, action: 'BUY', price }));
    return translator.notes();
  };
  const disputed = (said: number, price: number | null) => [
    { type: 'PriceDisputed', symbol: 'AAPL', said, price },
  ];

  it.each([
    { said: 243.85, tape: 243.85 },
    { said: 243.85, tape: 243.845 },
    { said: 243.84, tape: 243.845 },
  ])('of $said agrees with $tape on the tape', ({ said, tape }) => {
    expect(noted(said, unadjusted(tape))).toEqual([]);
  });

  it('is the trade price or the adjusted close, and no other', () => {
    const tape: TapePrices = { trade: 243.85, adjusted: 242.1 };
    expect(noted(243.85, tape)).toEqual([]);
    expect(noted(242.104, tape)).toEqual([]);
    expect(noted(243, tape)).toEqual(disputed(243, 243.85));
  });

  it.each([
    { said: 243.85, tape: 243.8449 },
    { said: 243.85, tape: 244.35 },
    { said: 1, tape: null },
  ])('of $said is disputed by $tape on the tape', ({ said, tape }) => {
    const prices = tape === null ? null : unadjusted(tape);
    expect(noted(said, prices)).toEqual(disputed(said, tape));
  });

  it('of a symbol that the run does not trade is not looked up', () => {
    expect(noted(1, unadjusted(2), 'GS')).toEqual([]);
  });

  it('is compared each time that the same answer is given, and noted for its own answer alone', () => {
    let tape = 10;
    const translator = new AnswerTranslator(['AAPL'], undefined, undefined, () => unadjusted(tape));
    const answer: Decision = Object.freeze({ kind: 'action', action: 'HOLD', price: 10 });
    const bare: Decision = Object.freeze({ kind: 'action', action: 'HOLD' });
    const notesOn = (said: Decision) => {
      if (translator.again(said) === undefined) translator.eventOf(said);
      return translator.notes();
    };
    expect(notesOn(answer)).toEqual([]);
    tape = 11;
    expect(notesOn(answer)).toEqual(disputed(10, 11));
    expect(notesOn(bare)).toEqual([]);
    expect(notesOn(answer)).toEqual(disputed(10, 11));
    expect(notesOn(bare)).toEqual([]);
  });
});
