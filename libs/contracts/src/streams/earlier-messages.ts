/** Upcasts messages of earlier versions, which stay on their topics, to the form of today. */

import { z } from 'zod';
import type { Figure } from '../result/figures.js';
import { intervalSchema } from '../result/interval.js';
import type { TopicName } from './topics.js';

/**
 * Versions of a type, each with what makes a message of today from it; undefined if it has not its
 * own form.
 */
type Versions = Readonly<Record<number, (message: unknown) => object | undefined>>;

interface EarlierType {
  /** The type of today that replaces it. */
  readonly now: string;
  readonly versions: Versions;
}

const valuesSchema = z.record(z.string(), z.number().nullable());
const reasonsSchema = z.record(z.string(), z.string());

const runScored1 = z.looseObject({
  metrics: valuesSchema,
  undefinedBecause: reasonsSchema,
  drawdown: z.looseObject({}).nullable(),
  intervals: z.record(z.string(), intervalSchema.nullable()),
});

const tasksScored1 = z.looseObject({ figures: valuesSchema, undefinedBecause: reasonsSchema });

/** Version 1 had values, reasons and intervals apart, and a message of its own for tasks. */
function runScoredOf1(message: unknown): object | undefined {
  const { data } = runScored1.safeParse(message);
  if (data === undefined) return undefined;
  const { metrics, undefinedBecause, intervals, drawdown, ...rest } = data;
  const figures = figuresOf(metrics, undefinedBecause, intervals);
  const deepest = drawdown === null ? {} : { drawdown };
  return { ...rest, version: 2, figures, ...deepest };
}

function tasksScoredOf1(message: unknown): object | undefined {
  const { data } = tasksScored1.safeParse(message);
  if (data === undefined) return undefined;
  const { figures, undefinedBecause, ...rest } = data;
  return {
    ...rest,
    type: 'RunScored',
    version: 2,
    figures: figuresOf(figures, undefinedBecause, {}),
  };
}

function figuresOf(
  values: z.infer<typeof valuesSchema>,
  reasons: z.infer<typeof reasonsSchema>,
  intervals: z.infer<typeof runScored1>['intervals'],
): Record<string, Figure> {
  const figures = Object.entries(values).map(([name, value]): [string, Figure] => {
    if (value === null) {
      const reason = Object.hasOwn(reasons, name) ? reasons[name] : undefined;
      return [name, { value, reason: reason ?? 'no reason was recorded' }];
    }
    const interval = Object.hasOwn(intervals, name) ? intervals[name] : undefined;
    return [name, interval ? { value, interval } : { value }];
  });
  return Object.fromEntries(figures);
}

const earlierTypes: Partial<Record<TopicName, Readonly<Record<string, EarlierType>>>> = {
  scores: {
    RunScored: { now: 'RunScored', versions: { 1: runScoredOf1 } },
    TasksScored: { now: 'RunScored', versions: { 1: tasksScoredOf1 } },
  },
};

const formSchema = z.looseObject({ type: z.string(), version: z.number() });

/** A message of today from one of any version; the value itself if it is not of an earlier one. */
export function upcast(topic: TopicName, value: unknown): unknown {
  const { data: form } = formSchema.safeParse(value);
  if (form === undefined) return value;
  return versionsOf(topic, form.type)?.[form.version]?.(value) ?? value;
}

/** Whether messages of this type and version become messages of today. */
export const isUpcast = (topic: string, type: string, version: number): boolean =>
  versionsOf(topic, type)?.[version] !== undefined;

/** Whether messages of the type `earlier` became messages of the type `now`. */
export const isEarlierType = (topic: TopicName, earlier: string, now: string): boolean =>
  typeOf(topic, earlier)?.now === now;

const versionsOf = (topic: string, type: string): Versions | undefined =>
  typeOf(topic, type)?.versions;

function typeOf(topic: string, type: string): EarlierType | undefined {
  const types = Object.hasOwn(earlierTypes, topic) ? earlierTypes[topic as TopicName] : undefined;
  return types !== undefined && Object.hasOwn(types, type) ? types[type] : undefined;
}
