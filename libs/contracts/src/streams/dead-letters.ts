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
      value: z.string().describe('Base64 of its first bytes.'),
      size: count.describe('Number of its bytes.'),
    }).describe('A message that no reader could take. Nothing else was held up by it.'),
  },
};

export type DeadLetter = z.infer<(typeof deadLetterMessages)['dead-letters']['DeadLetter']>;
