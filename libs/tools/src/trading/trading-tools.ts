/** The tool set `trading_mcp`: prices, kinds of days, and the decision of a session. */

import { z } from 'zod';
import type { MarketView } from '#market-view';
import { type CivilDate, formatCivilDate, isWeekend, requireCivilDate } from '#values';
import { adjCloseOf, dailyRows, lastRow } from '../market/daily-rows.js';
import {
  dateField,
  dateOrNull,
  dateText,
  isGiven,
  rangeFields,
  rangeOf,
  symbolAndDate,
  symbolField,
} from '../market/fields.js';
import { filingTools } from '../texts/filings.js';
import { newsTools } from '../texts/news.js';
import {
  conventions,
  deskOf,
  requireOwnSession,
  requireOwnSymbol,
  tool,
  type ToolSet,
} from '../tool/tool.js';
import { getIndicator } from './get-indicator.js';

const price = z.number();

export const getPrices = tool({
  name: 'get_prices',
  title: 'Daily prices of a symbol',
  description:
    'Daily prices of one symbol from date_start to date_end (both inclusive), oldest first, one ' +
    'row a session; days without trading have no row. Prices are per share in the currency of ' +
    'the symbol, volume in shares (null where unknown), both in the shares of the as-of: rows ' +
    'before a split that is effective by then are divided by it, and their volume is multiplied. ' +
    'adj_close is the price at which trades are evaluated; where the data has no adjusted close ' +
    'it is the close, and null where a data set that trades on it does not know it. A session ' +
    'is known from its close on: the last row can be that of the as-of, never a later one. A ' +
    'range wholly after the as-of is an empty list.',
  input: z.strictObject({ symbol: symbolField, ...rangeFields }),
  output: z.array(
    z.strictObject({
      ...symbolAndDate,
      open: price,
      high: price,
      low: price,
      close: price,
      adj_close: price.nullable(),
      volume: price.nullable(),
    }),
  ),
  call: ({ symbol, ...dates }, { view }) =>
    dailyRows(view, symbol, rangeOf(dates)).map((row) => {
      const { date, adjClose: _adjusted, volume, ...prices } = row;
      return {
        symbol,
        date: formatCivilDate(date),
        ...prices,
        adj_close: adjCloseOf(row),
        volume,
      };
    }),
});

/**
 * The kind of a day whose row is known or not; `last` is the last known day, null if there is none.
 */
export function kindOfDay(
  { calendar }: MarketView,
  date: CivilDate,
  { hasRow, last }: { readonly hasRow: boolean; readonly last: CivilDate | null },
): 'weekend' | 'trading_day' | 'holiday' | 'not_loaded' {
  if (isWeekend(date) && !calendar.startsWith('24/7') && !hasRow) return 'weekend';
  if (hasRow) return 'trading_day';
  return last !== null && date <= last ? 'holiday' : 'not_loaded';
}

export const isTradingDay = tool({
  name: 'is_trading_day',
  title: 'Whether a symbol traded on a day',
  description:
    'Whether the symbol traded on target_date, as known at the as-of. reason is weekend, ' +
    'trading_day, holiday (no row, though later days are known) or not_loaded (not known yet, or ' +
    'never). prev_trading_day is the last session before target_date that is known, with its ' +
    'adj_close; latest_date_in_db the last day known at the as-of. Convention of a daily ' +
    'protocol: on a weekend or holiday the action is a forced HOLD at ' +
    'prev_trading_day_adj_close; should_upsert is false only for not_loaded, of which nothing is ' +
    'recorded.',
  input: z.strictObject({ symbol: symbolField, target_date: dateField('The day asked about.') }),
  output: z.strictObject({
    ...symbolAndDate,
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
      prev_trading_day_adj_close: before === null ? null : adjCloseOf(before),
      latest_date_in_db: dateOrNull(latest?.date),
      should_upsert: reason !== 'not_loaded',
    };
  },
});

export const rationaleField = z
  .string()
  .max(20_000)
  .nullish()
  .describe('Why, in your own words; kept beside the journal.');

export const ignoredModel = z.string().nullish().describe('Ignored: the system knows who answers.');

const submitDecision = tool({
  name: 'submit_decision',
  title: 'Submit the decision of this session',
  description:
    'Submits your action for one symbol of this run: BUY, SELL or HOLD; get_execution_policy ' +
    'says what they mean. target_date must be the session of the as-of. price is what you take ' +
    'its price to be (adj_close, in currency per share): nothing fills at it. The system takes ' +
    'the price from the data, and journals a difference. The first valid submission is the ' +
    'decision: no call is answered after it.',
  input: z.strictObject({
    symbol: symbolField,
    target_date: dateField('Session that is decided: that of the as-of.'),
    price: z.number().positive().describe('adj_close of that session as you know it.'),
    action: z.enum(['BUY', 'SELL', 'HOLD']).describe('BUY, SELL or HOLD.'),
    rationale: rationaleField,
    model: ignoredModel,
  }),
  output: z.strictObject({
    submitted: z.literal(true),
    ...symbolAndDate,
    action: z.string(),
    price: z.number().nullable().describe('The price that the system records, from the data.'),
  }),
  reads: false,
  needsDesk: true,
  call: ({ symbol, target_date: date, price, action, rationale }, context) => {
    const desk = deskOf(context);
    requireOwnSymbol(desk, symbol, 'symbol');
    requireOwnSession(context, date);
    const reason = isGiven(rationale) ? { rationale } : {};
    desk.submit({ kind: 'action', symbol, action, price, ...reason });
    return { submitted: true, symbol, date, action, price: context.view.lastPrice(symbol) };
  },
});

export const tradingTools: ToolSet = {
  name: 'trading_mcp',
  title: 'Trading tools',
  instructions:
    'Prices, indicators, news and filings for one decision a session: BUY, SELL or HOLD. ' +
    `${conventions} All evaluation is at adj_close.`,
  tools: [getPrices, isTradingDay, ...newsTools(300), ...filingTools, getIndicator, submitDecision],
};
