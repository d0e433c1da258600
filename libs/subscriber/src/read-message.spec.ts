/**
 * A subscriber of this version reads messages of a later one, and refuses what no version writes.
 */

import { describe, expect, it } from 'vitest';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { topicNames } from '#contracts/streams/topics';
import { readMessage } from './read-message.js';

const examples = topicNames.flatMap((topic) =>
  messageExamples[topic].map((message) => ({ topic, type: message.type, message })),
);

/** Members that map names to values: one more member would be one more name. */
const mappings = ['positions', 'figures'];

/** The value with one more member in each object, except in mappings of names. */
function grown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grown);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) =>
    mappings.includes(key) ? [key, member] : [key, grown(member)],
  );
  return { ...(Object.fromEntries(members) as object), colour: { shade: 'red' } };
}

describe('a message', () => {
  it.each(examples)('($type) is read as it is', ({ topic, message }) => {
    expect(readMessage(topic, JSON.stringify(message))).toEqual(message);
  });

  it.each(examples)('($type) of a later version is read without what is new', (example) => {
    const { topic, type, message } = example;
    const read = readMessage(topic, JSON.stringify(grown(message)));
    // Events are checked member by member, and returned unchanged.
    const expected = JSON.stringify(read).replaceAll(',"colour":{"shade":"red"}', '');
    expect(JSON.parse(expected), type).toEqual(message);
  });

  it('of a type that is not known yet is nothing', () => {
    expect(readMessage('runs', '{"type":"RunPaused","version":1}')).toBeUndefined();
  });

  it.each([
    ['invalid JSON', 'hello', /not valid JSON/],
    ['no object', '7', /unknown type/],
    ['no type', '{"version":1}', /unknown type/],
    ['a member missing', '{"type":"RunCancelled","version":1,"reason":"x"}', /RunCancelled: run/],
    [
      'a member missing beside an unknown one',
      '{"type":"RunCancelled","version":1,"reason":"x","colour":"red"}',
      /RunCancelled: run/,
    ],
    ['another version', '{"type":"RunCancelled","version":2}', /RunCancelled: version/],
  ])('(%s) is refused', (_, text, pattern) => {
    expect(() => readMessage('runs', text)).toThrow(pattern);
  });
});
