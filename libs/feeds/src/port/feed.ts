/** The port of a feed, and what it stores: frames with the bytes of its source as they came, and notes of its own. */

import { z } from 'zod';
import type { Instant } from '#values';
import type { FeedItem } from './feed-item.js';

const instant = z.int();
const reason = z.string().max(500);

/**
 * What the recorder itself has to say. Notes are part of the recording because the tape is a function of it: what a
 * clock, a socket or a disk did is an input like any other.
 */
export const feedNoteSchema = z.discriminatedUnion('note', [
  /** The connection stands and its subscriptions were accepted. */
  z.strictObject({
    note: z.literal('connected'),
    to: z.string().max(500),
    /** Where it starts, as `way@position`, where the newest frame on the way does not say so. */
    places: z.array(z.string().max(64)).max(100_000).optional(),
  }),
  z.strictObject({
    note: z.literal('disconnected'),
    reason,
    /** Which connection, where a feed has several; all of them where it is left out. */
    to: z.string().max(500).optional(),
  }),
  /** Time passed: sessions open and close, and bars that are made of trades end. */
  z.strictObject({ note: z.literal('tick') }),
  /** How far the clock of the venue is ahead of ours, milliseconds, and by how much that may be wrong. */
  z.strictObject({ note: z.literal('clock'), offsetMs: z.number(), within: z.number().min(0) }),
  /** The clock of the machine was set while it recorded, or before it went on; arrivals go on as if it had not been. */
  z.strictObject({ note: z.literal('clockStep'), stepMs: z.number() }),
  /** What was missed between two instants was asked for, and the frames since `disconnected` brought it. */
  z.strictObject({
    note: z.literal('repaired'),
    symbol: z.string().max(32).nullable(),
    from: instant,
    to: instant,
  }),
  /** A stretch was compared with the history of the feed, which brought so many items that had not come. */
  z.strictObject({
    note: z.literal('reconciled'),
    from: instant,
    to: instant,
    brought: z.int().min(0),
  }),
  /** What was missed cannot be had: the tape names it. */
  z.strictObject({
    note: z.literal('lost'),
    symbol: z.string().max(32).nullable(),
    from: instant,
    to: instant,
    missing: z.int().positive().nullable(),
    reason,
  }),
  /** Nothing follows: the recording was ended for good. */
  z.strictObject({ note: z.literal('ended') }),
]);
export type FeedNote = z.infer<typeof feedNoteSchema>;

/** Bytes as they came: a message of a socket, the body of a response, a line of a file. */
export interface DataFrame {
  readonly kind: 'data';
  /**
   * When they came, by our clock: later than every frame before, and never in the first two microseconds of a
   * millisecond, where sessions turn and bars end.
   */
  readonly receivedAt: Instant;
  /** Which of the feed's ways they came: what it decodes them by. At most 64 bytes of ASCII. */
  readonly channel: string;
  readonly bytes: Uint8Array;
}

export interface NoteFrame {
  readonly kind: 'note';
  readonly receivedAt: Instant;
  readonly note: FeedNote;
}

export type Frame = DataFrame | NoteFrame;

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

/**
 * Reads frames of one feed: a function of the frame and of the feed's description alone, so that a tape can be made
 * again from its frames. `InvalidInput` for a frame that nobody can read; what of a frame is of no use is left out.
 */
export interface FeedDecoder {
  decode(frame: DataFrame): readonly FeedItem[];
  /** Whether frames of a channel were asked for, of the past. Left out where the feed is compared with no history. */
  isHistory?(channel: string): boolean;
}
