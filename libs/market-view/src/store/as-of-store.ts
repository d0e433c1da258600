/**
 * The facts of one tape as columns and lists, shared by all runs on it; every reader
 * brings its as-of.
 */

import { excerpt, invalidInput, type CivilDate, type Instant } from '#values';
import {
  factKinds,
  isColumnar,
  type CalendarName,
  type Dividend,
  type FactColumns,
  type FactPayload,
  type Filing,
  type Fundamentals,
  type Instrument,
  type News,
  type Peers,
  type PriceBasis,
  type Split,
} from '#contracts';
import { calendarNameOf, type TapeCalendar } from '#contracts/facts/calendar-name';
import { learnCalendars } from '#contracts/facts/own-calendars';
import { BarSeries } from './bar-series.js';
import { SeqList } from './seq-list.js';
import { TickStore } from './tick-store.js';

/** Finds a document's text; the store returns it only for visible facts. */
export interface DocumentReader {
  get(sha256: string): string | undefined;
}

export interface AsOfStoreOptions extends TapeCalendar {
  readonly instruments: readonly Instrument[];
  readonly tradePrice: 'close' | 'adjClose';
  readonly priceBasis: PriceBasis;
  readonly adjusted?: 'vendor' | undefined;
  readonly peers?: Peers | undefined;
  /** Bars per symbol that stay readable; null for all. */
  readonly history: number | null;
  readonly documents?: DocumentReader;
  /**
   * Which trades and quotes stay readable: the last of each symbol for every reader,
   * or all of them.
   */
  readonly ticks?: 'last' | 'all';
  /**
   * `keep`: where trades use the adjusted close, one that is missing is NaN to readers, for those
   * that do not trade. Otherwise the close stands in for it.
   */
  readonly unpriced?: 'keep' | undefined;
}

/** Up to this many rows a loop is quicker than copies of columns. */
const shortRun = 16;

interface OpenedSession {
  readonly date: CivilDate;
  readonly open: Instant;
}

/** How far a reader has come, and how many bars of each symbol it sees. */
export interface StoreReader {
  readonly asOf: number;
  readonly visible: Uint32Array;
}

/** Payloads that no list of a symbol or of news keeps. */
type Unlisted = Extract<
  FactPayload,
  {
    kind: 'sessionOpen' | 'task' | 'sessionClose' | 'rowDropped' | 'lateFact' | 'feedGap';
  }
>;

export class AsOfStore {
  /** Seq of the last fact in the store. */
  lastSeq = 0;
  /** Knowledge time of that fact. */
  lastTime: Instant = 0;
  readonly series: readonly BarSeries[];
  readonly symbols: readonly string[];
  readonly newsOf: readonly SeqList<News>[];
  readonly allNews = new SeqList<News>();
  readonly filingsOf: readonly SeqList<Filing>[];
  readonly fundamentalsOf: readonly SeqList<Fundamentals>[];
  readonly dividendsOf: readonly SeqList<Dividend>[];
  readonly splitsOf: readonly SeqList<Split>[];
  /** By calendar: that of the tape, and those that single runs follow. */
  private readonly sessions = new Map<CalendarName, SeqList<OpenedSession>>();
  /** By instrument, where its bars are of another calendar than the tape's. */
  private readonly calendars: readonly (CalendarName | undefined)[];
  readonly ticks = new TickStore();
  /** Seq at which a document was first referred to. */
  readonly documentSeq = new Map<string, number>();
  readonly documents: DocumentReader | undefined;
  readonly priceBasis: PriceBasis;
  readonly calendar: CalendarName;
  readonly peers: Peers | undefined;
  readonly tradePrice: 'close' | 'adjClose';
  /** Whether adj_close is read with the vendor's factors, some of which come from the future. */
  readonly isVendorAdjusted: boolean;
  private readonly numberOfSymbol: ReadonlyMap<string, number>;
  private readonly keepsTicks: boolean;
  private batch = 0;
  private history: number | null;
  /** The last batch with bars of each symbol: a live feed has many symbols and small batches. */
  private readonly tended: Float64Array;

  constructor(options: AsOfStoreOptions) {
    const { instruments, tradePrice, history } = options;
    const lists = <T>(): readonly SeqList<T>[] => instruments.map(() => new SeqList<T>());
    this.symbols = instruments.map((instrument) => instrument.symbol);
    this.numberOfSymbol = new Map(this.symbols.map((symbol, number) => [symbol, number]));
    const keepsUnpriced = options.unpriced === 'keep' && tradePrice === 'adjClose';
    this.series = instruments.map(() => new BarSeries(history, tradePrice, keepsUnpriced));
    this.newsOf = lists();
    this.filingsOf = lists();
    this.fundamentalsOf = lists();
    this.dividendsOf = lists();
    this.splitsOf = lists();
    this.documents = options.documents;
    this.priceBasis = options.priceBasis;
    learnCalendars(options.ownCalendars);
    this.calendar = calendarNameOf(options);
    this.calendars = instruments.map(({ calendar }) => calendar);
    this.peers = options.peers;
    this.tradePrice = tradePrice;
    this.isVendorAdjusted = options.adjusted === 'vendor' || tradePrice === 'adjClose';
    this.history = history;
    this.keepsTicks = options.ticks !== 'last';
    this.tended = new Float64Array(instruments.length);
  }

