/** The quick check of long messages never takes what their schemas refuse, nor leaves what they change. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageSchemas } from './catalogue.js';
import { isWholeMessage } from './long-messages.js';
import { messageExamples } from './message-examples.js';

type Members = Record<string, unknown>;

const examples: readonly (readonly ['agent.decisions' | 'portfolio.events', Members])[] = [
  ...messageExamples['agent.decisions']
    .filter(({ type }) => type === 'Decisions')
    .map((message) => ['agent.decisions', message as unknown as Members] as const),
  ...messageExamples['portfolio.events'].map(
    (message) => ['portfolio.events', message as unknown as Members] as const,
  ),
];

/** Values at which checks of numbers, texts and lists may differ. */
const odd = fc.oneof(
  fc.constantFrom(undefined, null, 0, -0, 1, -1, 1.5, 2 ** 53, '', 'x', 'A'.repeat(64), true),
  fc.constantFrom('a'.repeat(64), `${'a'.repeat(64)}\n`, [], {}, [null], [{ type: 'RunOpened' }]),
  fc.jsonValue(),
);

/** A message in which some member, at any depth, is something else, missing, or too many. */
const altered = (message: Members): fc.Arbitrary<Members> =>
  fc
    .record({ at: fc.nat(), name: fc.constantFrom('type', 'extra', '__proto__', 'hash'), odd })
    .map(({ at, name, odd: value }) => {
      const copy = JSON.parse(JSON.stringify(message)) as Members;
      const places = placesIn(copy);
      const [holder, member] = places[at % (places.length + 1)] ?? [copy, name];
      Object.defineProperty(holder, member, { value, enumerable: true });
      return JSON.parse(JSON.stringify(copy)) as Members;
    });

function placesIn(value: unknown): (readonly [object, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [value, name] as const,
    ...placesIn(member),
  ]);
}

const schemaOf = (topic: (typeof examples)[number][0], { type }: Members) =>
  messageSchemas[topic][type as string];

describe('the quick check of a long message', () => {
  it.each(examples)('takes an example of %s', (topic, message) => {
    expect(isWholeMessage[message['type'] as string]?.(message)).toBe(true);
    expect(schemaOf(topic, message)?.parse(message)).toEqual(message);
  });

  it.each(examples)('takes nothing that the schema of %s refuses or changes', (topic, message) => {
    const law = fc.property(altered(message), (value) => {
      const isTaken = isWholeMessage[message['type'] as string]?.(value) === true;
      const parsed = schemaOf(topic, message)?.safeParse({ ...value, type: message['type'] });
      if (isTaken && value['type'] === message['type']) {
        expect(parsed).toMatchObject({ success: true, data: value });
      } else if (value['type'] === message['type']) {
        expect(parsed?.success).toBe(false);
      }
    });
    fc.assert(law, { numRuns: 1000 });
  });
});
