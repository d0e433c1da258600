/** Messages of version 1 stay on their topics for ever: each is read in the form of today. */

import { describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import { parseMessage } from './catalogue.js';
import { messageExamples } from './message-examples.js';

const run = 'a'.repeat(64);
const opened = {
  ...{ type: 'RunOpened', asOf: 0, time: 0, semantics: 1, capital: 1000, currency: 'USD' },
  ...{ symbols: ['AAPL'], portfolio: false, policy: '{"name":"close"}', sessionsPerYear: 252 },
};
const closed = { type: 'RunClosed', asOf: 3, time: 9, tapeHash: 'c'.repeat(64), facts: 3 };
const missing = { type: 'DecisionMissing', asOf: 2, time: 5 };
const eventsOf = (events: readonly object[]): string =>
  JSON.stringify({ type: 'Events', version: 1, run, first: 1, events, hash: null });

describe('a message of version 1', () => {
  it('with decisions says the same today', () => {
    const message = { type: 'Decisions', version: 1, run, first: 4, decisions: [missing] };
    const text = JSON.stringify({ ...message, watermark: 7 });
    expect(parseMessage('agent.decisions', text)).toEqual({
      ...message,
      version: 2,
      watermark: 7,
    });
  });

  it('with records has them in their form of today', () => {
    const { version, events } = parseMessage(
      'portfolio.events',
      eventsOf([opened, missing, closed]),
    );
    expect(version).toBe(2);
    expect(events).toEqual([
      {
        ...{ type: 'RunOpened', asOf: 0, time: 0, semantics: 1, workflow: 'trading', plan: '' },
        symbols: ['AAPL'],
        terms:
          '{"capital":1000,"currency":"USD","policy":{"name":"close"},"portfolio":false,"sessionsPerYear":252}',
      },
      missing,
      { ...closed, lastSession: null, data: null },
    ]);
  });

  it('with a run knows that it is of semantics 1, and nothing of data and file', () => {
    const example = messageExamples.runs.find(({ type }) => type === 'RunSubmitted');
    if (example?.type !== 'RunSubmitted') throw new Error('the example has changed');
    const { semantics: _, plan: today, ...rest } = example;
    const { workflow: __, baseSeed: ___, data: ____, file: _____, ...plan } = today;
    const text = JSON.stringify({ ...rest, version: 1, plan });
    expect(parseMessage('runs', text)).toEqual({
      ...example,
      semantics: 1,
      plan: { ...today, data: null },
    });
  });

  it.each([
    ['a record that is none', eventsOf([{ ...opened, capital: 'much' }])],
    ['a policy that is no JSON', eventsOf([{ ...opened, policy: '{' }])],
    [
      'a deep policy',
      eventsOf([{ ...opened, policy: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }]),
    ],
    ['no list of records', eventsOf([]).replace('[]', '{}')],
    ['a record that is null', eventsOf([]).replace('[]', '[null]')],
  ])('with %s is refused', (_, text) => {
    let thrown: unknown;
    try {
      parseMessage('portfolio.events', text);
    } catch (error) {
      thrown = error;
    }
    expect(isFailure(thrown)).toBe(true);
  });
});
