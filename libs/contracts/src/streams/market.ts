/** The messages of `tapes`, `clock.commands`, `market.raw` and `market.tape`: from a tape request to its last fact. */

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
      dataset: z.string().describe('The name under which the data set or the feed is registered.'),
      dataHash: sha256.describe(
        "SHA-256 of the data set's content, or of the feed's description. Ingest compares it with its own.",
      ),
      until: z
        .int()
        .describe('Last session, as days since 1970-01-01; 2932896 of a tape that has no end yet.'),
      badRows: z.enum(['refuse', 'drop']),
      speed: speedSchema,
      tasks: z.literal(true).optional().describe('That the tasks of the data set are on the tape.'),
      reports: weeklyReportsSchema
        .optional()
        .describe(
          'With `tasks`: that weekly reports are the tasks, and not those of the data set.',
        ),
      live: z
        .literal(true)
        .optional()
        .describe('That the tape is of a feed: it grows as facts come, until somebody ends it.'),
    }).describe('Somebody needs this tape. Asking again changes nothing.'),
  },
  'clock.commands': {
    ClockCommand: message('ClockCommand', 1, {
      tape,
      id: z
        .string()
        .describe('Tells two commands apart; a command that comes twice is obeyed once.'),
      command: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('pause') }),
        z.strictObject({ kind: z.literal('resume') }),
        z.strictObject({ kind: z.literal('step'), instants: z.int().positive() }),
        z.strictObject({ kind: z.literal('speed'), speed: speedSchema }),
        z.strictObject({ kind: z.literal('end') }),
      ]),
    }).describe(
      "A turn of a knob at a tape's clock. A live tape has no pace: it knows `end` alone, which ends its recording.",
    ),
  },
  'market.raw': {
    RawOpened: message('RawOpened', 1, {
      tape,
      sources: z.array(z.strictObject({ source: z.string(), rank: z.int(), live: z.boolean() })),
    }).describe(
      'Which sources a tape is merged from: it cannot begin before all of them are known.',
    ),
    RawFacts: message('RawFacts', 1, {
      tape,
      source: z.string(),
      rank: z.int().describe('Order among sources at one instant: lower first.'),
      live: z.boolean(),
      first: z
        .int()
        .positive()
        .describe('Number of the first fact within its source, from 1, gapless.'),
      goesOn: z
        .literal(true)
        .optional()
        .describe(
          'Of a live source: that the instant which this message ends with goes on in the next one.',
        ),
      facts: wireFactsSchema,
    }).describe('Facts of one source, in its order.'),
    RawEnded: message('RawEnded', 1, {
      tape,
      source: z.string(),
      rank: z.int(),
      live: z.boolean(),
      facts: count.describe('Facts that it delivered.'),
    }).describe('A source has no more facts.'),
    RawFailed: message('RawFailed', 1, {
      tape,
      source: z
        .string()
        .nullable()
        .describe('Whose facts could not be read on; null where the sources could not be opened.'),
      reason: reason.describe('Which file, line or field, what was expected, and what was found.'),
    }).describe('The sources of a tape cannot be read to their ends.'),
  },
  'market.tape': {
    TapeOpened: message('TapeOpened', 1, {
      tape,
      header: tapeHeaderSchema,
    }).describe('The first message of a tape.'),
    TapeFacts: message('TapeFacts', 1, {
      tape,
      first: z.int().positive().describe('From 1, gapless.'),
      goesOn: z
        .boolean()
        .describe('Whether the next message goes on with the instant that this one ends with.'),
      facts: wireFactsSchema,
    }).describe('Released facts. Row r has the seq `first + r`.'),
    TapeClosed: message('TapeClosed', 1, {
      tape,
      facts: count,
      hash: sha256,
    }).describe('The last message of a tape.'),
    TapeFailed: message('TapeFailed', 1, {
      tape,
      facts: count.describe('Facts that were released before.'),
      reason: reason.describe('Which file, line or field, what was expected, and what was found.'),
    }).describe('The last message of a tape that cannot go on: its runs have failed.'),
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
