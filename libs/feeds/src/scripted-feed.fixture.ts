/**
 * A feed that plays a script, with the faults of real feeds: a small real implementation for tests.
 */

import { invalidInput, unavailable, type Instant } from '#values';
import type { Feed, FeedDecoder, FeedSink, MissedSpan } from './port/feed.js';
import type { FeedItem } from './port/feed-item.js';

/** A message of the venue: its items, and when the venue sends it. */
export interface ScriptedFrame {
  readonly at: Instant;
  readonly items: readonly FeedItem[];
}

/**
 * The fault of a frame by number, counted from 0, each once: it is dropped, duplicated,
 * swapped with its successor, unreadable, or the connection drops before it and is restored
 * some frames later.
 */
export type ScriptedFault =
  | { readonly frame: number; readonly fault: 'drop' | 'double' | 'swap' | 'garble' }
  | { readonly frame: number; readonly fault: 'break'; readonly frames: number };

export interface ScriptedFeedOptions {
  readonly frames: readonly ScriptedFrame[];
  readonly now: () => Instant;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly faults?: readonly ScriptedFault[];
  /**
   * How history is served: not at all, after some refusals, after a while, or by a venue
   * that has lost it.
   */
  readonly history?:
    'whole' | 'none' | 'lost' | { readonly refusals: number } | { readonly afterMs: number };
  /** Why the feed refuses to run. */
  readonly refuses?: string;
}

/** Reads what `scriptedFeed` sends: JSON lists of items. */
export const scriptedDecoder: FeedDecoder = {
  isHistory: (channel) => channel === 'history',
  decode: ({ bytes }) => {
    let items: unknown;
    try {
      items = JSON.parse(Buffer.from(bytes).toString('utf8'));
    } catch (cause) {
      throw invalidInput('not JSON', { cause });
    }
    if (!Array.isArray(items)) throw invalidInput('no list of items');
    return items as FeedItem[];
  },
};

export const scriptedBytes = (items: readonly FeedItem[]): Uint8Array =>
  Buffer.from(JSON.stringify(items));

export function scriptedFeed(options: ScriptedFeedOptions): Feed {
  const { frames, now, sleep, history = 'whole' } = options;
  let refusals = typeof history === 'object' && 'refusals' in history ? history.refusals : 0;
  /** A frame is sent once, however often the feed is run. */
  let sent = 0;

  const repair = async (
    span: MissedSpan,
    sink: FeedSink,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (typeof history === 'object' && 'afterMs' in history) await sleep(history.afterMs, signal);
    if (history === 'lost') return false;
    if (refusals-- > 0) throw unavailable('the venue does not answer');
    for (const { at, items } of frames) {
      if (at > now()) continue;
      const missed = items.filter((item) => isIn(item, span));
      if (missed.length > 0) await sink.data('history', scriptedBytes(missed));
    }
    return true;
  };

  return {
    name: 'scripted',
    decoder: scriptedDecoder,
    run: async (sink, signal) => {
      if (options.refuses !== undefined) throw invalidInput(options.refuses);
      // No client was connected for what was sent before.
      while ((frames[sent]?.at ?? Infinity) < now()) sent++;
      sink.note({ note: 'connected', to: 'script' });
      let downUntil = -1;
      const deliver = async (number: number, bytes: Uint8Array): Promise<void> => {
        if (number >= downUntil) await sink.data('live', bytes);
      };
      let held: Uint8Array | undefined;
      while (sent < frames.length) {
        const frame = frames[sent] as ScriptedFrame;
        if (frame.at > now()) await sleep(Math.ceil((frame.at - now()) / 1000), signal);
        const number = sent++;
        if (number === downUntil) sink.note({ note: 'connected', to: 'script' });
        const faults = (options.faults ?? []).filter((one) => one.frame === number);
        const faulty = (fault: ScriptedFault['fault']) => faults.find((one) => one.fault === fault);
        const broken = faulty('break');
        if (broken?.fault === 'break') {
          downUntil = number + broken.frames;
          sink.note({ note: 'disconnected', reason: 'the script says so' });
        }
        const bytes = faulty('garble') ? Buffer.from('{"half') : scriptedBytes(frame.items);
        if (faulty('drop')) continue;
        if (faulty('swap')) {
          held = bytes;
          continue;
        }
        await deliver(number, bytes);
        if (faulty('double')) await deliver(number, bytes);
        if (held !== undefined) await deliver(number, held);
        held = undefined;
      }
    },
    ...(history === 'none' ? {} : { repair }),
  };
}

function isIn(item: FeedItem, { symbol, from, to, numbers }: MissedSpan): boolean {
  let at;
  if ('at' in item) {
    at = item.at;
  } else if (item.kind === 'bar') {
    at = item.end;
  } else {
    at = undefined;
  }
  const isOfSymbol = symbol === null || ('symbol' in item && item.symbol === symbol);
  if (numbers !== undefined && 'numbered' in item && item.numbered !== undefined) {
    const { stream, number } = item.numbered;
    return stream === numbers.stream && number >= numbers.first && number <= numbers.last;
  }
  return isOfSymbol && at !== undefined && at >= from && at <= to;
}
