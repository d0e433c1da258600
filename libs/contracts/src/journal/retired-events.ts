/** Earlier forms of journal events: read for ever, never written; each tells how it becomes today's form. */

import { canonicalJson, corruptJournal, excerpt, jsonOf } from '#values';
import type { JournalEventType } from './journal-events.js';
import { isNestedWithin } from '../parsing/nesting.js';
import {
  boolean,
  double,
  list,
  struct,
  text,
  uint,
  type Layout,
  type LayoutType,
} from './record-layout.js';

/** One earlier version of an event, under the wire tag that it keeps. */
export interface RetiredEvent {
  readonly tag: number;
  readonly name: JournalEventType;
  readonly version: number;
  readonly layout: Layout<object>;
  /** The upcaster: members as they were written to members of the version after this one's last. */
  readonly upcast: (members: object) => object;
}

const retired = <L extends Layout<object>>(
  entry: Pick<RetiredEvent, 'tag' | 'name' | 'version'>,
  layout: L,
  upcast: (members: LayoutType<L>) => object,
): RetiredEvent => ({ ...entry, layout, upcast: upcast as RetiredEvent['upcast'] });

/** To change an event, give the new form the next free tag and version, and move the old tag and layout here. */
export const retiredEvents: readonly RetiredEvent[] = [
  // Semantics 1 knew one workflow, and did not bind a journal to its plan.
  retired(
    { tag: 1, name: 'RunOpened', version: 1 },
    struct({
      semantics: uint,
      capital: double,
      currency: text,
      symbols: list(text),
      portfolio: boolean,
      policy: text,
      sessionsPerYear: uint,
    }),
    ({ semantics, symbols, policy, ...terms }) => ({
      semantics,
      workflow: 'trading',
      plan: '',
      symbols,
      terms: canonicalJson({ ...terms, policy: policyOf(policy) }),
    }),
  ),
  retired(
    { tag: 17, name: 'RunClosed', version: 1 },
    struct({ tapeHash: text, facts: uint }),
    (members) => ({ ...members, lastSession: null, data: null }),
  ),
];

/** Bytes from outside, before any schema: what is nested deeper than a policy is refused, not walked through. */
function policyOf(text: string): unknown {
  const value = jsonOf(text);
  if (typeof value === 'object' && value !== null && isNestedWithin(value, 2)) return value;
  throw corruptJournal('the policy of a run is no policy', {
    where: 'RunOpened: policy',
    expected: 'JSON of an execution policy',
    found: excerpt(text, 80),
  });
}
