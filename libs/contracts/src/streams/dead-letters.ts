/** The message of `dead-letters`: what could not be read, with enough of it to investigate. */

import { z } from 'zod';
import { count, message } from './message.js';

/** Bytes kept of a broken message. */
export const deadLetterBytesMax = 65_536;

/** By topic and type. */
export const deadLetterMessages = {
  'dead-letters': {
    DeadLetter: message('DeadLetter', 1, {
      topic: z.string(),
      partition: count,
      offset: count,
      key: z.string().nullable(),
      reason: z.string().max(1000),
      value: z.string().describe('First bytes of the message, as base64.'),
      size: count.describe('Size of the message in bytes.'),
    }).describe('A message that could not be parsed. Readers skip it and continue.'),
  },
};

export type DeadLetter = z.infer<(typeof deadLetterMessages)['dead-letters']['DeadLetter']>;
