/** The messages of `tapes`, `clock.commands`, `market.raw` and `market.tape`: from a wanted tape to its last fact. */

import { z } from 'zod';
import { tapeHeaderSchema } from '../manifest.js';
import { wireFactsSchema } from './wire-facts.js';

const version = z.literal(1);
const tape = z.string().min(1).max(200);
const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** `max`, or times real time. */
export const speedSchema = z.union([z.literal('max'), z.number().positive()]);

/** Somebody needs this tape. Asking again changes nothing. */
export const tapeRequestedSchema = z.strictObject({
  type: z.literal('TapeRequested'),
  version,
  tape,
  header: tapeHeaderSchema,
  /** The name under which the data set is registered. */
  dataset: z.string(),
  /** SHA-256 of the data set's content, which whoever reads it compares. */
  dataHash: sha256,
  /** Last session, as days since 1970-01-01. */
  until: z.int(),
  badRows: z.enum(['refuse', 'drop']),
  speed: speedSchema,
});

/** A turn of a knob at a tape's clock. */
export const clockCommandSchema = z.strictObject({
  type: z.literal('ClockCommand'),
  version,
  tape,
  /** Tells two commands apart; a command that comes twice is obeyed once. */
  id: z.string(),
  command: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pause') }),
    z.strictObject({ kind: z.literal('resume') }),
    z.strictObject({ kind: z.literal('step'), instants: z.int().positive() }),
    z.strictObject({ kind: z.literal('speed'), speed: speedSchema }),
  ]),
});

/** Facts of one source, in its order. */
export const rawFactsSchema = z.strictObject({
  type: z.literal('RawFacts'),
  version,
  tape,
  source: z.string(),
  /** Order among sources at one instant: lower first. */
  rank: z.int(),
  live: z.boolean(),
  /** Number of the first fact within its source, from 1, gapless. */
  first: z.int().positive(),
  facts: wireFactsSchema,
});

/** A source has no more facts. `sources` is how many the tape has in all. */
export const rawEndedSchema = z.strictObject({
  type: z.literal('RawEnded'),
  version,
  tape,
  source: z.string(),
  rank: z.int(),
  live: z.boolean(),
  /** Facts that it delivered. */
  facts: count,
});

/** Which sources a tape is merged from: it cannot begin before all of them are known. */
export const rawOpenedSchema = z.strictObject({
  type: z.literal('RawOpened'),
  version,
  tape,
  sources: z.array(z.strictObject({ source: z.string(), rank: z.int(), live: z.boolean() })),
});

/** The first message of a tape. */
export const tapeOpenedSchema = z.strictObject({
  type: z.literal('TapeOpened'),
  version,
  tape,
  header: tapeHeaderSchema,
});

/** Released facts. Row r has the seq `first + r`. */
export const tapeFactsSchema = z.strictObject({
  type: z.literal('TapeFacts'),
  version,
  tape,
  /** From 1, gapless. */
  first: z.int().positive(),
  /** Whether the next message goes on with the instant that this one ends with. */
  goesOn: z.boolean(),
  facts: wireFactsSchema,
});

/** The last message of a tape. */
export const tapeClosedSchema = z.strictObject({
  type: z.literal('TapeClosed'),
  version,
  tape,
  facts: count,
  hash: sha256,
});

export type TapeRequested = z.infer<typeof tapeRequestedSchema>;
export type ClockCommand = z.infer<typeof clockCommandSchema>;
export type RawOpened = z.infer<typeof rawOpenedSchema>;
export type RawFacts = z.infer<typeof rawFactsSchema>;
export type RawEnded = z.infer<typeof rawEndedSchema>;
export type TapeOpened = z.infer<typeof tapeOpenedSchema>;
export type TapeFacts = z.infer<typeof tapeFactsSchema>;
export type TapeClosed = z.infer<typeof tapeClosedSchema>;
