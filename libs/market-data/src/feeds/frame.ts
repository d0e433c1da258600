/** What a recording consists of: bytes of a feed as they came, and notes of our own, each with its time. */

import { z } from 'zod';
import type { Instant } from '#values';

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
