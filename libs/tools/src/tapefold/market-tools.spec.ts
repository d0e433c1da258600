/** Our own tools: their results, and that these never include later data. */

import { describe, expect, it } from 'vitest';
import { smallDesk } from '../../test/small-desk.js';
import { answer, closeOf, day, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import type { RunDesk } from '../tool/tool.js';
import { marketTools } from './market-tools.js';

const dates = { declaredDate: day('2026-01-05'), recordDate: null, payDate: null };
const money = { currency: 'USD', type: 'CD' };
const numbers = { symbol: 'AAA', form: '10-Q', fiscalYear: 2025, fiscalPeriod: 'Q3' };
const filed = { periodStart: null, acceptedAt: null, accession: null };
const value = (of: number) => ({ value: of, unit: 'USD', label: 'Revenues' });
const market = smallMarket({
  prices: {
    AAA: {
      '2025-12-24': { close: 8, high: 9, low: 7 },
      '2026-01-02': { close: 10, high: 12, low: 9 },
      '2026-01-05': { close: 13, high: 14, low: 11 },
      '2026-01-06': { close: 12, high: 15, low: 10 },
    },
  },
  news: [
    { id: '1', symbol: 'AAA', date: '2026-01-02', title: 'Apple pie', text: 'Recalled in CHINA.' },
    { id: '2', symbol: 'AAA', date: '2026-01-05', text: 'Apples from China again' },
    { id: '3', symbol: 'AAA', date: '2026-01-06', text: 'apple china later' },
  ],
  facts: [
    {
      time: closeOf('2026-01-05'),
      payload: {
        kind: 'dividend',
        symbol: 'AAA',
        exDate: day('2026-01-20'),
        amount: 1,
        ...dates,
        ...money,
      },
    },
    {
      time: closeOf('2026-01-06') - 1,
      payload: { kind: 'split', symbol: 'AAA', effectiveDate: day('2026-01-06'), from: 1, to: 4 },
    },
    ...['2026-01-02', '2026-01-06'].map((date, number) => ({
      time: closeOf(date),
      payload: {
        kind: 'fundamentals' as const,
        ...numbers,
        ...filed,
        periodEnd: day('2025-09-30'),
        filedDate: day(date),
        statements: { income: { Revenues: value(number) }, cash: { Cash: value(5) } },
      },
    })),
  ],
});
const ask = (asOf: string, name: string, args: object, desk?: RunDesk): unknown =>
  answer(marketTools, { view: market(asOf), ...(desk === undefined ? {} : { desk }) }, [
    name,
    args,
  ]);

describe('get_corporate_actions', () => {
  const actions = (asOf: string, args: object = {}): unknown =>
    ask(asOf, 'get_corporate_actions', { symbol: 'AAA', ...args });
  const dividend = {
    symbol: 'AAA',
    ex_date: '2026-01-20',
    declared_date: '2026-01-05',
    record_date: null,
    pay_date: null,
    amount: 1,
    ...money,
  };

  it('has what was announced, even when its day is to come', () => {
    expect(actions('2026-01-02')).toEqual({ dividends: [], splits: [] });
    expect(actions('2026-01-05')).toEqual({ dividends: [dividend], splits: [] });
    expect(actions('2026-01-06', { date_end: '2026-01-10' })).toEqual({
      dividends: [],
      splits: [{ symbol: 'AAA', effective_date: '2026-01-06', from: 1, to: 4 }],
    });
  });
});

describe('get_fundamentals', () => {
  const entry = (date: string, statements: object): object => ({
    symbol: 'AAA',
    form: '10-Q',
    fiscal_year: 2025,
    fiscal_period: 'Q3',
    period_start: null,
    period_end: '2025-09-30',
    filed_date: date,
    statements,
  });

  it('begins with the newest that is filed', () => {
    const both = { income: { Revenues: value(0) }, cash: { Cash: value(5) } };
    const asked = { symbol: 'AAA', count: 5 };
    expect(ask('2026-01-05', 'get_fundamentals', asked)).toEqual([entry('2026-01-02', both)]);
    expect(ask('2026-01-06', 'get_fundamentals', { ...asked, statement: 'income' })).toEqual([
      entry('2026-01-06', { income: { Revenues: value(1) } }),
      entry('2026-01-02', { income: { Revenues: value(0) } }),
    ]);
    expect(ask('2026-01-06', 'get_fundamentals', { symbol: 'AAA', form: '10-K' })).toEqual([]);
  });
});

describe('get_calendar', () => {
  it('lists the sessions that have opened', () => {
    const range = { date_start: '2025-12-23', date_end: '2026-12-31' };
    const { sessions, ...rest } = ask('2025-12-26', 'get_calendar', range) as {
      sessions: object[];
    };
    expect(rest).toEqual({
      calendar: 'XNYS',
      sessions_per_year: 252,
      as_of: '2025-12-26T21:00:00Z',
      session: '2025-12-26',
    });
    // Early on Christmas Eve.
    const open = 'T14:30:00Z';
    const usual = 'T21:00:00Z';
    expect(sessions).toEqual(
      ['2025-12-23', '2025-12-24', '2025-12-26'].map((date) => ({
        date,
        open: `${date}${open}`,
        close: `${date}${date === '2025-12-24' ? 'T18:00:00Z' : usual}`,
        early_close: date === '2025-12-24',
      })),
    );
  });
});

describe('search_news', () => {
  const ids = (asOf: string, args: object): unknown => {
    const found = ask(asOf, 'search_news', { symbol: 'AAA', ...args }) as {
      total: number;
      news: { id: number }[];
    };
    return [found.total, found.news.map(({ id }) => id)];
  };

  it.each([
    ['every keyword, in any case, newest first', { keywords: ['apple', 'china'] }, [2, [2, 1]]],
    ['a part of the title', { keywords: ['PIE'] }, [1, [1]]],
    ['words as they stand', { keywords: ['from china'] }, [1, [2]]],
    ['no more than the limit', { keywords: ['apple'], limit: 1 }, [2, [2]]],
    ['the days of the range', { keywords: ['apple'], date_end: '2026-01-03' }, [1, [1]]],
    ['nothing of later', { keywords: ['later'] }, [0, []]],
  ])('finds %s', (_, args, expected) => {
    expect(ids('2026-01-05', args)).toEqual(expected);
  });
});

describe('the account and the policy', () => {
  const desk = smallDesk(['AAA']);

  it('are those of the run', () => {
    expect(ask('2026-01-06', 'get_account', {}, desk)).toEqual({
      workflow: 'trading',
      capital: 1000,
      cash: 400,
      equity: 900,
      pair: null,
      positions: [{ symbol: 'AAA', shares: 10, price: 12 }],
    });
    expect(ask('2026-01-06', 'get_execution_policy', {}, desk)).toEqual(desk.policy);
  });

  it.each(['get_account', 'get_execution_policy'])('%s is not served by hand', (name) => {
    const outcome = outcomeOf(marketTools, { view: market() }, [name, {}]);
    expect(outcome.error).toContain('no such tool');
  });
});

describe('indicators', () => {
  const computed = (asOf: string, args: object): unknown =>
    ask(asOf, 'get_indicator_value', { symbol: 'AAA', ...args });

  it('are listed, those on closes with those of windows', () => {
    const names = (args: object): string[] =>
      (ask('2026-01-06', 'list_indicators', args) as { name: string }[]).map(({ name }) => name);
    expect(names({})).toEqual(expect.arrayContaining(['sma', 'ema', 'rsi', 'macd', 'bollinger']));
    expect(names({})).toEqual(expect.arrayContaining(['atr', 'adx', 'stochastic', 'obv']));
    expect(names({ names: ['atr', 'sma', 'none'] })).toEqual(['sma', 'atr']);
  });

  it('are computed as of the last bar', () => {
    const sma = { name: 'sma', options: { length: 2 } };
    const found = { symbol: 'AAA', ...sma, missing: null };
    expect(computed('2026-01-05', sma)).toEqual({ ...found, date: '2026-01-05', value: 11.5 });
    expect(computed('2026-01-06', sma)).toEqual({ ...found, date: '2026-01-06', value: 12.5 });
    // Closes 10, 13, 12: the true range is 15 - 10.
    expect(computed('2026-01-06', { name: 'trueRange' })).toMatchObject({ value: 5, options: {} });
  });

  it('say what is missing', () => {
    expect(computed('2026-01-06', { name: 'bollinger' })).toMatchObject({
      options: { length: 20, deviations: 2 },
      value: null,
      missing: expect.stringContaining('4 are readable') as string,
    });
    expect(computed('2026-01-06', { name: 'atr' })).toMatchObject({
      options: { period: 14 },
      value: null,
      missing: expect.stringContaining('4 are readable') as string,
    });
  });

  it.each([
    ['a name of none', { name: 'magic' }],
    ['an option of none', { name: 'sma', options: { period: 3 } }],
    ['a length of nothing', { name: 'sma', options: { length: 0 } }],
    ['half a bar', { name: 'atr', options: { period: 1.5 } }],
  ])('are refused for %s', (_, args) => {
    const asked = ['get_indicator_value', { symbol: 'AAA', options: {}, ...args }] as const;
    expect(outcomeOf(marketTools, { view: market() }, asked).error).not.toBeNull();
  });
});
