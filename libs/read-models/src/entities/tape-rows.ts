/**
 * Rows from `tapes`, `clock.commands` and `market.tape`: requested tapes, their progress,
 * their documents.
 */

import { z } from 'zod';
import { tapeHeaderSchema } from '#contracts/scenario/manifest';
import { marketMessages, speedSchema, type TapeOpened } from '#contracts/streams/market';
import { countSchema, instantSchema, sha256Schema } from './fields.js';

export const tapeRowSchema = z.strictObject({
  tape: z.string(),
  dataset: z.string(),
  dataHash: sha256Schema,
  until: z.int().describe('Last session, days since 1970-01-01.'),
  badRows: z.enum(['refuse', 'drop']),
  speed: speedSchema,
  header: tapeHeaderSchema,
});

export const tapeProgressRowSchema = z.strictObject({
  tape: z.string(),
  /** Null if facts arrived without an opening. */
  header: z.custom<TapeOpened['header']>().nullable(),
  facts: countSchema.describe('Released so far.'),
  /** Knowledge time of the last fact; 0 before the first. */
  time: instantSchema,
  isClosed: z.boolean(),
  /** Null until the tape is closed. */
  tapeHash: sha256Schema.nullable(),
  /** No further fact is counted: the tape cannot continue, or some are missing. */
  failure: z.string().nullable().describe('Why it cannot continue; its runs have failed.'),
});
export type TapeProgressRow = z.output<typeof tapeProgressRowSchema>;

export const clockCommandRowSchema = marketMessages['clock.commands'].ClockCommand.pick({
  tape: true,
  id: true,
  command: true,
});

/** The clock commands in force. */
export const clockTurnsRowSchema = z.strictObject({
  tape: z.string(),
  isPaused: z.boolean().describe('By the commands to its clock; a step leaves it paused.'),
  /** The last speed that was set; null if none was. */
  speed: speedSchema.nullable(),
});
export type ClockTurnsRow = z.output<typeof clockTurnsRowSchema>;

export const documentRowSchema = z
  .strictObject({
    tape: z.string(),
    /** Hash of the text. */
    hash: sha256Schema,
    /** In UTF-16 code units. */
    chars: countSchema,
    /** Seq of the first fact that refers to it. */
    firstSeq: countSchema,
  })
  .meta({ id: 'Document', description: 'A text that facts of a tape refer to.' });

/** From the topic `dead-letters`: each unreadable message once, identified by its position. */
export const deadLetterRowSchema = z
  .strictObject({
    topic: z.string(),
    partition: countSchema,
    offset: countSchema,
    key: z.string().nullable(),
    reason: z.string(),
    value: z.string().describe('Base64 of its first bytes.'),
    size: countSchema,
  })
  .meta({ id: 'DeadLetter', description: 'A message that could not be read.' });
