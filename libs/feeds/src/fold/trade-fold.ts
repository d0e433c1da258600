/**
 * Trades and quotes of a feed: duplicates by the vendor's id, late items, corrections,
 * and bars of both.
 */

import type { Correction } from '#contracts';
import { microsPerMilli } from '#values';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import { BarMaker } from './bar-maker.js';
import type { Arrival } from './fact-buffer.js';
import type { FoldCounts } from './fold-counts.js';
import { isSoundPrice, isSoundQuote, isSoundSize, standing } from './item-rules.js';
import { contentOf, RecentKeys } from './recent-keys.js';

type Item<K extends FeedItem['kind']> = Extract<FeedItem, { kind: K }>;

const tradesKept = 1 << 19;
/** Fewer than for trades: a quote older than the newest never counts. */
const quotesKept = 1 << 16;
const cancelled = -1;

interface TradeFoldOptions {
  readonly description: FeedDescription;
  readonly counts: FoldCounts;
  readonly instruments: number;
}

export class TradeFold {
  /** Builds bars, if the description asks for it. */
  readonly maker: BarMaker | undefined;
  private readonly keys = new RecentKeys(tradesKept);
  private readonly quoteKeys = new RecentKeys(quotesKept);
  /** Event time of the newest trade, by instrument. */
  private readonly newestTrade: Float64Array;
  private readonly newestQuote: Float64Array;
  private readonly lateAfter: number;
  private readonly barsOf: 'trades' | 'quotes' | undefined;

  constructor(private readonly options: TradeFoldOptions) {
    const { instruments, description } = options;
    const { bars, lateAfterMs, closeDelayMs } = description;
    this.newestTrade = new Float64Array(instruments).fill(-Infinity);
    this.newestQuote = new Float64Array(instruments).fill(-Infinity);
    this.lateAfter = lateAfterMs * microsPerMilli;
    this.barsOf = bars?.from;
    // Bars are ready before their session closes.
    const waitMs = Math.min(lateAfterMs, closeDelayMs);
    if (bars) this.maker = new BarMaker(instruments, { minutes: bars.minutes, waitMs });
  }

  takeTrade(item: Item<'trade'>, instrument: number, arrival: Arrival): void {
    const { at, price, size } = item;
    if (!isSoundPrice(price) || !isSoundSize(size)) throw new RangeError('a trade that cannot be');
    if (item.id !== null && !this.isNew(item, item.id, { instrument, arrival })) return;
    const newest = standing(this.newestTrade[instrument] as number, at, arrival);
    const maker = this.barsOf === 'trades' ? this.maker : undefined;
    const isBehindBar = maker?.isBehind(at, arrival.receivedAt) === true;
    if (isBehindBar || at < newest - this.lateAfter) {
      return this.push(item, 'late', item, { instrument, arrival });
    }
    if (at > newest) this.newestTrade[instrument] = at;
    arrival.out
      .room()
      .pushTrade({ instrument, knowledgeTime: arrival.receivedAt, eventTime: at, price, size });
    const happened = Math.min(at, arrival.clock);
    maker?.take({ instrument, at: happened, price, size }, arrival.receivedAt);
  }

  /** Whether no trade has that id yet; counts a repeated trade, and pushes a changed one. */
  private isNew(
    item: Item<'trade'>,
    id: string,
    place: { readonly instrument: number; readonly arrival: Arrival },
  ): boolean {
    const { keys } = this;
    const { counts } = this.options;
    const { instrument, arrival } = place;
    const { at, price, size } = item;
    const content = contentOf(at, price, size);
    const known = keys.of(instrument, id);
    if (known === content || known < 0) {
      counts.leave('duplicates');
      return false;
    }
    const mayBeOld = arrival.isHistory && item.numbered === undefined;
    if (mayBeOld && keys.isForgotten(known, at)) {
      counts.leave('forgotten');
      return false;
    }
    keys.put(Number.isNaN(known) ? content : -content, at);
    if (Number.isNaN(known)) return true;
    this.push(item, 'replaced', item, place);
    return false;
  }

  takeCorrection(item: Item<'tradeCorrection'>, instrument: number, arrival: Arrival): void {
    const { keys } = this;
    const { counts } = this.options;
    const { trade, at } = item;
    if (trade !== null && !(isSoundPrice(trade.price) && isSoundSize(trade.size))) {
      throw new RangeError('a trade that cannot be');
    }
    const content = trade === null ? cancelled : -contentOf(at, trade.price, trade.size);
    const known = keys.of(instrument, item.id ?? `at ${at}`);
    if (known === content) return counts.leave('duplicates');
    if (arrival.isHistory && keys.isForgotten(known, at)) return counts.leave('forgotten');
    keys.put(content, at);
    this.push(item, trade === null ? 'cancelled' : 'replaced', trade, { instrument, arrival });
  }

  /** Only the newest quote counts; older ones are skipped. */
  takeQuote(item: Item<'quote'>, instrument: number, arrival: Arrival): void {
    const { counts } = this.options;
    if (!isSoundQuote(item)) throw new RangeError('a quote that cannot be');
    const { at } = item;
    const bid = item.bid ?? NaN;
    const ask = item.ask ?? NaN;
    const bidSize = item.bidSize ?? NaN;
    const askSize = item.askSize ?? NaN;
    const content = contentOf(at, bid, ask, bidSize, askSize);
    const known = this.quoteKeys.of(instrument, content);
    if (!Number.isNaN(known)) return counts.leave('duplicates');
    this.quoteKeys.put(1, at);
    const newest = standing(this.newestQuote[instrument] as number, at, arrival);
    if (at < newest) return counts.leave('late');
    this.newestQuote[instrument] = at;
    const { receivedAt } = arrival;
    const quote = { bid, ask, bidSize, askSize };
    arrival.out
      .room()
      .pushQuote({ instrument, knowledgeTime: receivedAt, eventTime: at, ...quote });
    const price = (bid + ask) / 2;
    if (this.barsOf !== 'quotes' || Number.isNaN(price)) return;
    if (this.maker?.isBehind(at, receivedAt) !== false) return;
    const happened = Math.min(at, arrival.clock);
    this.maker.take({ instrument, at: happened, price, size: NaN }, receivedAt);
  }

  private push(
    { symbol, at, id }: Item<'trade'> | Item<'tradeCorrection'>,
    change: Correction['change'],
    trade: Correction['trade'],
    { instrument, arrival }: { readonly instrument: number; readonly arrival: Arrival },
  ): void {
    const { counts } = this.options;
    if (change === 'late') counts.late++;
    else counts.corrections++;
    const correction: Correction = {
      kind: 'correction',
      symbol,
      of: 'trade',
      change,
      eventTime: at,
      id: id === null ? null : id.slice(0, 200),
      bar: null,
      trade: trade && { price: trade.price, size: trade.size },
    };
    arrival.out.push(correction, instrument, at, arrival.receivedAt);
  }
}
