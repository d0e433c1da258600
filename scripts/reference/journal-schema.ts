/** JSON Schema of one line of `tapefold journal <run>`: an event with its place. */

import { journalEventForms } from '#contracts/journal/journal-event-schema';

/** One alternative an event, told apart by `type`. */
export function journalSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Journal event',
    description: 'An event of a run. Knowledge time is that of the fact at `asOf`.',
    oneOf: journalEventForms(),
  };
}
