/** `is_pair_trading_day`: the kind of day for two symbols, as far as it is known. */

import { z } from 'zod';
import { dateField, dateOrNull, dateText } from '../market/fields.js';
import { kindOfDay } from '../trading/is-trading-day.js';
import { tool } from '../tool/tool.js';
import { lastCommonDay, legsOn, pairFields, pairPrices, pricesOf } from './pair-rows.js';

export const isPairTradingDay = tool({
  name: 'is_pair_trading_day',
  title: 'Whether both legs traded on a day',
  description:
    'Whether both symbols traded on target_date, as known at the as-of. reason is weekend, trading_day, missing_leg ' +
    '(one of the two has no price), holiday (neither has, though later common days are known) or not_loaded (not ' +
    'known yet, or never). prices are the adj_close of both legs by symbol on a trading day, else empty; ' +
    'prev_trading_day is the last known day before target_date on which both traded, with prev_prices; ' +
    'latest_common_date the last such day known at the as-of. Convention: on a weekend or holiday the action is a ' +
    'forced HOLD at prev_prices; should_upsert is false for missing_leg and not_loaded, of which nothing is recorded.',
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
