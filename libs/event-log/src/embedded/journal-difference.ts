/** How a journal and the run that should repeat it differ, in domain terms. */

import { excerpt, formatCivilDate, printable, utcDateOf, type Instant } from '#values';
import { isDecision, type DecisionEvent, type JournalEvent } from '#contracts';
import { decisionParts, eventWords } from '#contracts/journal/event-words';

/** Where they differ: the event of each side, undefined for the one that ends there. */
export interface Difference {
  readonly recorded: JournalEvent | undefined;
  readonly now: JournalEvent | undefined;
}

export interface DifferenceNames {
  /** The symbol of a single-symbol run, which its decisions need not name. */
  readonly only: string | undefined;
  /** Names a moment by its session, or by its instant. */
  readonly nameOf: (time: Instant) => string;
}

/** The date in UTC, for when the session is unknown. */
export const utcDateName = (time: Instant): string => formatCivilDate(utcDateOf(time));

/** For a decision with more parts than this, only the differing parts are shown. */
const partsMax = 4;

/**
 * `2022-01-03: the record says long, the agent now says flat`. Undefined if the
 * events are the same.
 */
export function differenceWords(
  { recorded, now }: Difference,
  names: DifferenceNames,
): string | undefined {
  // Equal events followed by different bytes: a seal was altered.
  if (JSON.stringify(recorded) === JSON.stringify(now)) return undefined;
  const times = [recorded, now].flatMap((event) => (event === undefined ? [] : [event.time]));
  const first = momentOf(Math.min(...times), names);
  const later = (event: JournalEvent): string => {
    const moment = momentOf(event.time, names);
    return moment === first ? '' : ` on ${moment}`;
  };
  return `${first}: ${sentence({ recorded, now }, names, later)}`;
}

const momentOf = (time: Instant, { nameOf }: DifferenceNames): string =>
  time === 0 ? 'at the start' : nameOf(time);

/** `later` gives the time of an event from another moment than the one that starts the text. */
function sentence(
  { recorded, now }: Difference,
  names: DifferenceNames,
  later: (event: JournalEvent) => string,
): string {
  if (recorded === undefined || now === undefined) {
    const [ended, longer] =
      recorded === undefined ? ['the record', 'the run'] : ['the run', 'the record'];
    return `${ended} ends here, ${longer} goes on with ${quoted(recorded ?? now)}`;
  }
  if (isDecision(recorded) && isDecision(now)) {
    const parts = [partsOf(recorded, now, names), partsOf(now, recorded, names)] as const;
    const [before, after] = distinct(parts, recorded, now);
    return `the record says ${before}${later(recorded)}, the agent now says ${after}${later(now)}`;
  }
  const recordedWords = eventWords(recorded);
  const repeatedWords = eventWords(now);
  const isOneKind = recordedWords.what === repeatedWords.what;
  const [has, gives] = isOneKind
    ? distinct([recordedWords.terms, repeatedWords.terms], recorded, now)
    : [quoted(recorded), quoted(now)];
  const sides = `the record has ${has}${later(recorded)}; the run now gives ${gives}${later(now)}`;
  return isOneKind ? `${recordedWords.what}: ${sides}` : sides;
}

function quoted(event: JournalEvent | undefined): string {
  if (event === undefined) return 'nothing';
  const { what, terms } = eventWords(event);
  return `"${what}: ${terms}"`;
}

/** The parts of a decision; for a long one, only those that differ from the other decision. */
function partsOf(event: DecisionEvent, other: DecisionEvent, { only }: DifferenceNames): string {
  const parts = decided(event, only);
  if (parts === undefined) return eventWords(event).terms;
  const others = decided(other, only) ?? [];
  const own = parts.length > partsMax ? parts.filter((part) => !others.includes(part)) : parts;
  const more = own.length > partsMax ? `, and ${own.length - partsMax} more` : '';
  const shown = own.length === 0 ? 'no change' : own.slice(0, partsMax).join(', ');
  const times = event.type === 'DecisionsUnchanged' ? `, ${event.count} times` : '';
  return printable(`${shown}${more}${times}`, 200);
}

function decided(event: DecisionEvent, only: string | undefined): string[] | undefined {
  return 'decision' in event ? decisionParts(event.decision, only) : undefined;
}

/** If the words are equal, the members that differ. */
function distinct(
  words: readonly [string, string],
  recorded: JournalEvent,
  now: JournalEvent,
): readonly [string, string] {
  if (words[0] !== words[1]) return words;
  const [recordedMembers, repeatedMembers] = [recorded, now].map(
    (event) => new Map(Object.entries(event)),
  ) as [Map<string, unknown>, Map<string, unknown>];
  const names = [...new Set([...recordedMembers.keys(), ...repeatedMembers.keys()])].filter(
    (name) =>
      JSON.stringify(recordedMembers.get(name)) !== JSON.stringify(repeatedMembers.get(name)),
  );
  const list = (of: Map<string, unknown>): string =>
    names.map((name) => `${name} ${excerpt(of.get(name))}`).join(', ');
  return [list(recordedMembers), list(repeatedMembers)];
}
