/** The interface's resources for registered feeds. */

import { z } from 'zod';
import { countSchema, instantSchema } from '#read-models/entities/fields';

const feedSchema = z
  .strictObject({
    feed: z.string().describe('The name by which scenarios know it, as their `data`.'),
    kind: z.string().describe('Its technology.'),
    calendar: z.string(),
    symbols: z.array(z.string()).readonly(),
    tape: z.string().describe('The tape of its first recording; of later ones `….2` and so on.'),
    recording: z
      .strictObject({
        facts: countSchema.describe('Released so far.'),
        time: instantSchema.describe('Knowledge time of the last of them.'),
        isEnded: z.boolean(),
        failure: z.string().nullable().describe('Why it cannot continue.'),
      })
      .nullable()
      .describe('Of that tape; null while nobody has asked for it.'),
  })
  .meta({ id: 'Feed', description: 'A feed that scenarios may name, and how far its tape is.' });

export const feedsSchema = z
  .strictObject({ items: z.array(feedSchema) })
  .meta({ id: 'Feeds', description: 'All of them, by name.' });
