/**
 * The schema of a journal event as JSON, derived from the layouts that also write its binary form.
 */

import { z } from 'zod';
import { isDecisionType, type DecisionEvent } from './due-decisions.js';
import { journalEvents, type JournalEvent, type JournalEventType } from './journal-events.js';
import { layoutCheck, type LayoutCheck } from './layout-check.js';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of one event with its place. */
function formOf(type: JournalEventType): Schema {
  const { doc, layout } = journalEvents[type];
  const own = (layout.jsonSchema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const properties = {
    type: { const: type },
    asOf: { type: 'integer', minimum: 0, description: 'Position on the tape, from 1.' },
    time: { type: 'integer', description: 'Knowledge time, microseconds since 1970.' },
    ...own,
  };
  const ownRequired = (layout.jsonSchema['required'] ?? []) as readonly string[];
  const required = ['type', 'asOf', 'time', ...ownRequired];
  return { title: type, description: doc, type: 'object', properties, required };
}

const types = Object.keys(journalEvents) as JournalEventType[];
const forms = new Map(types.map((type) => [type, formOf(type)]));
const checks = new Map<unknown, LayoutCheck>(
  [...forms].map(([type, form]) => [type, layoutCheck(form)]),
);

/** One alternative per event, distinguished by `type`; for all events, or for some. */
export function journalEventForms(
  isMeant: (type: JournalEventType) => boolean = () => true,
): Schema[] {
  return types.filter(isMeant).map((type) => forms.get(type) as Schema);
}

/** The path at which an event breaks its declaration: `.shares`; undefined if it does not. */
function brokenPlace(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null) return '';
  const check = checks.get((event as { type?: unknown }).type);
  return check === undefined ? '.type' : check(event);
}

/**
 * Whether a value is a journal event by `journalEventSchema`; fast, for callers that check many.
 */
export const isJournalEvent = (value: unknown): value is JournalEvent =>
  brokenPlace(value) === undefined;

/** A journal event as JSON, with its declared members. */
export const journalEventSchema = z
  .custom<JournalEvent>(isJournalEvent, {
    error: ({ input }) => `not an event of a journal at "event${brokenPlace(input) ?? ''}"`,
  })
  .meta({
    id: 'JournalEvent',
    description: 'An event of a run. Knowledge time is that of the fact at `asOf`.',
    oneOf: journalEventForms(),
  });

/** Whether a value is one of the events of `decisionEventSchema`. */
export const isDecisionEvent = (value: unknown): value is DecisionEvent =>
  isJournalEvent(value) && isDecisionType(value.type);

/** One of the events that end a due decision. */
export const decisionEventSchema = z
  .custom<DecisionEvent>(isDecisionEvent, {
    error: ({ input }) => `not a decision of a journal at "event${brokenPlace(input) ?? '.type'}"`,
  })
  .meta({
    id: 'DecisionEvent',
    description:
      'What a due decision ended in, or a stretch of them. Knowledge time is that of the fact at ' +
      '`asOf`.',
    oneOf: journalEventForms(isDecisionType),
  });
