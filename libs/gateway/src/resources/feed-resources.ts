/** The interface's resources for registered feeds. */

import { z } from 'zod';
import { countSchema, instantSchema } from '#read-models/entities/fields';

const feedSchema = z
  .strictObject({
    feed: z.string().describe('The name that scenarios use as their `data`.'),
    kind: z.string().describe('Its technology.'),
    calendar: z.string(),
    symbols: z.array(z.string()).readonly(),
    tape: z.string().describe('The tape of its first recording; later ones end in `.2` and so on.'),
    recording: z
      .strictObject({
        facts: countSchema.describe('Released so far.'),
        time: instantSchema.describe('Knowledge time of the last released fact.'),
        isEnded: z.boolean(),
        failure: z.string().nullable().describe('Why it cannot continue.'),
      })
      .nullable()
      .describe('State of that tape; null until the tape is requested.'),
  })
  .meta({
    id: 'Feed',
    description: 'A feed that scenarios may name, and the progress of its tape.',
  });

export const feedsSchema = z
  .strictObject({ items: z.array(feedSchema) })
  .meta({ id: 'Feeds', description: 'All feeds, by name.' });
