/**
 * The messages of `tapes`, `clock.commands`, `market.raw` and `market.tape`: from a tape request to
 * its last fact.
 */

import { z } from 'zod';
import { tapeHeaderSchema } from '../scenario/manifest.js';
import { weeklyReportsSchema } from '../scenario/weekly-reports.js';
import { wireFactsSchema } from './wire-facts.js';
import { count, message, sha256 } from './message.js';

const tape = z.string().min(1).max(200);

/** Maximum characters of a failure's reason: a line, not a log. */
export const failureReasonMax = 500;
const reason = z.string().min(1).max(failureReasonMax);

/** `max`, or times real time. */
export const speedSchema = z.union([z.literal('max'), z.number().positive()]);

/** By topic and type. */
export const marketMessages = {
  tapes: {
    TapeRequested: message('TapeRequested', 1, {
      tape,
      header: tapeHeaderSchema,
      dataset: z.string().describe('Registered name of the data set or feed.'),
      dataHash: sha256.describe(
        "SHA-256 of the data set's content, or of the feed's description. Ingest compares it " +
          'with its own hash.',
      ),
      until: z
        .int()
        .describe('Last session, as days since 1970-01-01; 2932896 if the tape has no end yet.'),
      badRows: z.enum(['refuse', 'drop']),
      speed: speedSchema,
      tasks: z.literal(true).optional().describe('The tape includes the tasks of the data set.'),
      reports: weeklyReportsSchema
        .optional()
        .describe(
          'With `tasks`: the tasks are weekly reports instead of the tasks of the data set.',
        ),
      live: z
        .literal(true)
        .optional()
        .describe('The tape follows a feed: it grows as facts arrive, until an `end` command.'),
    }).describe('Requests a tape. Requesting it again has no effect.'),
  },
  'clock.commands': {
    ClockCommand: message('ClockCommand', 1, {
      tape,
      id: z.string().describe('Identifies the command; a command received twice is applied once.'),
      command: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('pause') }),
        z.strictObject({ kind: z.literal('resume') }),
        z.strictObject({ kind: z.literal('step'), instants: z.int().positive() }),
        z.strictObject({ kind: z.literal('speed'), speed: speedSchema }),
        z.strictObject({ kind: z.literal('end') }),
      ]),
    }).describe(
      "Controls a tape's clock. A live tape has no pace, so it accepts only `end`, which ends " +
        'its recording.',
    ),
  },
  'market.raw': {
    RawOpened: message('RawOpened', 1, {
      tape,
      sources: z.array(z.strictObject({ source: z.string(), rank: z.int(), live: z.boolean() })),
    }).describe(
      'The sources that a tape is merged from. The tape cannot start until all of them are known.',
    ),
    RawFacts: message('RawFacts', 1, {
      tape,
      source: z.string(),
      rank: z.int().describe('Order among sources at one instant: lower first.'),
      live: z.boolean(),
      first: z
        .int()
        .positive()
        .describe('Number of the first fact within its source, from 1, without gaps.'),
      goesOn: z
        .literal(true)
        .optional()
        .describe('For a live source: the last instant of this message continues in the next one.'),
      facts: wireFactsSchema,
    }).describe('Facts of one source, in its order.'),
    RawEnded: message('RawEnded', 1, {
      tape,
      source: z.string(),
      rank: z.int(),
      live: z.boolean(),
      facts: count.describe('Number of facts that it delivered.'),
    }).describe('A source has no more facts.'),
    RawFailed: message('RawFailed', 1, {
      tape,
      source: z
        .string()
        .nullable()
        .describe('The source that failed; null if the sources could not be opened.'),
      reason: reason.describe('Which file, line or field, what was expected, and what was found.'),
    }).describe('The sources of a tape could not be read to their ends.'),
  },
  'market.tape': {
    TapeOpened: message('TapeOpened', 1, {
      tape,
      header: tapeHeaderSchema,
    }).describe('The first message of a tape.'),
    TapeFacts: message('TapeFacts', 1, {
      tape,
      first: z
        .int()
        .positive()
        .describe('Seq of the first fact in this message, from 1, without gaps.'),
      goesOn: z
        .boolean()
        .describe('Whether the last instant of this message continues in the next one.'),
      facts: wireFactsSchema,
    }).describe('Released facts. Row r has the seq `first + r`.'),
    TapeClosed: message('TapeClosed', 1, {
      tape,
      facts: count,
      hash: sha256,
    }).describe('The last message of a tape.'),
    TapeFailed: message('TapeFailed', 1, {
      tape,
      facts: count.describe('Number of facts released before the failure.'),
      reason: reason.describe('Which file, line or field, what was expected, and what was found.'),
    }).describe('The last message of a tape that cannot continue. Its runs have failed.'),
  },
};

export type TapeRequested = z.infer<(typeof marketMessages)['tapes']['TapeRequested']>;
export type ClockCommand = z.infer<(typeof marketMessages)['clock.commands']['ClockCommand']>;
export type RawOpened = z.infer<(typeof marketMessages)['market.raw']['RawOpened']>;
export type RawFacts = z.infer<(typeof marketMessages)['market.raw']['RawFacts']>;
export type RawEnded = z.infer<(typeof marketMessages)['market.raw']['RawEnded']>;
export type RawFailed = z.infer<(typeof marketMessages)['market.raw']['RawFailed']>;
export type TapeOpened = z.infer<(typeof marketMessages)['market.tape']['TapeOpened']>;
export type TapeFacts = z.infer<(typeof marketMessages)['market.tape']['TapeFacts']>;
export type TapeClosed = z.infer<(typeof marketMessages)['market.tape']['TapeClosed']>;
export type TapeFailed = z.infer<(typeof marketMessages)['market.tape']['TapeFailed']>;