  /**
   * Takes the next facts of the tape. May evict bars older than `history` before every reader, and
   * trades and quotes that every reader has seen superseded: the readers in `behind`, and all
   * others, which are at the end.
   */
  append(
    facts: FactColumns,
    from = 0,
    to = facts.count,
    behind: readonly StoreReader[] = [],
  ): void {
    this.batch++;
    const slowest = this.keepsTicks
      ? -1
      : Math.min(this.lastSeq, ...behind.map(({ asOf }) => asOf));
    if (to > from) this.lastTime = facts.knowledgeTime[to - 1] as number;
    for (let row = from; row < to;) {
      if (facts.kind[row] === factKinds.bar) {
        row = this.keepBars(facts, { from: row, to }, behind);
      } else if (isColumnar(facts.kind[row] as number)) {
        const { dropped, kept } = this.series[facts.instrument[row] as number] as BarSeries;
        const place = { seq: ++this.lastSeq, bars: dropped + kept, slowest };
        this.ticks.append(facts, row++, place);
      } else {
        this.lastSeq++;
        this.keep(facts.payload[row] as FactPayload, facts.knowledgeTime[row] as Instant);
        row++;
      }
    }
  }

  sessionsOf(calendar: CalendarName): SeqList<OpenedSession> {
    const known = this.sessions.get(calendar);
    if (known !== undefined) return known;
    const made = new SeqList<OpenedSession>();
    this.sessions.set(calendar, made);
    return made;
  }

  /** The calendar of the bars of an instrument. */
  calendarOf(instrument: number): CalendarName {
    return this.calendars[instrument] ?? this.calendar;
  }

  /** Keeps at least this many bars per symbol from now on, null for all. */
  lookBack(bars: number | null): void {
    if (bars === this.history) return;
    this.history = bars;
    for (const series of this.series) series.lookBack(bars);
  }

  /** Keeps the consecutive bars of one symbol; returns the row after them. */
  private keepBars(
    facts: FactColumns,
    { from, to }: { readonly from: number; readonly to: number },
    behind: readonly StoreReader[],
  ): number {
    const instrument = facts.instrument[from] as number;
    const series = this.series[instrument] as BarSeries;
    // Once a batch: its own bars are still to be read.
    if (this.tended[instrument] !== this.batch) {
      this.tended[instrument] = this.batch;
      if (behind.length === 0) series.forget();
      else series.forget(Math.min(...behind.map(({ visible }) => visible[instrument] as number)));
    }
    let end = from + 1;
    while (end < to && facts.kind[end] === factKinds.bar && facts.instrument[end] === instrument) {
      end++;
    }
    if (end - from > shortRun) series.appendRange(facts, from, end);
    else for (let row = from; row < end; row++) series.append(facts, row);
    this.lastSeq += end - from;
    return end;
  }

  /** The number of a symbol on the tape; `InvalidInput` for any other. */
  numberOf(symbol: string): number {
    const number = this.numberOfSymbol.get(symbol);
    if (number !== undefined) return number;
    throw invalidInput('unknown symbol', {
      expected: `one of ${excerpt(this.symbols.join(', '), 200)}`,
      found: excerpt(symbol),
    });
  }

  private keep(payload: FactPayload, time: Instant): void {
    const seq = this.lastSeq;
    freezeDeep(payload);
    switch (payload.kind) {
      case 'news':
        this.keepNews(payload);
        return;
      case 'filing':
        this.listOf(this.filingsOf, payload.symbol)?.push(seq, payload);
        this.referAll(payload.sections);
        return;
      case 'fundamentals':
        this.listOf(this.fundamentalsOf, payload.symbol)?.push(seq, payload);
        return;
      case 'dividend':
        this.listOf(this.dividendsOf, payload.symbol)?.push(seq, payload);
        return;
      case 'split':
        this.listOf(this.splitsOf, payload.symbol)?.push(seq, payload);
        return;
      case 'correction':
        this.numbered(payload.symbol, (number) => this.ticks.keepCorrection(number, seq, payload));
        return;
      case 'tradingStatus':
        this.numbered(payload.symbol, (number) => this.ticks.keepStatus(number, seq, payload));
        return;
      default:
        this.keepUnlisted(payload, time);
    }
  }

  private referAll(parts: readonly { readonly document: { readonly sha256: string } }[]): void {
    for (const { document } of parts) this.refer(document.sha256);
  }

  /** Keeps what is not of one symbol. */
  private keepUnlisted(payload: Unlisted, time: Instant): void {
    switch (payload.kind) {
      case 'sessionOpen':
        this.sessionsOf(payload.calendar ?? this.calendar).push(this.lastSeq, {
          date: payload.session,
          open: time,
        });
        return;
      case 'task':
        this.referAll(payload.inputs);
        return;
      case 'sessionClose':
      case 'rowDropped':
      case 'lateFact':
      case 'feedGap':
        return;
      default:
        payload satisfies never;
    }
  }

  private keepNews(news: News): void {
    this.allNews.push(this.lastSeq, news);
    for (const symbol of new Set(news.symbols)) {
      this.listOf(this.newsOf, symbol)?.push(this.lastSeq, news);
    }
    if (news.body !== null) this.refer(news.body.sha256);
  }

  private refer(sha256: string): void {
    if (!this.documentSeq.has(sha256)) this.documentSeq.set(sha256, this.lastSeq);
  }

  /** A feed may speak of symbols that the tape does not have. */
  private numbered(symbol: string, keep: (instrument: number) => void): void {
    const number = this.numberOfSymbol.get(symbol);
    if (number !== undefined) keep(number);
  }

  private listOf<T>(lists: readonly SeqList<T>[], symbol: string): SeqList<T> | undefined {
    const number = this.numberOfSymbol.get(symbol);
    return number === undefined ? undefined : lists[number];
  }
}

/**
 * Stored facts are returned without copying, so they are frozen; a frozen object may hold
 * ones that are not.
 */
function freezeDeep(value: object): void {
  Object.freeze(value);
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) freezeDeep(member as object);
  }
}
