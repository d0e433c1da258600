/** Compares the tape of a recording with the ledger of the proxy: what became of each message. */

import { factKinds, noInstrument, type FactColumns } from '#contracts';
import type { Instant } from '#values';
import type { FeedItem } from '#feeds/port/feed-item';
import type { FeedDecoder } from '#feeds/port/feed';
import { readFrames, readRecording } from '#feeds/recording/read-recording.fixture';
import { openDecoder } from '#feeds/open/open-feed';
import type { FoldCounts } from '#feeds/fold/fold-counts';
import type { LedgerEntry } from './served-data.fixture.js';

export interface Account {
  readonly counts: FoldCounts;
  /** Bars, trades, quotes and corrections on the tape. */
  readonly facts: number;
  /** How many of them are corrections because they were late. */
  readonly lateCorrections: number;
  readonly gaps: readonly {
    readonly from: Instant;
    readonly to: Instant;
    readonly reason: string;
  }[];
  readonly gapsRepaired: number;
  /** Why connections were lost, as the notes of the recording have it. */
  readonly disconnects: readonly string[];
  /** Prices of trades on the tape. */
  readonly prices: ReadonlySet<number>;
  /** Facts that repeat another. */
  readonly repeated: number;
  /** Messages of the ledger. */
  readonly messages: number;
  /**
   * How many of them are before the first one received and not on the tape: a recorder
   * cannot know of them.
   */
  readonly before: number;
  /**
   * How many of them are after the last that came: a day that is served ahead of the recorder's
   * clock hides them from it.
   */
  readonly after: number;
  /**
   * Stored quotes that were older than the newest, on the tape only as a count.
   */
  readonly lateQuotes: number;
  /**
   * Wrong at first, and not stored: later requests get the right value, or nothing if
   * there was no trade.
   */
  readonly superseded: number;
  /** Cancellations that never came, of trades that did: no history of the vendor tells of them. */
  readonly uncancelled: number;
  /** In a gap that the tape names. */
  readonly named: number;
  /** Messages that are not on the tape, not counted and not named. */
  readonly unaccounted: readonly string[];
}

/**
 * Reads the recording in `folder`. A message is on the tape if a fact or correction has
 * the same content.
 */
export async function accountFor(folder: string, ledger: readonly LedgerEntry[]): Promise<Account> {
  const { source, description } = await readRecording(folder);
  const { symbols } = description;
  const tape = new Set<string>();
  const gaps: { from: Instant; to: Instant; reason: string }[] = [];
  const prices = new Set<number>();
  let facts = 0;
  let lateCorrections = 0;
  for (let chunk = source.pullStored(); chunk !== null; chunk = source.pullStored()) {
    for (let row = 0; row < chunk.count; row++) {
      const payload = chunk.payload[row];
      if (payload?.kind === 'feedGap') gaps.push(payload);
      const key = factKey(chunk, row, symbols);
      if (key === undefined) continue;
      facts++;
      tape.add(key);
      if (chunk.kind[row] === factKinds.trade) prices.add(chunk.close[row] as number);
      if (payload?.kind === 'correction' && payload.change === 'late') lateCorrections++;
    }
  }
  const { counts, items, gaps: foldedGaps } = source.fold;
  const { firstAt = Infinity, newestAt } = items;
  const { repaired: gapsRepaired } = foldedGaps;
  source.close();
  const decoder = await openDecoder(description);
  const { stored, trades, disconnects } = framesIn(folder, decoder);
  let messages = 0;
  let before = 0;
  let after = 0;
  let lateQuotes = 0;
  let superseded = 0;
  let uncancelled = 0;
  let named = 0;
  const unaccounted: string[] = [];
  for (const { message, fault } of ledger) {
    if (message === undefined) continue;
    const bytes = Buffer.from(JSON.stringify([message]));
    const [item] = decoder.decode({ kind: 'data', receivedAt: 0, channel: 'data.json', bytes });
    if (item === undefined) continue;
    const key = itemKey(item);
    const at = timeOf(item);
    messages++;
    if (tape.has(key)) continue;
    if (item.kind === 'quote' && stored.has(key)) lateQuotes++;
    else if (gaps.some(({ from, to }) => at >= from && at <= to)) named++;
    else if (at < firstAt) before++;
    else if (at > newestAt) after++;
    else if (stored.has(key)) unaccounted.push(key);
    else if (fault === 'preliminary') superseded++;
    else if (!isCancellation(item)) unaccounted.push(key);
    else if (trades.has(numberOf(item.id))) uncancelled++;
    else superseded++;
  }
  return {
    counts,
    facts,
    lateCorrections,
    gaps,
    gapsRepaired,
    disconnects,
    prices,
    repeated: facts - tape.size,
    messages,
    before,
    after,
    lateQuotes,
    superseded,
    uncancelled,
    named,
    unaccounted,
  };
}

