/**
 * Arbitrary journal events, generated from the schema of each: a new event is tested from
 * its first day.
 */

import fc from 'fast-check';
import { journalEvents, type JournalEvent, type JournalEventType } from './journal-events.js';

type Schema = Readonly<Record<string, unknown>>;

export const eventTypes = Object.keys(journalEvents) as JournalEventType[];

/** Symbols that a run may trade, and texts that no run trades. */
const knownTexts = ['AAPL', 'GS', 'Ω-東京', '😀', '', '\ufeffBOM', '\u0000', 'NO-SUCH'];
const texts = fc.oneof(fc.constantFrom(...knownTexts), fc.string({ unit: 'binary' }));

/** Both signs up to the coded bound, including the values at which the encoded length changes. */
const edges = [0, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 52 - 1];
const naturals = fc.oneof(fc.constantFrom(...edges, 2 ** 53 - 1), fc.maxSafeNat());
const integers = fc.oneof(
  fc.constantFrom(...edges, ...edges.map((edge) => -edge - 1)),
  fc.integer({ min: -(2 ** 52), max: 2 ** 52 - 1 }),
);
const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

/** Values of a layout, from its JSON Schema. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map(valueOf));
  if ('const' in schema) return fc.constant(schema['const']);
  if ('enum' in schema) return fc.constantFrom(...(schema['enum'] as unknown[]));
  switch (schema['type']) {
    case 'string':
      return texts;
    case 'integer':
      if (schema['minimum'] === undefined) return integers;
      return naturals.map((natural) => Math.max(natural, schema['minimum'] as number));
    case 'number':
      return doubles;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema['items'] as Schema), { maxLength: 6 });
    case 'object':
      return recordOf(schema);
    default:
      throw new Error(`no values for the schema ${JSON.stringify(schema)}`);
  }
}

/** Optional members are present or absent. */
function recordOf(schema: Schema): fc.Arbitrary<object> {
  const requiredKeys = schema['required'] as string[];
  return fc.record(membersOf(schema), { requiredKeys, noNullPrototype: true });
}

function membersOf(schema: Schema): Record<string, fc.Arbitrary<unknown>> {
  const members = Object.entries(schema['properties'] as Record<string, Schema>);
  return Object.fromEntries(members.map(([name, member]) => [name, valueOf(member)]));
}

const membersOfType = new Map(
  eventTypes.map((type) => [type, recordOf(journalEvents[type].layout.jsonSchema)]),
);

/** Events of one type, at places that a journal may start with. */
export function eventOf(type: JournalEventType): fc.Arbitrary<JournalEvent> {
  const members = membersOfType.get(type) as fc.Arbitrary<object>;
  return fc
    .tuple(members, fc.nat(), lapses)
    .map(([own, asOf, time]) => ({ type, asOf, time, ...own }) as unknown as JournalEvent);
}

/** Microseconds between two records: zero, whole seconds, days, and odd values. */
const lapses = fc.oneof(
  fc.constant(0),
  fc.nat({ max: 1_000_000 }).map((seconds) => seconds * 1_000_000),
  fc.nat({ max: 2 ** 31 - 1 }),
);

/** An event of any type, or one with one of a few recurring decisions, as the same object. */
const drawn = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...eventTypes).chain(eventOf) },
  {
    weight: 2,
    arbitrary: fc.record({
      repeated: fc.nat({ max: 3 }),
      rationale: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, texts),
      step: fc.nat({ max: 3 }),
      lapse: lapses,
    }),
  },
);

/**
 * Journals as the codec may meet them: `RunOpened` anywhere and more than once, positions that
 * never decrease, decisions repeated by identity with and without a rationale.
 */
export const eventSequences: fc.Arbitrary<JournalEvent[]> = fc
  .tuple(
    fc.array(eventOf('DecisionMade'), { minLength: 4, maxLength: 4 }),
    fc.array(drawn, { maxLength: 25 }),
  )
  .map(([pool, draws]) => {
    let asOf = 0;
    let time = 0;
    return draws.map((draw) => {
      asOf += 'repeated' in draw ? draw.step : draw.asOf;
      time += 'repeated' in draw ? draw.lapse : draw.time;
      if (!('repeated' in draw)) return { ...draw, asOf, time };
      const { decision } = pool[draw.repeated] as JournalEvent & { type: 'DecisionMade' };
      return { type: 'DecisionMade', asOf, time, decision, rationale: draw.rationale } as const;
    });
  });
