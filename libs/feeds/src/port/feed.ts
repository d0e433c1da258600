/**
 * The port of a feed, and what it stores: frames with the raw bytes of its source, and
 * notes of its own.
 */

import { z } from 'zod';
import type { Instant } from '#values';
import type { FeedItem } from './feed-item.js';

const instant = z.int();
const reason = z.string().max(500);

/**
 * Notes of the recorder itself. They are part of the recording because the tape is a function of
 * it: what a clock, a socket or a disk did is an input like any other.
 */
export const feedNoteSchema = z.discriminatedUnion('note', [
  /** The connection is up and its subscriptions were accepted. */
  z.strictObject({
    note: z.literal('connected'),
    to: z.string().max(500),
    /** Where it starts, as `way@position`, if the newest frame on the way does not tell. */
    places: z.array(z.string().max(64)).max(100_000).optional(),
  }),
  z.strictObject({
    note: z.literal('disconnected'),
    reason,
    /** Which connection, if a feed has several; all of them if omitted. */
    to: z.string().max(500).optional(),
  }),
  /** Time passed: sessions open and close, and bars built from trades end. */
  z.strictObject({ note: z.literal('tick') }),
  /** How far the venue's clock is ahead of ours, milliseconds, and the error bound. */
  z.strictObject({ note: z.literal('clock'), offsetMs: z.number(), within: z.number().min(0) }),
  /**
   * The machine's clock was set while recording, or before it resumed; arrivals continue as if
   * it had not been.
   */
  z.strictObject({ note: z.literal('clockStep'), stepMs: z.number() }),
  /**
   * Data missed between two instants was requested, and the frames since `disconnected` contain it.
   */
  z.strictObject({
    note: z.literal('repaired'),
    symbol: z.string().max(32).nullable(),
    from: instant,
    to: instant,
  }),
  /** A stretch was compared with the history of the feed, which yielded this many missing items. */
  z.strictObject({
    note: z.literal('reconciled'),
    from: instant,
    to: instant,
    brought: z.int().min(0),
  }),
  /** Missed data cannot be fetched: the tape reports it. */
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

/** Raw bytes: a message of a socket, the body of a response, a line of a file. */
export interface DataFrame {
  readonly kind: 'data';
  /**
   * Arrival by our clock: later than every frame before, and never in the first two microseconds of
   * a millisecond, where sessions turn and bars end.
   */
  readonly receivedAt: Instant;
  /**
   * Which of the feed's ways they came on, which selects their decoding. At most 64 bytes of ASCII.
   */
  readonly channel: string;
  readonly bytes: Uint8Array;
}

export interface NoteFrame {
  readonly kind: 'note';
  readonly receivedAt: Instant;
  readonly note: FeedNote;
}

export type Frame = DataFrame | NoteFrame;

/** Receives what a feed delivers. Everything is stored before it is processed. */
export interface FeedSink {
  /**
   * Raw bytes. A returned promise means that the disk or the reader is behind: a feed that can wait
   * does so before it reads on from the network.
   */
  data(channel: string, bytes: Uint8Array): void | Promise<void>;
  note(note: FeedNote): void;
  /** For people, not for the tape: why the feed waits, and until when; null once it resumes. */
  waits?(why: string | null): void;
  /**
   * Resolves once everything passed in before the call is on disk; rejects with `Unavailable` if it
   * is not. For feeds that acknowledge to a sender which does not resend acknowledged messages.
   * Only a recorder has it.
   */
  durable?(): Promise<void>;
  /**
   * How far the recording has advanced on a way: the position of its newest frame whose channel is
   * `way@position`. A feed that can start at a position starts after it. Undefined if nothing
   * arrived on the way yet. A later note `connected` may have set another position.
   */
  position?(way: string): string | undefined;
  /**
   * The data frames that the recording holds, oldest first, for feeds whose sources repeat
   * themselves. Calling it does not imply that the feed resumes where the recording ended.
   */
  stored?(): Iterable<DataFrame>;
}

/** A stretch of time in which a feed may have missed data. */
export interface MissedSpan {
  /** Null for all symbols of the feed. */
  readonly symbol: string | null;
  /** Event times of the last item before and the first one after; both may be present already. */
  readonly from: Instant;
  readonly to: Instant;
  /** The stream and the missing numbers, if the feed numbers its items. */
  readonly numbers?: { readonly stream: string; readonly first: number; readonly last: number };
  /** A mere check: what the history cannot provide is not reported as lost. */
  readonly isCheck?: true;
}

export interface Feed {
  /** For people: technology and address, without credentials. */
  readonly name: string;
  readonly decoder: FeedDecoder;
  /**
   * Delivers frames until aborted: connects, subscribes, detects silence, reconnects with growing
   * pauses and notes each. Ends when the signal is aborted, or if the feed has an end. Fails only
   * if a retry is useless: `InvalidInput` for refused credentials, symbols or limits.
   */
  run(sink: FeedSink, signal: AbortSignal): Promise<void>;
  /**
   * Fetches what a span may lack, as frames that the decoder knows; items already present count as
   * duplicates. Returns false if the span has no history. Throws `Unavailable` if a retry may help.
   * Omitted if the feed has no history.
   */
  repair?(span: MissedSpan, sink: FeedSink, signal: AbortSignal): Promise<boolean>;
  /**
   * The history has items after the last that arrived: a stream that was silent for this long
   * must be reopened.
   */
  missed?(silentMs: number): void;
}

/**
 * Reads frames of one feed: a function of the frame and of the feed's description alone, so that a
 * tape can be made again from its frames. Throws `InvalidInput` for an unreadable frame; skips the
 * parts of a frame that are not needed.
 */
export interface FeedDecoder {
  decode(frame: DataFrame): readonly FeedItem[];
  /**
   * Whether frames of a channel were requested from a history. Omitted if the feed is not compared
   * with a history.
   */
  isHistory?(channel: string): boolean;
}
