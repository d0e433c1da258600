/** Earlier forms of journal events: read for ever, never written; each tells how it becomes today's form. */

import type { JournalEventType } from './journal-events.js';
import type { Layout } from './record-layout.js';

/** One earlier version of an event, under the wire tag that it keeps. */
export interface RetiredEvent {
  readonly tag: number;
  readonly name: JournalEventType;
  readonly version: number;
  readonly layout: Layout<object>;
  /** The upcaster: members as they were written to members of the version after this one's last. */
  readonly upcast: (members: object) => object;
}

/**
 * None yet: every event is in its first version. To change one, give the new form the next free tag and
 * version in `journal-events.ts`, and move the old tag and layout here with their upcaster.
 */
export const retiredEvents: readonly RetiredEvent[] = [];
