/**
 * Converts facts of a tape to the vendor's protocol, as far as it can express them; it has no
 * filings or sessions.
 */

import { createHash } from 'node:crypto';
import {
  barColumns,
  factKinds,
  quoteColumns,
  tradeColumns,
  type Dividend,
  type FactColumns,
  type Instrument,
  type News,
  type Split,
} from '#contracts';
import type { Instant } from '#values';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { DocumentStore } from '#market-data';
import type { ShownTimes } from './moved-times.js';
import type { ServedRow } from './served-row.js';

/** News in the vendor's format; `id` is a number. */
export interface ServedNews extends Pick<News, 'symbols' | 'summary' | 'source' | 'url'> {
  readonly id: number;
  readonly time: Instant;
  readonly headline: string;
  readonly content: string;
}

interface ServedFactsOptions {
  readonly instruments: readonly Instrument[];
  readonly calendar: SessionCalendar;
  readonly barFrequency: 'daily' | 'intraday';
  /** Length of an intraday bar: facts are stamped at its end, the vendor's at its start. */
  readonly barLength: number;
  readonly documents: DocumentStore;
  readonly times: ShownTimes;
}

const { bid, bidSize, ask, askSize } = quoteColumns;
const rowsOf = {
  [factKinds.bar]: ['bar', barColumns.filter((column) => column !== 'adjClose')],
  [factKinds.trade]: ['trade', [tradeColumns.price, tradeColumns.size]],
  [factKinds.quote]: ['quote', [bid, bidSize, ask, askSize]],
} as const;

/** News ids that are not numbers become 48-bit numbers. */
const idBytes = 6;

export class ServedFacts {
  private readonly trades = new Map<string, number>();

  constructor(private readonly options: ServedFactsOptions) {}

  /** The series that the bars of the data are in. */
  get barKind(): 'bars' | 'dailyBars' {
    return this.options.barFrequency === 'daily' ? 'dailyBars' : 'bars';
  }

  /** The vendor's time of the bar, trade or quote in the data with this event time. */
  timeOf(of: 'bar' | 'trade' | 'quote', eventTime: Instant): Instant {
    const { times, calendar, barFrequency, barLength } = this.options;
    if (of !== 'bar') return times.instant(eventTime);
    if (barFrequency === 'intraday') return times.instant(eventTime - barLength);
    return calendar.instantAt(times.date(calendar.sessionClosingAtOrAfter(eventTime)), 0);
  }

  /**
   * Undefined unless it is a bar, trade or quote. The vendor writes 0 for a side of a quote
   * without an offer.
   */
  row(facts: FactColumns, at: number): ServedRow | undefined {
    const [of, columns] = rowsOf[facts.kind[at] as keyof typeof rowsOf] ?? [];
    if (of === undefined) return undefined;
    const { instruments } = this.options;
    const symbol = instruments[facts.instrument[at] as number]?.symbol ?? '';
    const time = this.timeOf(of, facts.eventTime[at] as number);
    const values = columns.map((column) => facts[column][at] || 0);
    if (of !== 'trade') {
      return { kind: of === 'quote' ? 'quotes' : this.barKind, symbol, time, values };
    }
    // Data sets have no trade numbers: the first of a symbol gets 1.
    const id = (this.trades.get(symbol) ?? 0) + 1;
    this.trades.set(symbol, id);
    return { kind: 'trades', symbol, time, values: [...values, id] };
  }

  news(news: News): ServedNews {
    const { documents, times } = this.options;
    const { id, symbols, title: headline, summary, source, url, body } = news;
    const content = body === null ? '' : (documents.get(body.sha256) ?? '');
    const time = times.instant(news.publishedAt);
    return { id: numberOf(id), time, symbols, headline, summary, source, url, content };
  }

  action(action: Dividend | Split): Dividend | Split {
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
}

function numberOf(id: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  return createHash('sha256').update(id).digest().readUIntBE(0, idBytes);
}
