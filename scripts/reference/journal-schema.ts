/** JSON Schema of one line of `tapefold journal <run>`: an event with its place. */

import { journalEvents } from '#contracts';
import { membersOf } from './event-members.ts';

/** One alternative an event, told apart by `type`. */
export function journalSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Journal event',
    description: 'An event of a run. Knowledge time is that of the fact at `asOf`.',
    oneOf: Object.entries(journalEvents).map(([type, { doc, layout }]) => ({
      title: type,
      description: doc,
      type: 'object',
      properties: {
        type: { const: type },
        asOf: { type: 'integer', minimum: 0, description: 'Position on the tape, from 1.' },
        time: { type: 'integer', description: 'Knowledge time, microseconds since 1970.' },
        ...Object.fromEntries(membersOf(layout.jsonSchema)),
      },
      required: ['type', 'asOf', 'time', ...membersOf(layout.jsonSchema).map(([name]) => name)],
    })),
  };
}
