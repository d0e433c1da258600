/** Converts facts of a tape to the vendor's protocol, as far as it can express them; it has no filings or sessions. */

import { createHash } from 'node:crypto';
import {
  barColumns,
  factKinds,
  quoteColumns,
  tradeColumns,
  type Correction,
  type Dividend,
  type FactColumns,
  type Instrument,
  type News,
  type Split,
  type TradingStatus,
} from '#contracts';
import type { Instant } from '#values';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { DocumentStore } from '#market-data/dataset/dataset';
import type { ShownTimes } from './moved-times.js';
import type { ServedNews } from './released-history.js';
import type { ServedRow } from './served-row.js';

export type ServedFact =
  | { readonly is: 'row'; readonly row: ServedRow }
  | { readonly is: 'news'; readonly news: ServedNews }
  | { readonly is: 'action'; readonly action: Dividend | Split }
  | { readonly is: 'status'; readonly status: TradingStatus & { readonly time: Instant } }
  | { readonly is: 'correction'; readonly correction: Correction };

interface ServedFactsOptions {
  readonly instruments: readonly Instrument[];
  readonly calendar: SessionCalendar;
  readonly barFrequency: 'daily' | 'intraday';
  /** Length of an intraday bar: facts are stamped at its end, the vendor's at its start. */
  readonly barLength: number;
  readonly documents: DocumentStore;
  readonly times: ShownTimes;
}

/** News ids that are not numbers become 48-bit numbers. */
const idBytes = 6;

export class ServedFacts {
  private readonly trades = new Map<number, number>();

  constructor(private readonly options: ServedFactsOptions) {}

  /** Undefined for facts that the protocol cannot express. */
  at(facts: FactColumns, row: number): ServedFact | undefined {
    const kind = facts.kind[row];
    if (kind === factKinds.bar) return { is: 'row', row: this.bar(facts, row) };
    if (kind === factKinds.trade) return { is: 'row', row: this.trade(facts, row) };
    if (kind === factKinds.quote) return { is: 'row', row: this.quote(facts, row) };
    const payload = facts.payload[row];
    switch (payload?.kind) {
      case 'news':
        return { is: 'news', news: this.news(payload) };
      case 'dividend':
      case 'split':
        return { is: 'action', action: this.action(payload) };
      case 'tradingStatus': {
        const time = this.options.times.instant(facts.eventTime[row] as number);
        return { is: 'status', status: { ...payload, time } };
      }
      case 'correction':
        return { is: 'correction', correction: payload };
      default:
        return undefined;
    }
  }

  /** The vendor's time of the bar or trade in the data with this event time. */
  timeOf(of: 'bar' | 'trade', eventTime: Instant): Instant {
    const { times, calendar, barFrequency, barLength } = this.options;
    if (of === 'trade') return times.instant(eventTime);
    if (barFrequency === 'intraday') return times.instant(eventTime - barLength);
    return calendar.instantAt(times.date(calendar.sessionClosingAtOrAfter(eventTime)), 0);
  }

  private bar(facts: FactColumns, row: number): ServedRow {
    const [open, high, low, close, , volume, vwap] = barColumns.map(
      (column) => facts[column][row] as number,
    ) as [number, number, number, number, number, number, number];
    return {
      kind: this.options.barFrequency === 'daily' ? 'dailyBars' : 'bars',
      symbol: this.symbol(facts, row),
      time: this.timeOf('bar', facts.eventTime[row] as number),
      values: [open, high, low, close, volume, vwap].map(orZero),
    };
  }

  /** Data sets have no trade numbers: the first of a symbol gets 1. */
  private trade(facts: FactColumns, row: number): ServedRow {
    const instrument = facts.instrument[row] as number;
    const id = (this.trades.get(instrument) ?? 0) + 1;
    this.trades.set(instrument, id);
    const price = facts[tradeColumns.price][row] as number;
    const size = facts[tradeColumns.size][row] as number;
    return {
      kind: 'trades',
      symbol: this.symbol(facts, row),
      time: this.timeOf('trade', facts.eventTime[row] as number),
      values: [price, orZero(size), id],
    };
  }

  /** The vendor writes 0 for a side without an offer. */
  private quote(facts: FactColumns, row: number): ServedRow {
    const { bid, bidSize, ask, askSize } = quoteColumns;
    return {
      kind: 'quotes',
      symbol: this.symbol(facts, row),
      time: this.options.times.instant(facts.eventTime[row] as number),
      values: [bid, bidSize, ask, askSize].map((column) => orZero(facts[column][row] as number)),
    };
  }

  private news(news: News): ServedNews {
    const { documents, times } = this.options;
    const { id, symbols, title: headline, summary, source, url, body } = news;
    const content = body === null ? '' : (documents.get(body.sha256) ?? '');
    const time = times.instant(news.publishedAt);
    return { id: numberOf(id), time, symbols, headline, summary, source, url, content };
  }

  private action(action: Dividend | Split): Dividend | Split {
    const { date } = this.options.times;
    const maybe = (day: number | null): number | null => (day === null ? null : date(day));
    if (action.kind === 'split') return { ...action, effectiveDate: date(action.effectiveDate) };
    return {
      ...action,
      exDate: date(action.exDate),
      declaredDate: maybe(action.declaredDate),
      recordDate: maybe(action.recordDate),
      payDate: maybe(action.payDate),
    };
  }

  private symbol(facts: FactColumns, row: number): string {
    return this.options.instruments[facts.instrument[row] as number]?.symbol ?? '';
  }
}

const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value);

function numberOf(id: string): number {
  const number = Number(id);
  if (/^\d{1,15}$/.test(id)) return number;
  return createHash('sha256').update(id).digest().readUIntBE(0, idBytes);
}
