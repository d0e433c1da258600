/** The port of a feed: it brings frames as long as it is wanted, and fetches again what was missed. */

import type { Instant } from '#values';
import type { FeedDecoder } from './feed-item.js';
import type { DataFrame, FeedNote } from './frame.js';

/** Takes what a feed brings. Each is stored before anything else happens to it. */
export interface FeedSink {
  /**
   * Bytes as they came. Where a promise is returned the disk or the reader is behind: a feed that can wait does, before
   * it takes the next from the network.
   */
  data(channel: string, bytes: Uint8Array): void | Promise<void>;
  note(note: FeedNote): void;
  /** For people, not for the tape: why the feed waits, and until when; null once it goes on. */
  waits?(why: string | null): void;
  /**
   * Resolves once all that was handed in before the call is on the disk; `Unavailable` where it is not. For feeds that
   * confirm to somebody who does not send a second time what was confirmed. Only a recorder has it.
   */
  durable?(): Promise<void>;
  /**
   * How far the recording has come on a way: the position of the newest frame on it whose channel is `way@position`.
   * A feed that can start at a place does so behind it. Undefined where nothing came on the way yet. A later note
   * `connected` may have set another position.
   */
  position?(way: string): string | undefined;
  /**
   * The data frames that the recording holds, oldest first, for feeds whose sources repeat themselves. To ask for them
   * does not say that the feed goes on where the recording stood.
   */
  stored?(): Iterable<DataFrame>;
}

/** A stretch of time of which a feed may have missed something. */
export interface MissedSpan {
  /** Null for all symbols of the feed. */
  readonly symbol: string | null;
  /** Event times, that of the last item before and that of the first behind; both may be there already. */
  readonly from: Instant;
  readonly to: Instant;
  /** The stream and the numbers that are missing, where the feed numbers its items. */
  readonly numbers?: { readonly stream: string; readonly first: number; readonly last: number };
  /** Nothing is known to be missing: what the history cannot tell is not named as lost. */
  readonly isCheck?: true;
}

export interface Feed {
  /** For people: technology and address, without credentials. */
  readonly name: string;
  readonly decoder: FeedDecoder;
  /**
   * Brings frames until the signal: connects, subscribes, watches for silence, connects again with growing pauses and
   * notes each. Ends when the signal is aborted, or where the feed has an end. Fails only where trying again
   * is of no use: `InvalidInput` for refused credentials, symbols or limits.
   */
  run(sink: FeedSink, signal: AbortSignal): Promise<void>;
  /**
   * Fetches what a span may lack, as frames that the decoder knows; what is there already counts as a duplicate. False
   * where there is no history of it. `Unavailable` where it may be tried again. Left out where there is none at all.
   */
  repair?(span: MissedSpan, sink: FeedSink, signal: AbortSignal): Promise<boolean>;
  /** The history has items behind the last that came: a stream that brought nothing for so long is to be reopened. */
  missed?(silentMs: number): void;
}
