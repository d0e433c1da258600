/**
 * What reading assembles from rows of several tables: a run and its progress, a tape,
 * records of a journal.
 */

import { z } from 'zod';
import type { RunWait } from '#contracts/streams/runs';
import { countSchema, instantSchema, sha256Schema } from '../entities/fields.js';
import { runRowSchema } from '../entities/run-rows.js';
import {
  clockTurnsRowSchema,
  tapeProgressRowSchema,
  tapeRowSchema,
} from '../entities/tape-rows.js';

/**
 * The status of a run. `submitted`: no output yet. `running`: decisions or records have arrived.
 * `finished`: its journal is closed. `cancelled`: the rest was cancelled. `failed`: it cannot
 * continue, because its tape cannot, or because numbers are missing on its topics.
 */
export const runStatuses = ['submitted', 'running', 'finished', 'cancelled', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** A run and its progress. `time` is the knowledge time of the last record, 0 before the first. */
export const runSchema = runRowSchema.extend({
  status: z.enum(runStatuses),
  records: countSchema.describe('Records of its journal so far.'),
  asOf: countSchema.describe('As-of of the last of them; 0 before the first.'),
  time: instantSchema,
  decisions: countSchema,
  watermark: countSchema.describe('Every decision due at or before this as-of is counted.'),
  journalHash: sha256Schema.nullable().describe('Null until the journal is closed.'),
  tapeHash: sha256Schema.nullable(),
  cancelReason: z.string().nullable(),
  failure: z.string().nullable().describe('Why it cannot continue, if it has failed.'),
  isScored: z.boolean().describe('Whether its figures are there.'),
  tapeFacts: countSchema.nullable().describe('Facts of its tape so far.'),
  isTapeClosed: z.boolean(),
  isTapePaused: z.boolean().describe('By the commands to its clock; a closed tape is past them.'),
});

/** With what it waits for, as the agent adapter reported; null once it has resumed. */
export type RunState = z.output<typeof runSchema> & { readonly wait: RunWait | null };
export type StatusCounts = Readonly<Record<RunStatus, number>>;

const { facts, time, isClosed, tapeHash, failure } = tapeProgressRowSchema.shape;

/**
 * A tape and its progress; `facts` is 0 before the first, and `request` null if the tape was
 * not requested.
 */
export const tapeSchema = z
  .strictObject({
    tape: z.string(),
    header: tapeRowSchema.shape.header
      .partial({ instruments: true })
      .nullable()
      .describe('With its instruments where the tape is asked for by itself.'),
    request: tapeRowSchema.omit({ tape: true, header: true }).nullable(),
    facts,
    time,
    isClosed,
    tapeHash,
    isPaused: clockTurnsRowSchema.shape.isPaused,
    speed: clockTurnsRowSchema.shape.speed.describe(
      'The speed set last, else the requested one; null if the tape was not requested.',
    ),
    failure,
  })
  .meta({ id: 'Tape', description: 'A tape as it was asked for, and as far as it is.' });
export type TapeState = z.output<typeof tapeSchema>;

export const journalPageSchema = z
  .strictObject({
    records: z
      .array(
        z.strictObject({
          record: countSchema,
          event: z
            .looseObject({ type: z.string(), asOf: countSchema, time: instantSchema })
            .describe('As in docs/reference/schemas/journal-event.schema.json.'),
        }),
      )
      .readonly(),
    next: countSchema
      .nullable()
      .describe('`from` of the next page; null if there is no further page yet.'),
    journalHash: sha256Schema.nullable().describe('Null until the journal is closed.'),
  })
  .meta({ id: 'JournalPage', description: 'Records of a journal, in order.' });
export type JournalPage = z.output<typeof journalPageSchema>;
