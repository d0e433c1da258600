/** Responses of Yahoo's chart as items: complete daily bars, cash dividends and splits. */

import { z } from 'zod';
import { excerpt, invalidInput, microsPerSecond, utcDateOf, type CivilDate } from '#values';
import { checkedMessage, jsonIn } from '../mapping/checked-message.js';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import type { DataFrame, FeedDecoder } from '../port/feed.js';

const way = 'chart/';
export const chartChannel = (symbol: string): string => way + symbol;

/** Seconds since 1970. */
const seconds = z.number().min(0).max(7_258_118_400);
const values = z.array(z.number().nullable()).max(100_000).default([]);
const positive = z.number().positive();
const dividends = z.record(z.string(), z.object({ amount: positive, date: seconds })).default({});
const split = z.object({ date: seconds, numerator: positive, denominator: positive });
const splits = z.record(z.string(), split).default({});

/** The members we use. Yahoo publishes no schema; these are the ones that yahoo-finance2 checks. */
const resultSchema = z.object({
  meta: z.object({
    currency: z.string().max(16).optional(),
    gmtoffset: z.number().min(-86_400).max(86_400),
    regularMarketTime: seconds,
    currentTradingPeriod: z.object({ regular: z.object({ start: seconds, end: seconds }) }),
  }),
  timestamp: z.array(seconds).max(100_000).default([]),
  events: z.object({ dividends, splits }).default({ dividends: {}, splits: {} }),
  indicators: z.object({
    quote: z
      .array(z.object({ open: values, high: values, low: values, close: values, volume: values }))
      .max(1),
    adjclose: z
      .array(z.object({ adjclose: values }))
      .max(1)
      .default([]),
  }),
});
const chartSchema = z.object({ chart: z.object({ result: z.tuple([resultSchema]) }) });
type Chart = z.infer<typeof resultSchema>;

/** Rejects a chart in another currency than the description's: pence would be read as pounds. */
export function yahooDecoder({
  currency: ofAll,
  currencies,
}: Pick<FeedDescription, 'currency' | 'currencies'>): FeedDecoder {
  const known = new Map(Object.entries(currencies));
  return {
    decode(frame: DataFrame): readonly FeedItem[] {
      if (!frame.channel.startsWith(way)) {
        throw invalidInput('not a channel of Yahoo', { found: frame.channel });
      }
      const symbol = frame.channel.slice(way.length);
      const [chart] = checkedMessage(chartSchema, jsonIn(frame.bytes), symbol).chart.result;
      const currency = known.get(symbol) ?? ofAll;
      const { currency: found = currency } = chart.meta;
      if (found !== currency) {
        const detail = { where: symbol, expected: currency, found: excerpt(found) };
        throw invalidInput('the chart is in another currency', detail);
      }
      return [...actionsOf(chart, symbol, currency), ...barsOf(chart, symbol)];
    },
  };
}

type Quote = Chart['indicators']['quote'][number];

/** The date in the exchange's time zone. */
const dateOf = ({ meta }: Chart, at: number): CivilDate =>
  utcDateOf((at + meta.gmtoffset) * microsPerSecond);

/**
 * Rows without prices are days without trading. Skips the row of a session that is not over yet.
 */
function barsOf(chart: Chart, symbol: string): FeedItem[] {
  const { regularMarketTime, currentTradingPeriod } = chart.meta;
  const { start, end } = currentTradingPeriod.regular;
  const unfinished = regularMarketTime < end ? dateOf(chart, start) : Infinity;
  const [quote] = chart.indicators.quote;
  const adjusted = chart.indicators.adjclose[0]?.adjclose ?? [];
  const items = new Map<CivilDate, FeedItem>();
  for (const [row, at] of chart.timestamp.entries()) {
    const session = dateOf(chart, at);
    const prices = quote && pricesOf(quote, row);
    if (!prices || session >= unfinished) continue;
    const volume = quote.volume[row] ?? null;
    const adjClose = positiveOf(adjusted[row]);
    const amounts = { volume, vwap: null, adjClose };
    items.set(session, { kind: 'dailyBar', symbol, session, ...prices, ...amounts });
  }
  return [...items.values()];
}

/** The prices of a row; null if one is missing. */
function pricesOf(quote: Quote, row: number) {
  const open = positiveOf(quote.open[row]);
  const high = positiveOf(quote.high[row]);
  const low = positiveOf(quote.low[row]);
  const close = positiveOf(quote.close[row]);
  if (open === null || high === null || low === null || close === null) return null;
  // Yahoo rounds each price separately, so a close may exceed the high by the last digit.
  return { open, close, high: Math.max(high, open, close), low: Math.min(low, open, close) };
}

const positiveOf = (value: number | null | undefined): number | null =>
  typeof value === 'number' && value > 0 ? value : null;

function actionsOf(chart: Chart, symbol: string, currency: string): FeedItem[] {
  const dividends = Object.values(chart.events.dividends).map(({ amount, date }): FeedItem => {
    const exDate = dateOf(chart, date);
    const unknown = { declaredDate: null, recordDate: null, payDate: null };
    const action = { kind: 'dividend', symbol, exDate, ...unknown, amount, currency } as const;
    return { kind: 'action', action: { ...action, type: '' } };
  });
  const splits = Object.values(chart.events.splits).map(
    ({ date, numerator, denominator }): FeedItem => ({
      kind: 'action',
      action: {
        kind: 'split',
        symbol,
        effectiveDate: dateOf(chart, date),
        from: denominator,
        to: numerator,
      },
    }),
  );
  return [...dividends, ...splits];
}
