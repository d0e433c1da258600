/** Responses of Yahoo's chart, in its format and with made-up numbers. */

import { civilDate, formatCivilDate, type CivilDate } from '#values';

export interface ChartRow {
  readonly session: CivilDate;
  readonly close: number | null;
}

export interface ChartParts {
  readonly rows: readonly ChartRow[];
  /** Time of the exchange's last update, seconds. Default: the close of the last row. */
  readonly marketTime?: number;
  readonly dividends?: readonly { readonly date: CivilDate; readonly amount: number }[];
  readonly splits?: readonly {
    readonly date: CivilDate;
    readonly to: number;
    readonly from: number;
  }[];
}

/** In the summer of New York, sessions last from 13:30 to 20:00. */
const openAt = 48_600;
const closeAt = 72_000;
const gmtoffset = -14_400;
const secondsOf = (date: CivilDate, second: number): number => date * 86_400 + second;

/** What `/v8/finance/chart/<symbol>?interval=1d` answers. */
export function chartBody(symbol: string, parts: ChartParts): Buffer {
  const { rows, dividends = [], splits = [] } = parts;
  const last = rows.at(-1)?.session ?? civilDate(2026, 4, 1);
  const regularMarketTime = parts.marketTime ?? secondsOf(last, closeAt + 1);
  const period = (start: number, end: number) => ({
    timezone: 'EDT',
    start: secondsOf(last, start),
    end: secondsOf(last, end),
    gmtoffset,
  });
  const column = (add: number) => rows.map(({ close }) => (close === null ? null : close + add));
  const event = <T extends { date: CivilDate }>(
    list: readonly T[],
    render: (one: T, at: number) => object,
  ) =>
    Object.fromEntries(
      list.map((one) => [
        `${secondsOf(one.date, openAt)}`,
        render(one, secondsOf(one.date, openAt)),
      ]),
    );
  const meta = metaOf(symbol, { period, regularMarketTime, price: rows.at(-1)?.close ?? 1 });
  const result = {
    meta,
    timestamp: rows.map(({ session }) => secondsOf(session, openAt)),
    events: {
      dividends: event(dividends, ({ amount }, date) => ({ amount, date })),
      splits: event(splits, ({ to, from }, date) => ({
        date,
        numerator: to,
        denominator: from,
        splitRatio: `${to}:${from}`,
      })),
    },
    indicators: {
      quote: [
        {
          open: column(-0.5),
          high: column(1),
          low: column(-1),
          close: column(0),
          volume: rows.map(({ close }) => (close === null ? null : 1000)),
        },
      ],
      adjclose: [{ adjclose: column(-0.25) }],
    },
  };
  const hasRows = rows.length > 0;
  const empty = { meta, indicators: { quote: [{}], adjclose: [{}] } };
  return Buffer.from(
    JSON.stringify({ chart: { result: [hasRows ? result : empty], error: null } }),
  );
}

interface MetaParts {
  readonly period: (start: number, end: number) => object;
  readonly regularMarketTime: number;
  readonly price: number;
}

function metaOf(symbol: string, { period, regularMarketTime, price }: MetaParts): object {
  return {
    currency: 'USD',
    symbol,
    exchangeName: 'NMS',
    fullExchangeName: 'NasdaqGS',
    instrumentType: 'EQUITY',
    firstTradeDate: 345_479_400,
    regularMarketTime,
    hasPrePostMarketData: true,
    gmtoffset,
    timezone: 'EDT',
    exchangeTimezoneName: 'America/New_York',
    regularMarketPrice: price,
    chartPreviousClose: 1,
    priceHint: 2,
    currentTradingPeriod: {
      pre: period(28_800, openAt),
      regular: period(openAt, closeAt),
      post: period(closeAt, 86_400),
    },
    dataGranularity: '1d',
    range: '',
    validRanges: ['1d', '5d', '1mo', 'max'],
  };
}

/** The response for an unknown symbol, with status 404. */
export const unknownBody = (symbol: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      chart: {
        result: null,
        error: {
          code: 'Not Found',
          description: `No data found for ${formatCivilDate(0)} ${symbol}`,
        },
      },
    }),
  );
