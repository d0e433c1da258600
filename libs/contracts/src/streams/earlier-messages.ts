/** Messages of earlier versions, which stay on their topics for ever, in the form of today. */

import { engineSemantics } from '../journal/journal-events.js';
import { layoutCheck, type LayoutCheck } from '../journal/layout-check.js';
import { secondPlanMembers } from '../scenario/manifest.js';
import { retiredEvents, type RetiredEvent } from '../journal/retired-events.js';

type Members = Readonly<Record<string, unknown>>;

/** By type: what makes version 2 of version 1. What it does not know stays as it is, for the schema to judge. */
const toSecond: Readonly<Record<string, (value: Members) => Members>> = {
  RunSubmitted: (value) => ({
    semantics: 1,
    ...value,
    version: 2,
    plan: secondPlan(value['plan']),
  }),
  ScenarioSubmitted: (value) => ({ ...value, version: 2 }),
  Decisions: (value) => ({ ...value, version: 2 }),
  Events: (value) => ({ ...value, version: 2, events: secondEvents(value['events']) }),
};

/** The message in its latest version. */
export function inLatestVersion(type: string, value: Members): Members {
  const upgrade = value['version'] === 1 ? toSecond[type] : undefined;
  return upgrade === undefined ? value : upgrade(value);
}

/** Whether a run was submitted to an engine that means the same by a policy, a fill and a mark. */
export const isOfTheseSemantics = ({ semantics }: { readonly semantics: number }): boolean =>
  semantics === engineSemantics;

const secondPlan = (plan: unknown): unknown =>
  isRecord(plan) ? { ...secondPlanMembers, ...plan } : plan;

const secondEvents = (events: unknown): unknown =>
  Array.isArray(events) ? events.map(secondEvent) : events;

const first: ReadonlyMap<unknown, { readonly event: RetiredEvent; readonly check: LayoutCheck }> =
  new Map(
    retiredEvents
      .filter(({ version }) => version === 1)
      .map((event) => [event.name, { event, check: layoutCheck(event.layout.jsonSchema) }]),
  );

function secondEvent(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const retired = first.get(value['type']);
  if (retired === undefined || retired.check(value) !== undefined) return value;
  const { type, asOf, time } = value;
  const names = Object.keys(retired.event.layout.jsonSchema['properties'] as object);
  const members = Object.fromEntries(names.map((name) => [name, value[name]]));
  return { type, asOf, time, ...retired.event.upcast(members) };
}

const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null;
