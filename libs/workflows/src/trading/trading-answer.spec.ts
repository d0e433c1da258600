/** Valid answers of a module, and how invalid ones are reported. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerText } from '#agents/seat/answer-text';
import { readAnswerText } from '#agents/module/answers/answer';
import { parseAnswer } from './trading-work.js';
import { reasonCharsMax } from '#agents/seat/failure-text';

const one = ['AAPL'];
const two = ['AAPL', 'MSFT'];

describe('an answer', () => {
  it.each([
    ['BUY', { kind: 'action', symbol: 'AAPL', action: 'BUY' }],
    ['HOLD', { kind: 'action', symbol: 'AAPL', action: 'HOLD' }],
    ['long', { kind: 'target', positions: { AAPL: 1 } }],
    ['short', { kind: 'target', positions: { AAPL: -1 } }],
    [
      { kind: 'action', action: 'SELL' },
      { kind: 'action', action: 'SELL' },
    ],
    [
      { kind: 'weights', weights: { AAPL: 0.5, MSFT: -0.5 } },
      { kind: 'weights', weights: { AAPL: 0.5, MSFT: -0.5 } },
    ],
    [null, { kind: 'missing' }],
    [undefined, { kind: 'missing' }],
  ])('%j is understood', (given, expected) => {
    expect(parseAnswer(given, one)).toEqual(expected);
  });

  it('of orders takes the defaults of the schema', () => {
    const order = { symbol: 'AAPL', side: 'buy', type: 'limit', shares: 2, limit: 99 };
    expect(parseAnswer({ kind: 'orders', orders: [order] }, two)).toEqual({
      kind: 'orders',
      orders: [{ ...order, timeInForce: 'day' }],
      cancel: [],
    });
  });

  const words = 'a decision or one of BUY, SELL, HOLD, long, flat, short';
  it.each<[unknown, readonly string[], string]>([
    ['Buy', one, `expected ${words}, found "Buy"`],
    ['constructor', one, `expected ${words}, found "constructor"`],
    ['long', two, 'expected a decision in full, as the run has several symbols, found "long"'],
    [true, one, `expected ${words}, found true`],
    [['BUY'], one, `expected ${words}, found ["BUY"]`],
    [{}, one, 'kind: expected one of action, target, weights, orders, found undefined'],
    [
      { kind: 'all in' },
      one,
      'kind: expected one of action, target, weights, orders, found "all in"',
    ],
    [
      { kind: 'action', action: 'buy' },
      one,
      'action: expected one of BUY, SELL, HOLD, found "buy"',
    ],
    [
      { kind: 'action', action: 'BUY', size: 3 },
      one,
      'expected no key "size", found {"kind":"action","action":"BUY","size":3}',
    ],
    [
      { kind: 'action', action: 'BUY' },
      two,
      'symbol: expected one of the symbols, as the run has several, found nothing',
    ],
    [
      { kind: 'target', positions: { AAPL: 2 } },
      one,
      'positions.AAPL: expected one of 1, 0, -1, found 2',
    ],
    [
      { kind: 'orders', orders: [{ symbol: 'AAPL', side: 'buy', type: 'limit', shares: 'all' }] },
      one,
      'orders.0.shares: expected number, found "all"',
    ],
  ])('%j is invalid on %j', (given, symbols, reason) => {
    expect(parseAnswer(given, symbols)).toEqual({ kind: 'invalid', reason });
  });

  it('of any value at all is an answer, with a reason on one short line', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
        (value) => {
          const answer = readAnswerText(answerText(value, 'decision'), (read) =>
            parseAnswer(read, one),
          );
          const reason = 'reason' in answer ? answer.reason : '';
          expect(reason.length).toBeLessThanOrEqual(reasonCharsMax);
          expect(reason).not.toMatch(/[\u0000-\u001f]/);
          expect(['missing', 'invalid']).toContain(answer.kind);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('deeper than any decision is invalid, and does no harm', () => {
    const json = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    const answer = readAnswerText({ kind: 'answer', json }, (read) => parseAnswer(read, one));
    expect(answer.kind).toBe('invalid');
  });
});

describe('what was returned, as text', () => {
  it.each([
    [NaN, '{"not JSON":"NaN"}'],
    [
      [() => 1, Symbol('s'), 1n, -0],
      '[{"not JSON":"function"},{"not JSON":"symbol"},{"not JSON":"1n"},0]',
    ],
    [{ kind: 'action', extra: undefined }, '{"kind":"action"}'],
  ])('%o keeps what JSON would lose', (given, json) => {
    expect(answerText(given, 'decision')).toEqual({ kind: 'answer', json });
  });
});
