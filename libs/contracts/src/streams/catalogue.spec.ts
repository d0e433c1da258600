/**
 * Messages of a topic are parsed, or rejected with topic and member; each message knows its key.
 */

import { describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import { keyOf, messageSchemas, parseMessage, type Message } from './catalogue.js';
import { messageExamples } from './message-examples.fixture.js';
import type { RunSubmitted } from './runs.js';
import { topicNames, type TopicName } from './topics.js';

const examples = topicNames.flatMap((topic) =>
  messageExamples[topic].map((message): [string, TopicName, Message] => [
    message.type,
    topic,
    message,
  ]),
);

const exampleOf = (type: string): Record<string, unknown> => {
  const found = examples.find(([name]) => name === type);
  return structuredClone(found?.[2]) as unknown as Record<string, unknown>;
};

const failureOf = (topic: TopicName, text: string): unknown => {
  try {
    return parseMessage(topic, text);
  } catch (error) {
    return error;
  }
};

/** The message of the failure, which must be `InvalidInput`. */
function refusal(topic: TopicName, text: string): string {
  const error = failureOf(topic, text);
  expect(isFailure(error, 'InvalidInput')).toBe(true);
  return (error as Error).message;
}

describe('the catalogue', () => {
  it('has an example of each message', () => {
    const types = topicNames.flatMap((topic) => Object.keys(messageSchemas[topic]));
    expect(examples.map(([type]) => type).sort()).toEqual(types.sort());
  });

  it.each(examples)('%s comes back from %s as it was written', (_, topic, message) => {
    expect(parseMessage(topic, JSON.stringify(message))).toEqual(message);
  });

  it.each(examples)('%s is keyed by what keeps its order', (type, _, message) => {
    const { tape, run, submission, topic } = message as unknown as Record<string, string>;
    const key = type === 'ScenarioSubmitted' ? submission : (run ?? tape ?? topic);
    expect(key?.length).toBeGreaterThan(0);
    expect(keyOf(message)).toBe(key);
  });
});

describe('a key', () => {
  it.each(examples)('of %s that is not its own is refused', (type, topic, message) => {
    const text = JSON.stringify(message);
    expect(parseMessage(topic, text, keyOf(message))).toEqual(message);
    expect(() => parseMessage(topic, text, 'stranger')).toThrow(
      expect.objectContaining({ code: 'InvalidInput', where: `${topic}: ${type}` }),
    );
  });
});

describe('a message', () => {
  it.each([
    ['no JSON', 'hello', /^market\.tape: the message is not valid JSON; found "hello"$/],
    ['cut off', '{"type":"TapeClosed"', /^market\.tape: the message is not valid JSON/],
    ['empty', '', /^market\.tape: the message is not valid JSON; found ""$/],
    ['null', 'null', /^market\.tape: a message of unknown type; .*found null$/],
    ['a list', '[]', /unknown type; expected TapeOpened, TapeFacts, TapeClosed, TapeFailed/],
    ['without a type', '{}', /unknown type/],
    ['of a number as type', '{"type":7}', /unknown type/],
    ['of another topic', '{"type":"RunScored"}', /unknown type; .*found "RunScored"$/],
    ['named like a part of objects', '{"type":"constructor"}', /unknown type/],
    ['named for the prototype', '{"type":"__proto__"}', /unknown type/],
  ])('that is %s is refused', (_, text, pattern) => {
    expect(refusal('market.tape', text)).toMatch(pattern);
  });

  it.each<[string, object, string]>([
    ['of a later version', { version: 2 }, 'market.tape: TapeClosed: version'],
    ['with half a fact', { facts: 1.5 }, 'market.tape: TapeClosed: facts'],
    ['with another hash', { hash: 'ABC' }, 'market.tape: TapeClosed: hash'],
    ['with a member of its own', { colour: 'red' }, 'market.tape: TapeClosed'],
  ])('%s is refused by the member', (_, change, where) => {
    const text = JSON.stringify({ ...exampleOf('TapeClosed'), ...change });
    expect(failureOf('market.tape', text)).toMatchObject({ code: 'InvalidInput', where });
  });

  it('of a run with terms of its workflow is taken, and refused when they are nested without end', () => {
    const submitted = exampleOf('RunSubmitted') as unknown as RunSubmitted;
    const { agent, directory, repeat, baseSeed, seed, data, file } = submitted.plan;
    const common = { agent, directory, repeat, baseSeed, seed, data, file, tasksAtOnce: 1 };
    const plan = { ...common, workflow: 'questions', terms: { language: 'HERE' } };
    const text = JSON.stringify({ ...submitted, plan });
    expect(parseMessage('runs', text)).toMatchObject({ plan });
    const deep = text.replace('"HERE"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(failureOf('runs', deep)).toMatchObject({ code: 'InvalidInput' });
    const trades = text.replace('"questions"', '"trading"');
    expect(failureOf('runs', trades)).toMatchObject({ code: 'InvalidInput' });
  });

  it.each(['', 'x'.repeat(501)])('of a failure says why, in a line', (reason) => {
    const failed = JSON.stringify({ ...exampleOf('TapeFailed'), reason });
    expect(failureOf('market.tape', failed)).toMatchObject({
      where: 'market.tape: TapeFailed: reason',
    });
    const raw = JSON.stringify({ ...exampleOf('RawFailed'), reason });
    expect(failureOf('market.raw', raw)).toMatchObject({ where: 'market.raw: RawFailed: reason' });
  });

  it('shows what it found, and not the rest of the message', () => {
    const text = JSON.stringify({ ...exampleOf('TapeClosed'), hash: 'ABC' });
    expect(failureOf('market.tape', text)).toMatchObject({ found: '"ABC"' });
  });

  it('cannot write lines of its own into an error', () => {
    const key = `evil\n2026-01-01 forged line\u202e${'x'.repeat(5000)}`;
    const error = refusal('market.tape', JSON.stringify({ ...exampleOf('TapeClosed'), [key]: 1 }));
    expect(error).not.toMatch(/[\n\u202e]/);
    expect(error.length).toBeLessThan(600);
  });

  it('cannot reach into the prototypes of what it becomes', () => {
    const text = JSON.stringify(exampleOf('TapeClosed')).replace('{', '{"__proto__":{"evil":1},');
    expect(failureOf('market.tape', text)).toMatchObject({ code: 'InvalidInput' });
    expect('evil' in {}).toBe(false);
  });

  it('names the decision and the place in it that is wrong', () => {
    const wrong = exampleOf('AgentAnswer');
    wrong['decision'] = { kind: 'target', positions: { AAPL: 2 } };
    expect(failureOf('agent.decisions', JSON.stringify(wrong))).toMatchObject({
      where: 'agent.decisions: AgentAnswer: decision.positions.AAPL',
      found: '2',
    });
  });

  it('names the event and the member of it that is wrong', () => {
    const wrong = exampleOf('Events') as { events: Record<string, unknown>[] };
    wrong.events[1] = { ...wrong.events[1], equity: '100000' };
    expect(failureOf('portfolio.events', JSON.stringify(wrong))).toMatchObject({
      where: 'portfolio.events: Events: events.1',
      expected: 'not an event of a journal at "event.equity"',
    });
  });

  it('of decisions holds nothing but decisions', () => {
    const wrong = exampleOf('Decisions');
    wrong['decisions'] = (exampleOf('Events') as { events: unknown[] }).events;
    expect(failureOf('agent.decisions', JSON.stringify(wrong))).toMatchObject({
      where: 'agent.decisions: Decisions: decisions.1',
    });
  });
});
