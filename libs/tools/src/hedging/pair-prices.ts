/** Tools for the pool, and for days and prices of pairs. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { pricedRows } from '../market/daily-rows.js';
import {
  dateField,
  dateOrNull,
  dateText,
  rangeFields,
  rangeOf,
  symbolAndDate,
  symbolField,
} from '../market/fields.js';
import { tool, type Tool, type ToolContext } from '../tool/tool.js';
import { kindOfDay } from '../trading/trading-tools.js';
import { lastCommonDay, legsOn, pairFields, pairPrices, pricesOf } from './pair-rows.js';

/** The symbols of the run, or of the data set if tools are served outside a run. */
export function poolOf({ view, desk }: ToolContext): readonly string[] {
  return desk?.symbols ?? view.symbols;
}

const getStockPool = tool({
  name: 'get_stock_pool',
  title: 'The pool of symbols',
  description:
    'The symbols among which the pair of a hedging run is chosen, in the order of the run (of ' +
    'the data set, where there is no run). Any two of them, in either order, can be a pair.',
  input: z.strictObject({}),
  output: z.strictObject({
    pool_name: z.string(),
    symbols: z.array(z.string()),
    size: z.int(),
  }),
  call: (_, context) => {
    const symbols = poolOf(context);
    const name = context.desk === null ? 'symbols of the data set' : 'symbols of the run';
    return { pool_name: name, symbols: [...symbols], size: symbols.length };
  },
});

export const getCommonTradingDates = tool({
  name: 'get_common_trading_dates',
  title: 'Days on which all symbols traded',
  description:
    'The days from date_start to date_end (both inclusive) on which every one of the symbols has ' +
    'a price, oldest first. Without symbols, those of the pool. Days after the as-of do not ' +
    'appear.',
  input: z.strictObject({
    ...rangeFields,
    symbols: z.array(symbolField).min(1).max(1000).nullish().describe('Default: the pool.'),
  }),
  output: z.array(dateText),
  call: ({ symbols, ...dates }, context) => {
    const range = rangeOf(dates);
    const asked = [...new Set(symbols ?? poolOf(context))];
    const [first, ...others] = asked.map(
      (symbol) => new Set(pricedRows(context.view, symbol, range).map(({ date }) => date)),
    );
    return [...(first ?? [])]
      .filter((date) => others.every((traded) => traded.has(date)))
      .map(formatCivilDate);
  },
});

export const getLegPrices = tool({
  name: 'get_prices',
  title: 'Daily price of a symbol',
  description:
    'The price of one symbol for each session from date_start to date_end (both inclusive), ' +
    'oldest first. price is adj_close, per share in the currency of the symbol, at which pairs ' +
    'are evaluated; volume in shares (null where unknown). A session is known from its close on. ' +
    'A range wholly after the as-of is an empty list.',
  input: z.strictObject({ symbol: symbolField, ...rangeFields }),
  output: z.array(
    z.strictObject({
      ...symbolAndDate,
      price: z.number(),
      volume: z.number().nullable(),
    }),
  ),
  call: ({ symbol, ...dates }, { view }) =>
    pricedRows(view, symbol, rangeOf(dates)).map(({ date, adjClose: price, volume }) => {
      return { symbol, date: formatCivilDate(date), price, volume };
    }),
});

export const getPairPrices = tool({
  name: 'get_pair_prices',
  title: 'Prices of both legs on a day',
  description:
    'adj_close of both symbols on target_date, by symbol. available is false, and prices empty, ' +
    'unless both are known at the as-of: on closed days, where a leg is missing, and for days ' +
    'that are still to come.',
  input: z.strictObject({ ...pairFields, target_date: dateField('The day asked about.') }),
  output: z.strictObject({
    available: z.boolean(),
    date: dateText,
    prices: pairPrices,
  }),
  call: (asked, { view }) => {
    const { legs, rows } = legsOn(view, asked);
    const available = rows.length === legs.length;
    return { available, date: asked.target_date, prices: available ? pricesOf(legs, rows) : {} };
  },
});

const isPairTradingDay = tool({
  name: 'is_pair_trading_day',
  title: 'Whether both legs traded on a day',
  description:
    'Whether both symbols traded on target_date, as known at the as-of. reason is weekend, ' +
    'trading_day, missing_leg (one of the two has no price), holiday (neither has, though later ' +
    'common days are known) or not_loaded (not known yet, or never). prices are the adj_close of ' +
    'both legs by symbol on a trading day, else empty; prev_trading_day is the last known day ' +
    'before target_date on which both traded, with prev_prices; latest_common_date the last such ' +
    'day known at the as-of. Convention: on a weekend or holiday the action is a forced HOLD at ' +
    'prev_prices; should_upsert is false for missing_leg and not_loaded, of which nothing is ' +
    'recorded.',
  input: z.strictObject({ ...pairFields, target_date: dateField('The day asked about.') }),
  output: z.strictObject({
    is_trading_day: z.boolean(),
    reason: z.enum(['trading_day', 'weekend', 'missing_leg', 'holiday', 'not_loaded']),
    prices: pairPrices,
    prev_trading_day: dateText.nullable(),
    prev_prices: pairPrices,
    latest_common_date: dateText.nullable(),
    should_upsert: z.boolean(),
  }),
  call: (asked, { view }) => {
    const { legs, date, rows } = legsOn(view, asked);
    const latest = lastCommonDay(view, legs);
    const before = lastCommonDay(view, legs, date - 1);
    const reason =
      rows.length === 1
        ? ('missing_leg' as const)
        : kindOfDay(view, date, { hasRow: rows.length === 2, last: latest?.date ?? null });
    return {
      is_trading_day: reason === 'trading_day',
      reason,
      prices: reason === 'trading_day' ? pricesOf(legs, rows) : {},
      prev_trading_day: dateOrNull(before?.date),
      prev_prices: before === null ? {} : pricesOf(legs, before.rows),
      latest_common_date: dateOrNull(latest?.date),
      should_upsert: reason !== 'missing_leg' && reason !== 'not_loaded',
    };
  },
});

export const pairPriceTools: readonly Tool[] = [
  getStockPool,
  getCommonTradingDates,
  isPairTradingDay,
  getLegPrices,
  getPairPrices,
];
