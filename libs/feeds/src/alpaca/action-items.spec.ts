/**
 * Corporate actions that positions do not follow are reported with their date and one
 * of their shares.
 */

import { describe, expect, it } from 'vitest';
import { parseCivilDate } from '#values';
import { actionItem } from './action-items.js';

const day = (text: string) => parseCivilDate(text)!;
const reported = (message: unknown, from = '2024-06-10'): unknown =>
  actionItem('spin_offs', message, { from: day(from), currencyOf: () => 'USD' });
const complaint = (reason: string) => {
  return { kind: 'complaint', code: 'corporate action', reason, fatal: false };
};

describe('an action that positions do not follow', () => {
  const dates = {
    process_date: '2024-06-23',
    effective_date: '2024-06-22',
    ex_date: '2024-06-21',
  };

  it.each([
    [dates, '2024-06-21'],
    [{ process_date: '2024-06-23', effective_date: '2024-06-22' }, '2024-06-22'],
    [{ process_date: '2024-06-23' }, '2024-06-23'],
    [{}, /process_date/],
    [{ process_date: 'soon' }, /process_date/],
  ])('with %o has the first of its dates', (named, expected) => {
    const message = { ...named, symbol: 'ABC' };
    if (expected instanceof RegExp) expect(() => reported(message)).toThrow(expected);
    else {
      const reason = `"spin_offs" of ABC on ${expected}: positions do not follow it`;
      expect(reported(message)).toEqual(complaint(reason));
    }
  });

  it.each([
    [{ symbol: 'AAA', source_symbol: 'BBB' }, 'AAA'],
    [{ source_symbol: 'BBB', old_symbol: 'CCC' }, 'BBB'],
    [{ old_symbol: 'CCC', acquiree_symbol: 'DDD' }, 'CCC'],
    [{ acquiree_symbol: 'DDD', new_symbol: 'EEE' }, 'DDD'],
    [{ new_symbol: 'EEE' }, '?'],
    [{ symbol: '', old_symbol: 'CCC' }, 'CCC'],
  ])('with %o names a share that a position holds', (named, symbol) => {
    const reason = `"spin_offs" of ${symbol} on 2024-06-21: positions do not follow it`;
    expect(reported({ ...dates, ...named })).toEqual(complaint(reason));
  });

  it('is left out before the day from which actions were asked for', () => {
    expect(reported({ ...dates, symbol: 'ABC' }, '2024-06-21')).toBeDefined();
    expect(reported({ ...dates, symbol: 'ABC' }, '2024-06-22')).toBeUndefined();
  });

  it.each([7, null, 'text', []])('is refused if it is %o', (message) => {
    expect(() => reported(message)).toThrow(/not a corporate action|process_date/);
  });
});

describe('an action that positions follow', () => {
  const split = { symbol: 'ABC', new_rate: 2, old_rate: 1, ex_date: '2024-06-10' };
  const dividend = {
    symbol: 'ABC',
    rate: 0.5,
    special: true,
    ex_date: '2024-06-10',
    record_date: '',
    payable_date: null,
  };
  const read = (kind: string, message: object, from: string): unknown =>
    actionItem(kind, message, { from: day(from), currencyOf: (symbol) => `money of ${symbol}` });

  it.each([
    ['forward_splits', split],
    ['cash_dividends', dividend],
  ])('of %s counts from the day from which it was asked for', (kind, message) => {
    expect(read(kind, message, '2024-06-10')).toMatchObject({ kind: 'action' });
    expect(read(kind, message, '2024-06-11')).toBeUndefined();
  });

  it('may be a special dividend, with dates that are not known', () => {
    expect(read('cash_dividends', dividend, '2024-06-10')).toMatchObject({
      action: { type: 'special', recordDate: null, payDate: null, currency: 'money of ABC' },
    });
  });

  it('is not one of a kind that objects have by nature', () => {
    expect(
      read('constructor', { ...split, process_date: '2024-06-12' }, '2024-06-10'),
    ).toMatchObject({
      kind: 'complaint',
      reason: '"constructor" of ABC on 2024-06-10: positions do not follow it',
    });
  });
});
