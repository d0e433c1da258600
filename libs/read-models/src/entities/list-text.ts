/** The list of a message as JSON text: cut out of the message where it can be, since it was written once already. */

import { behind, type JournalEvent } from '#contracts';
import type { DecisionEvent, Decisions, Events } from '#contracts/streams/runs';

/** The members of messages that are kept as they came. */
type ListName = 'decisions' | 'events';
/** What stands behind the name `N` of such a member, each item a `T`. `itemsOf` reads it. */
export type ListText<N extends ListName, T> = string & {
  readonly [list]?: { readonly name: N; readonly item: T };
};
declare const list: unique symbol;

/**
 * The list of a message without its first `known` decisions, which go up to the as-of `after`. `text` is the message
 * as it came. Where it is laid out as our own services write it, the list is cut out between what stands before and
 * behind: the text is valid as a whole, so it is at the same depth at both ends of what is between them.
 */
export function decisionsText(
  { run, first, decisions, watermark }: Decisions,
  { known, after }: { readonly known: number; readonly after: number },
  text: string,
): ListText<'decisions', DecisionEvent> {
  if (known > 0) return JSON.stringify(behind(decisions, known, after));
  const before = `{"type":"Decisions","version":2,"run":"${run}","first":${first},"decisions":`;
  return between(before, text, `,"watermark":${watermark}}`) ?? JSON.stringify(decisions);
}

/** As `decisionsText`, of records: from record number `known` on, counted from 0. */
export function eventsText(
  { run, first, events, hash }: Events,
  known: number,
  text: string,
): ListText<'events', JournalEvent> {
  if (known > 0) return JSON.stringify(events.slice(known));
  const before = `{"type":"Events","version":2,"run":"${run}","first":${first},"events":`;
  return between(before, text, `,"hash":${JSON.stringify(hash)}}`) ?? JSON.stringify(events);
}

function between(before: string, text: string, behind: string): string | undefined {
  const isPlain = text.startsWith(before) && text.endsWith(behind);
  return isPlain ? text.slice(before.length, -behind.length) : undefined;
}

/** Under its own name: of a member that stands in a message twice, the last one counts here as it did there. */
export const itemsOf = <N extends ListName, T>(name: N, text: ListText<N, T>): readonly T[] =>
  (JSON.parse(`{"${name}":${text}}`) as Readonly<Record<N, readonly T[]>>)[name];
