/**
 * Turns decoded items into facts: assigns the instrument, checks plausibility, and skips what the
 * tape already has.
 */

import { noInstrument, type DocumentRef } from '#contracts';
import { canonicalHash, excerpt, printable, startOfUtcDay, type Instant } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { amountIn } from '#market-data/facts/action-facts';
import { knowledgeTimes, type KnowledgeTimes } from '#market-data/calendar/knowledge-time';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import { BarFold } from './bar-fold.js';
import type { Arrival, FactBuffer } from './fact-buffer.js';
import type { FoldCounts } from './fold-counts.js';
import type { Gaps } from './gaps.js';
import { requireTime, standing, withEmptySides } from './item-rules.js';
import { NumberedStreams } from './numbered-streams.js';
import { contentOf, RecentKeys } from './recent-keys.js';
import { currencyOf } from './recording-header.js';
import { TradeFold } from './trade-fold.js';

type Item<K extends FeedItem['kind']> = Extract<FeedItem, { kind: K }>;
type SymbolItem = Exclude<
  FeedItem,
  { kind: 'complaint' | 'heartbeat' | 'news' | 'action' | 'unmapped' }
>;

/** News, actions and statuses: trades do not evict them. */
const othersKept = 1 << 16;
const textMax = { code: 32, reason: 500 };
const symbolsMax = 1000;

interface ItemFoldOptions {
  readonly description: FeedDescription;
  readonly symbols?: readonly string[] | undefined;
  readonly counts: FoldCounts;
  readonly gaps: Gaps;
  claim(text: string): DocumentRef;
}

export class ItemFold {
  /** Event time of the newest item that marks trading activity; -Infinity before any. */
  newestAt: Instant = -Infinity;
  /** Event time of the first such item; undefined before any. */
  firstAt: Instant | undefined;
  /** From the event time of the newest unrequested item to its arrival, microseconds. */
  lag: number | undefined;
  private readonly times: KnowledgeTimes;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly streams: NumberedStreams;
  /** The newest status of each symbol. */
  private readonly statuses = new Map<string, Item<'status'>>();
  private readonly keys = new RecentKeys(othersKept);
  readonly bars: BarFold;
  private readonly trades: TradeFold;

  constructor(private readonly options: ItemFoldOptions) {
    const { description, counts, gaps } = options;
    const symbols = options.symbols ?? description.symbols;
    const calendar = calendarOf(description.calendar);
    this.times = knowledgeTimes(calendar, 'session-close');
    this.numbers = new Map(symbols.map((symbol, number) => [symbol, number]));
    this.streams = new NumberedStreams(gaps);
    const shared = { description, counts, instruments: symbols.length };
    this.bars = new BarFold({ ...shared, calendar });
    this.trades = new TradeFold(shared);
  }

  /** When bars built here, or held until their end, are ready next; Infinity if there are none. */
  get barsDue(): Instant {
    return this.trades.maker?.due ?? this.bars.due;
  }

  /** Symbols whose trading is halted, as far as the feed reported. */
  get halted(): string[] {
    return [...this.statuses.values()].filter(({ halted }) => halted).map(({ symbol }) => symbol);
  }

  releaseBars(out: FactBuffer): void {
    if (this.trades.maker === undefined) this.bars.release(this.bars.due, out);
    else this.trades.maker.release(out);
  }

  instrumentOf(symbol: string): number | undefined {
    return this.numbers.get(symbol);
  }

  /** Appends the facts of an item if it is new. Implausible items count as unreadable. */
  take(item: FeedItem, arrival: Arrival): void {
    const { counts } = this.options;
    if (item.kind === 'unmapped') {
      counts.unmapped += item.count;
      return;
    }
    counts.received(arrival.receivedAt);
    try {
      this.foldItem(item, arrival);
    } catch (error) {
      counts.unreadable++;
      const reason = error instanceof Error ? printable(error.message, 200) : excerpt(error, 200);
      counts.name(`an item of kind ${excerpt(item.kind)}: ${reason}`);
    }
  }

  private foldItem(item: Exclude<FeedItem, { kind: 'unmapped' }>, arrival: Arrival): void {
    const { counts } = this.options;
    switch (item.kind) {
      case 'complaint':
        counts.complaints++;
        return counts.name(`complaint ${excerpt(item.code)}: ${excerpt(item.reason, 200)}`);
      case 'heartbeat':
        requireTime(item.at, arrival, this.options.description);
        return item.last === undefined ? undefined : this.streams.received(item.last, item.at);
      case 'news':
        return this.takeNews(item, arrival);
      case 'action':
        return this.takeAction(item, arrival);
      case 'quote':
        return this.foldSymbolItem(withEmptySides(item), arrival);
      default:
        return this.foldSymbolItem(item, arrival);
    }
  }

  private foldSymbolItem(item: SymbolItem, arrival: Arrival): void {
    const { counts } = this.options;
    const at = this.timeOf(item);
    requireTime(this.startOf(item) ?? at, arrival, this.options.description);
    if (this.isRepeated(item, at)) return counts.leave('duplicates');
    this.firstAt ??= Math.min(at, arrival.clock);
    this.takeNewest(item, at, arrival);
    const instrument = this.numbers.get(item.symbol);
    if (instrument === undefined) return counts.leave('unused');
    switch (item.kind) {
      case 'bar':
      case 'dailyBar':
        return this.bars.take(item, instrument, arrival);
      case 'trade':
        return this.trades.takeTrade(item, instrument, arrival);
      case 'quote':
        return this.trades.takeQuote(item, instrument, arrival);
      case 'tradeCorrection':
        return this.trades.takeCorrection(item, instrument, arrival);
      case 'status':
        return this.takeStatus(item, instrument, arrival);
    }
  }

