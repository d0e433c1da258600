/** Counts decision events by their due decisions: a stretch is one event for many of them. */

import type { JournalEvent, JournalEventOf } from './journal-events.js';

/** Events that belong to the decision after them, and never appear without it. */
const preludeTypes = ['ToolsCalled', 'PriceDisputed', 'AnswerTimed'] as const;
type PreludeType = (typeof preludeTypes)[number];
const preludes: ReadonlySet<string> = new Set(preludeTypes);
export type Prelude = JournalEventOf<PreludeType>;

/** The outcome of one due decision or of a stretch, and the events that precede a decision. */
export type DecisionEvent = Extract<
  JournalEvent,
  { type: `Decision${string}` | 'AnswerGiven' | 'PairDecided' | PreludeType }
>;

/** Whether an event belongs to the decision after it. */
export const isPrelude = (event: { readonly type: string }): event is Prelude =>
  preludes.has(event.type);

export const isDecisionType = (type: string): type is DecisionEvent['type'] =>
  type.startsWith('Decision') ||
  type === 'AnswerGiven' ||
  type === 'PairDecided' ||
  preludes.has(type);

export const isDecision = (event: JournalEvent): event is DecisionEvent =>
  isDecisionType(event.type);

/** How many due decisions an event stands for: 0 if it belongs to the next event. */
export const dueIn = (event: DecisionEvent): number => {
  if (event.type === 'DecisionsUnchanged') return event.count;
  return isPrelude(event) ? 0 : 1;
};

/** How many due decisions a list stands for. */
export const dueInAll = (events: readonly DecisionEvent[]): number =>
  events.reduce((sum, event) => sum + dueIn(event), 0);

/**
 * The events without their first `known` due decisions; splits a stretch if necessary. `after`:
 * the as-of up to which those are known, where the rest of a stretch then begins; omitted if
 * `since` is not needed.
 */
export function behind(
  events: readonly DecisionEvent[],
  known: number,
  after = -1,
): readonly DecisionEvent[] {
  let left = known;
  let index = 0;
  for (; index < events.length; index++) {
    const due = dueIn(events[index] as DecisionEvent);
    // Events that belong to the first unknown decision are unknown as well.
    if (left <= 0 || due > left) break;
    left -= due;
  }
  const first = events[index];
  if (left <= 0 || first?.type !== 'DecisionsUnchanged') return events.slice(index);
  const since = Math.max(first.since, after + 1);
  return [{ ...first, count: first.count - left, since }, ...events.slice(index + 1)];
}
