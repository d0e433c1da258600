/**
 * Whose sessions decide: the calendar of a scenario, of the data set, and of symbols with others.
 */

import { describe, expect, it } from 'vitest';
import type { CalendarName } from '#contracts';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { decisionCalendars } from './decision-calendars.js';

const lab = 'own:lab:0123456789abcdef';
const labToo = 'own:lab:fedcba9876543210';
const shop = 'own:shop:0123456789abcdef';

interface Given {
  readonly calendar?: string;
  readonly symbols: readonly string[];
  readonly portfolio?: boolean;
  readonly workflow?: string;
  readonly recorded?: boolean;
}

/** What runs on a data set decide by, on `tape`, if its symbols have these calendars. */
function decided(tape: string, calendars: Readonly<Record<string, string>>, given: Given) {
  const named = (name: string) => ({ name: name as CalendarName });
  const { workflow = 'trading', portfolio = false, recorded = false, ...rest } = given;
  const dataset = {
    symbols: Object.keys(calendars),
    calendar: named(tape),
    calendarOf: (symbol: string) => named(calendars[symbol]!),
    recorded,
  };
  const scenario = { ...rest, workflow, portfolio };
  return decisionCalendars(
    scenario as unknown as TradingScenario,
    dataset as unknown as Parameters<typeof decisionCalendars>[1],
  );
}
const two = { AAA: 'XNYS', BTC: '24/7' };
const both = ['AAA', 'BTC'];

describe('decisions are at the sessions', () => {
  it('of the first symbol, and of each other symbol of its own', () => {
    expect(decided('XNYS', two, { symbols: ['AAA'] })).toEqual({ name: 'XNYS' });
    expect(decided('XNYS', two, { symbols: ['BTC'] })).toEqual({ name: '24/7' });
    expect(decided('XNYS', two, { symbols: both })).toEqual({ name: 'XNYS', calendars: ['24/7'] });
    expect(decided('XNYS', two, { symbols: both.toReversed() })).toEqual({
      name: '24/7',
      calendars: ['XNYS'],
    });
    expect(decided('XTKS', two, { symbols: [] })).toEqual({ name: 'XTKS' });
  });

  it('of one calendar in a portfolio, or where the scenario names one', () => {
    expect(decided('XNYS', two, { symbols: both, portfolio: true })).toEqual({ name: 'XNYS' });
    expect(decided('XNYS', two, { symbols: both, calendar: '24/7' })).toEqual({ name: '24/7' });
    expect(decided('XNYS', two, { symbols: both, calendar: 'XTKS' })).toEqual({ name: 'XTKS' });
  });

  it('of both legs of a pair, which have to be the same', () => {
    const pair = { symbols: both, workflow: 'hedging' };
    const what = 'symbols: the legs of a pair fill together';
    expect(() => decided('XNYS', two, pair)).toThrow(
      `${what}; expected symbols of one calendar, which is that of the decisions; found XNYS, 24/7`,
    );
    expect(() => decided('XNYS', two, { ...pair, calendar: 'XTKS' })).toThrow(
      'found XTKS, XNYS, 24/7',
    );
    const same = { AAA: 'XNYS', BTC: 'XNYS' };
    expect(decided('XNYS', same, pair)).toEqual({ name: 'XNYS' });
  });
});

describe('a calendar of the data set’s own', () => {
  it('goes by its title, or its full name', () => {
    const own = { AAA: lab, BBB: shop };
    for (const calendar of ['own:lab', lab]) {
      expect(decided('XNYS', own, { symbols: ['BBB'], calendar })).toEqual({ name: lab });
    }
    expect(decided(shop, { AAA: 'XNYS' }, { symbols: ['AAA'], calendar: 'own:shop' })).toEqual({
      name: shop,
    });
  });

  it('is refused where none has its name, or two have', () => {
    const given = { symbols: ['AAA'], calendar: 'own:lab' };
    expect(() => decided('XNYS', { AAA: 'XNYS' }, given)).toThrow(
      'calendar: the data set has no such calendar; expected the name of an exchange; found ' +
        'own:lab',
    );
    expect(() => decided('XNYS', { AAA: shop, BBB: 'XNYS' }, given)).toThrow(
      `expected ${shop}; found own:lab`,
    );
    expect(() => decided('XNYS', { AAA: lab, BBB: labToo }, given)).toThrow(
      `calendar: several calendars of the data set have this name; expected ${lab}, ${labToo}; ` +
        'found own:lab',
    );
  });
});

describe('weeks and months', () => {
  const weeks = { AAA: 'XNYS weekly' };

  it('are those of the bars, whether the scenario says so or not', () => {
    for (const calendar of ['XTKS', 'XTKS weekly']) {
      const given = { symbols: ['AAA'], calendar };
      expect(decided('XNYS weekly', weeks, given)).toEqual({ name: 'XTKS weekly' });
    }
  });

  it('are refused where bars are of other lengths', () => {
    const what = 'calendar: the calendar has other sessions than the bars';
    const given = { symbols: ['AAA'], calendar: 'XNYS monthly' };
    expect(() => decided('XNYS weekly', weeks, given)).toThrow(
      `${what}; expected a calendar of days, or weekly; found XNYS monthly`,
    );
    expect(() => decided('XNYS', { AAA: 'XNYS' }, given)).toThrow(
      `${what}; expected a calendar of days; found XNYS monthly`,
    );
  });
});

it('a recording decides at the sessions of its tape', () => {
  const given = { symbols: ['AAA'], recorded: true };
  expect(decided('XNYS', two, { ...given, calendar: 'XNYS' })).toEqual({ name: 'XNYS' });
  expect(decided('XNYS weekly', { AAA: 'XNYS weekly' }, { ...given, calendar: 'XNYS' })).toEqual({
    name: 'XNYS weekly',
  });
  expect(() => decided('XNYS', two, { ...given, calendar: '24/7' })).toThrow(
    'calendar: the sessions of a recording are on its tape already; expected XNYS; found 24/7',
  );
});