  private timeOf(item: SymbolItem): Instant {
    if (item.kind === 'bar') return item.end;
    return item.kind === 'dailyBar' ? this.times.dailyBar(item.session) : item.at;
  }

  /** Whether an item of a numbered stream arrived before. */
  private isRepeated(item: SymbolItem, at: Instant): boolean {
    if (item.kind !== 'trade' && item.kind !== 'quote') return false;
    return item.numbered !== undefined && !this.streams.take(item.numbered, at, item.symbol);
  }

  /** The newest time that is over, and how long after it its item arrived. */
  private takeNewest(item: SymbolItem, at: Instant, arrival: Arrival): void {
    if (!this.isOver(item, at, arrival) || at < standing(this.newestAt, at, arrival)) return;
    this.newestAt = at;
    this.options.counts.lagged(arrival.receivedAt - at);
    if (!arrival.isHistory && item.kind !== 'dailyBar') this.lag = arrival.receivedAt - at;
  }

  private isOver(item: FeedItem, at: Instant, arrival: Arrival): boolean {
    if (item.kind === 'bar') return this.bars.isOver(item, arrival);
    return item.kind !== 'dailyBar' || at <= arrival.receivedAt;
  }

  /**
   * A bar may arrive before it is over: only its start must be past; some sessions start the
   * evening before.
   */
  private startOf(item: FeedItem): Instant | undefined {
    if (item.kind === 'dailyBar') return startOfUtcDay(item.session - 1);
    return item.kind === 'bar' ? item.start : undefined;
  }

  private takeStatus(item: Item<'status'>, instrument: number, arrival: Arrival): void {
    const { symbol, at, halted } = item;
    const code = item.code.slice(0, textMax.code);
    const reason = item.reason.slice(0, textMax.reason);
    if (this.isKnown(instrument, `${at} ${halted} ${code}`, at, arrival)) return;
    const newest = this.statuses.get(symbol)?.at ?? -Infinity;
    if (at < standing(newest, at, arrival)) return this.options.counts.leave('late');
    this.statuses.set(symbol, item);
    const payload = { kind: 'tradingStatus' as const, symbol, halted, code, reason };
    arrival.out.push(payload, instrument, at, arrival.receivedAt);
  }

  /** The same article may arrive again with a different text; that is a separate fact. */
  private takeNews(item: Item<'news'>, arrival: Arrival): void {
    const { id, publishedAt, title, summary, source, url, body } = item;
    requireTime(publishedAt, arrival, this.options.description);
    const named = [...new Set(item.symbols)].filter((symbol) => symbol.length <= 32);
    const isRelevant = named.some((symbol) => this.numbers.has(symbol));
    if (!isRelevant) return this.options.counts.leave('unused');
    const symbols = named.filter((symbol) => symbol !== '').slice(0, symbolsMax);
    const digest = canonicalHash({ id, publishedAt, symbols, title, summary, source, url, body });
    if (this.isKnown(noInstrument, digest, publishedAt, arrival)) return;
    const claimed = body === null ? null : this.options.claim(body);
    const article = { id, symbols, publishedAt, title, summary, source, url };
    const payload = { kind: 'news' as const, ...article, body: claimed };
    // A fact about several symbols has no instrument: adding another symbol to a run must
    // not change it.
    const own = symbols.length === 1 ? this.numbers.get(symbols[0] as string) : undefined;
    arrival.out.push(payload, own ?? noInstrument, publishedAt, arrival.receivedAt);
  }

  /**
   * A dividend or split is identified by symbol and date: a different version
   * contradicts the first.
   */
  private takeAction({ action: received }: Item<'action'>, arrival: Arrival): void {
    const instrument = this.numbers.get(received.symbol);
    const { counts, description } = this.options;
    if (instrument === undefined) return counts.leave('unused');
    const currency = currencyOf(description, received.symbol);
    const action =
      received.kind === 'split'
        ? received
        : { ...received, currency, amount: amountIn(currency, received.amount, received.currency) };
    const isSplit = action.kind === 'split';
    const eventTime = isSplit
      ? this.times.split(action.effectiveDate)
      : startOfUtcDay(action.exDate);
    const name = isSplit
      ? `split ${action.effectiveDate}`
      : `dividend ${action.exDate} ${action.type}`;
    const content = isSplit ? contentOf(action.from, action.to) : contentOf(action.amount);
    const known = this.keys.of(instrument, name);
    if (known === content) return counts.leave('duplicates');
    // A future action must not move the time limit of the remembered keys.
    this.keys.put(content, -Infinity);
    const { out, receivedAt } = arrival;
    if (Number.isNaN(known)) return out.push(action, instrument, eventTime, receivedAt);
    counts.corrections++;
    const reason = `a ${action.kind} of ${action.symbol} was given before with other numbers`;
    const notice = {
      kind: 'lateFact' as const,
      source: description.name,
      knowledgeTime: eventTime,
      reason,
    };
    out.push(notice, instrument, eventTime, receivedAt);
  }

  private isKnown(instrument: number, text: string, at: Instant, { isHistory }: Arrival): boolean {
    const known = this.keys.of(instrument, text);
    const isForgotten = isHistory && this.keys.isForgotten(known, at);
    if (!Number.isNaN(known)) this.options.counts.leave('duplicates');
    else if (isForgotten) this.options.counts.leave('forgotten');
    else this.keys.put(1, at);
    return isForgotten || !Number.isNaN(known);
  }
}