interface Stored {
  readonly stored: ReadonlySet<string>;
  /** Ids of trades, right or wrong. */
  readonly trades: ReadonlySet<string | undefined>;
  readonly disconnects: readonly string[];
}

function framesIn(folder: string, decoder: FeedDecoder): Stored {
  const stored = new Set<string>();
  const trades = new Set<string | undefined>();
  const disconnects: string[] = [];
  for (const frame of readFrames(folder)) {
    if (frame.kind !== 'data') {
      if (frame.note.note === 'disconnected') disconnects.push(frame.note.reason);
      continue;
    }
    for (const item of decoder.decode(frame)) {
      stored.add(itemKey(item));
      if (item.kind === 'trade') trades.add(numberOf(item.id));
    }
  }
  return { stored, trades, disconnects };
}

const isCancellation = (item: FeedItem): item is Extract<FeedItem, { kind: 'tradeCorrection' }> =>
  item.kind === 'tradeCorrection' && item.trade === null;

const timeOf = (item: FeedItem): Instant => {
  if (item.kind === 'bar') return item.end;
  if ('at' in item) return item.at;
  return NaN;
};

/** Ids of stocks carry more than those of crypto: the ledger has them. */
const numberOf = (id: string | null): string | undefined => id?.split('-').at(-1);

function itemKey(item: FeedItem): string {
  switch (item.kind) {
    case 'bar':
      return (
        `bar ${item.symbol} ${item.end} ${item.open} ${item.high} ${item.low} ${item.close} ` +
        `${item.volume}`
      );
    case 'trade':
      return `trade ${item.symbol} ${item.at} ${item.price} ${item.size}`;
    case 'quote':
      return `quote ${item.symbol} ${item.at} ${item.bid} ${item.ask}`;
    case 'tradeCorrection':
      return item.trade === null
        ? `cancelled ${item.symbol} ${numberOf(item.id)}`
        : `trade ${item.symbol} ${item.at} ${item.trade.price} ${item.trade.size}`;
    default:
      return `${item.kind} that was not asked for`;
  }
}

/** Undefined for facts that no message brings. */
function factKey(facts: FactColumns, row: number, symbols: readonly string[]): string | undefined {
  const instrument = facts.instrument[row] as number;
  const symbol = instrument === noInstrument ? '' : symbols[instrument];
  const at = facts.eventTime[row] as number;
  const { open, high, low, close, volume } = facts;
  const payload = facts.payload[row];
  switch (facts.kind[row]) {
    case factKinds.bar:
      return (
        `bar ${symbol} ${at} ${open[row]} ${high[row]} ${low[row]} ` +
        `${close[row]} ${volume[row]}`
      );
    case factKinds.trade:
      return `trade ${symbol} ${at} ${close[row]} ${volume[row]}`;
    case factKinds.quote:
      return `quote ${symbol} ${at} ${low[row]} ${high[row]}`;
    default:
      break;
  }
  if (payload?.kind !== 'correction') return undefined;
  const { bar, trade, id } = payload;
  if (bar !== null) {
    return `bar ${symbol} ${at} ${bar.open} ${bar.high} ${bar.low} ${bar.close} ${bar.volume}`;
  }
  return trade === null
    ? `cancelled ${symbol} ${numberOf(id)}`
    : `trade ${symbol} ${at} ${trade.price} ${trade.size}`;
}
