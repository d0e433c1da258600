/** The tape of a recording beside the ledger of the server: what became of each message. */

import { factKinds, noInstrument, type FactColumns } from '#contracts';
import type { Instant } from '#values';
import type { FeedItem } from '#market-data/feeds/feed-item';
import { readFrames } from '#market-data/feeds/recording/frame-reader';
import { readRecording } from '#market-data/feeds/recording/read-recording';
import { openDecoder } from '#market-data/feeds/open-feed';
import type { FoldCounts } from '#market-data/feeds/recording/fold-counts';

type Line = Readonly<Record<string, unknown>>;

export interface Account {
  readonly counts: FoldCounts;
  /** Bars, trades, quotes and corrections on the tape. */
  readonly facts: number;
  /** Of them corrections because they were late. */
  readonly lateCorrections: number;
  readonly gaps: readonly {
    readonly from: Instant;
    readonly to: Instant;
    readonly reason: string;
  }[];
  /** Messages of the ledger since the first that came. */
  readonly messages: number;
  /** Messages before it, and behind the last that came: nobody can tell a recorder of them. */
  readonly outside: number;
  /** Of the messages: stored quotes that were older than the newest, on the tape only as a count. */
  readonly lateQuotes: number;
  /** In a gap that the tape names. */
  readonly named: number;
  /** Neither on the tape nor counted nor named. */
  readonly unaccounted: readonly string[];
}

/** Reads the recording in `folder`. A message is on the tape if a fact or correction says the same. */
export async function accountFor(folder: string, ledger: readonly Line[]): Promise<Account> {
  const { source, description } = await readRecording(folder);
  const { symbols } = description;
  const tape = new Set<string>();
  const gaps: { from: Instant; to: Instant; reason: string }[] = [];
  let [facts, lateCorrections] = [0, 0];
  for (let chunk = source.pullStored(); chunk !== null; chunk = source.pullStored()) {
    for (let row = 0; row < chunk.count; row++) {
      const payload = chunk.payload[row];
      if (payload?.kind === 'feedGap') gaps.push(payload);
      const key = factKey(chunk, row, symbols);
      if (key === undefined) continue;
      facts++;
      tape.add(key);
      if (payload?.kind === 'correction' && payload.change === 'late') lateCorrections++;
    }
  }
  const { counts, firstAt = Infinity, newestAt } = source.fold;
  source.close();
  const decoder = await openDecoder(description);
  const stored = new Set<string>();
  for (const frame of readFrames(folder)) {
    if (frame.kind === 'data') for (const item of decoder.decode(frame)) stored.add(itemKey(item));
  }
  let [messages, outside, lateQuotes, named] = [0, 0, 0, 0];
  const unaccounted: string[] = [];
  for (const { message } of ledger) {
    if (message === undefined) continue;
    const bytes = Buffer.from(JSON.stringify([message]));
    const [item] = decoder.decode({ kind: 'data', receivedAt: 0, channel: 'data.json', bytes });
    if (item === undefined) continue;
    const [key, at] = [itemKey(item), timeOf(item)];
    // A slow machine ends its recording before the day is over.
    if (at < firstAt || at > newestAt) {
      outside++;
      continue;
    }
    messages++;
    if (tape.has(key)) continue;
    if (item.kind === 'quote' && stored.has(key)) lateQuotes++;
    else if (gaps.some(({ from, to }) => at >= from && at <= to)) named++;
    else unaccounted.push(key);
  }
  return {
    counts,
    facts,
    lateCorrections,
    gaps,
    messages,
    outside,
    lateQuotes,
    named,
    unaccounted,
  };
}

const timeOf = (item: FeedItem): Instant =>
  item.kind === 'bar' ? item.end : 'at' in item ? item.at : NaN;

/** Ids of stocks say more than those of crypto: the ledger has them. */
const numberOf = (id: string | null): string | undefined => id?.split('-').at(-1);

function itemKey(item: FeedItem): string {
  switch (item.kind) {
    case 'bar':
      return `bar ${item.symbol} ${item.end} ${item.open} ${item.high} ${item.low} ${item.close} ${item.volume}`;
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
      return `bar ${symbol} ${at} ${open[row]} ${high[row]} ${low[row]} ${close[row]} ${volume[row]}`;
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
