/** What the interface says about tapes and their clocks, and about messages that nobody could read. */

import { z } from 'zod';
import { tapeHeaderSchema } from '#contracts/scenario/manifest';
import { speedSchema } from '#contracts/streams/market';
import { countSchema, instantSchema, sha256Schema } from './fields.js';

export const tapeSchema = z
  .strictObject({
    tape: z.string(),
    header: tapeHeaderSchema
      .partial({ instruments: true })
      .nullable()
      .describe('With its instruments where the tape is asked for by itself.'),
    request: z
      .strictObject({
        dataset: z.string(),
        dataHash: sha256Schema,
        until: z.int().describe('Last session, days since 1970-01-01.'),
        badRows: z.enum(['refuse', 'drop']),
        speed: speedSchema,
      })
      .nullable(),
    facts: countSchema.describe('Released so far.'),
    time: instantSchema,
    isClosed: z.boolean(),
    tapeHash: sha256Schema.nullable(),
    isPaused: z.boolean().describe('By the commands to its clock; a step leaves it paused.'),
    speed: speedSchema.nullable().describe('Set last, else as asked for; null where nobody asked.'),
    failure: z.string().nullable().describe('Why it cannot go on; its runs have failed.'),
  })
  .meta({ id: 'Tape', description: 'A tape as it was asked for, and as far as it is.' });

export const documentSchema = z
  .strictObject({
    tape: z.string(),
    hash: sha256Schema,
    chars: countSchema,
    firstSeq: countSchema,
  })
  .meta({ id: 'Document', description: 'A text that facts of a tape refer to.' });

/** As in the message `ClockCommand`, with its kind among the members. */
export const clockBodySchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pause') }),
    z.strictObject({ kind: z.literal('resume') }),
    z.strictObject({ kind: z.literal('step'), instants: z.int().positive().max(1_000_000) }),
    z.strictObject({ kind: z.literal('speed'), speed: speedSchema }),
  ])
  .meta({
    id: 'ClockTurn',
    description: 'A turn of a knob at the clock of a tape.',
    examples: [{ kind: 'step', instants: 10 }],
  });

export const endBodySchema = z
  .strictObject({})
  .meta({ id: 'TapeEnd', description: 'Nothing: a tape ends once.', examples: [{}] });

export const clockTurnedSchema = z
  .strictObject({ tape: z.string(), command: z.string().describe('Id of the command.') })
  .meta({ id: 'ClockTurned', description: 'The command was taken; the clock obeys it in order.' });

export const deadLetterSchema = z
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
