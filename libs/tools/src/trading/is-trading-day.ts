/** `is_trading_day`: the kind of a day, as far as it is known. */

import { z } from 'zod';
import { requireCivilDate, isWeekend, type CivilDate } from '#values';
import type { MarketView } from '#market-view';
import { lastRow } from '../market/daily-rows.js';
import { dateField, dateOrNull, dateText, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

/** The kind of a day whose row is known or not; `last` is the last known day, null if there is none. */
export function kindOfDay(
  { calendar }: MarketView,
  date: CivilDate,
  { hasRow, last }: { readonly hasRow: boolean; readonly last: CivilDate | null },
): 'weekend' | 'trading_day' | 'holiday' | 'not_loaded' {
  if (isWeekend(date) && calendar !== '24/7' && !hasRow) return 'weekend';
  if (hasRow) return 'trading_day';
  return last !== null && date <= last ? 'holiday' : 'not_loaded';
}

export const isTradingDay = tool({
  name: 'is_trading_day',
  title: 'Whether a symbol traded on a day',
  description:
    'Whether the symbol traded on target_date, as known at the as-of. reason is weekend, trading_day, holiday (no ' +
    'row, though later days are known) or not_loaded (not known yet, or never). prev_trading_day is the last session ' +
    'before target_date that is known, with its adj_close; latest_date_in_db the last day known at the as-of. ' +
    'Convention of a daily protocol: on a weekend or holiday the action is a forced HOLD at ' +
    'prev_trading_day_adj_close; should_upsert is false only for not_loaded, of which nothing is recorded.',
  input: z.strictObject({ symbol: symbolField, target_date: dateField('The day asked about.') }),
  output: z.strictObject({
    symbol: z.string(),
    date: dateText,
    is_trading_day: z.boolean(),
    reason: z.enum(['trading_day', 'weekend', 'holiday', 'not_loaded']),
    prev_trading_day: dateText.nullable(),
    prev_trading_day_adj_close: z.number().nullable(),
    latest_date_in_db: dateText.nullable(),
    should_upsert: z.boolean(),
  }),
  call: ({ symbol, target_date: target }, { view }) => {
    const date = requireCivilDate(target, 'target_date');
    const latest = lastRow(view, symbol);
    const before = lastRow(view, symbol, date - 1);
    const hasRow = lastRow(view, symbol, date)?.date === date;
    const reason = kindOfDay(view, date, { hasRow, last: latest?.date ?? null });
    return {
      symbol,
      date: target,
      is_trading_day: hasRow,
      reason,
      prev_trading_day: dateOrNull(before?.date),
      prev_trading_day_adj_close: before?.adjClose ?? null,
      latest_date_in_db: dateOrNull(latest?.date),
      should_upsert: reason !== 'not_loaded',
    };
  },
});
