/** A scenario from decision streams, and streams that do not belong side by side. */

import { expect, it } from 'vitest';
import { streamScenario } from './stream-scenario.js';
import type { DecisionStream } from './stream.js';

const terms = {
  data: 'aapl-2013-2018',
  workflow: 'trading',
  portfolio: false,
  capital: 1000,
  seed: 0,
  window: { from: '2014-01-02', to: '2014-01-10' },
  badRows: 'refuse',
  decide: 'session-close',
} as unknown as DecisionStream['terms'];
const day = Date.UTC(2014, 0, 2) * 1000;
const stream = (over: Partial<DecisionStream> = {}): DecisionStream => ({
  agent: 'one',
  source: './one',
  kind: 'journal',
  sha256: 'a'.repeat(64),
  symbols: ['AAPL'],
  terms,
  said: [{ time: day, said: { kind: 'action', action: 'BUY' } }],
  ...over,
});
const named = { name: 'again', execution: 'close' };

it('has an agent for each, whose script says what was decided and whence it comes', () => {
  const streams = [
    stream(),
    stream({ agent: 'two', sha256: 'b'.repeat(64), said: [] }),
    stream({ symbols: ['MSFT'], sha256: 'c'.repeat(64) }),
    stream({ agent: 'two', symbols: ['MSFT'], said: [] }),
  ];
  const others = [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'two', kind: 'random' },
  ] as const;
  const { scenario, scripts } = streamScenario(streams, named, others as never);
  expect(scenario).toMatchObject({
    name: 'again',
    symbols: ['AAPL', 'MSFT'],
    capital: 1000,
    workflow: 'trading',
    agents: [
      {
        id: 'one',
        kind: 'script',
        file: expect.stringMatching(/^scripts\/one\.[0-9a-f]{12}\.jsonl$/),
      },
      {
        id: 'two',
        kind: 'script',
        file: expect.stringMatching(/^scripts\/two\.[0-9a-f]{12}\.jsonl$/),
      },
      { id: 'hold', kind: 'buy-and-hold' },
    ],
  });
  expect(scenario.agents.map((agent) => 'file' in agent && agent.file)).toEqual([
    ...scripts.keys(),
    false,
  ]);
  const decided = (symbol: string) =>
    `{"time":"2014-01-02T00:00:00Z","symbols":["${symbol}"],` +
    '"said":{"kind":"action","action":"BUY"}}';
  const origins = (first: string, second: string) =>
    `{"recorded":[{"symbols":["AAPL"],"sha256":"${first.repeat(64)}"},` +
    `{"symbols":["MSFT"],"sha256":"${second.repeat(64)}"}]}`;
  expect([...scripts.values()]).toEqual([
    `${origins('a', 'c')}\n${decided('AAPL')}\n${decided('MSFT')}\n`,
    `${origins('b', 'a')}\n`,
  ]);
});

it('gives the decisions of a portfolio to all of its symbols', () => {
  const portfolio = { ...terms, portfolio: true };
  const both = stream({ terms: portfolio, symbols: ['AAPL', 'MSFT'] });
  const few = stream({ terms: portfolio, agent: 'two', symbols: ['MSFT'] });
  const { scenario, scripts } = streamScenario([both, few], named);
  expect(scenario.symbols).toEqual(['AAPL', 'MSFT']);
  for (const script of scripts.values())
    expect(script).toContain('"symbols":["AAPL","MSFT"],"said"');
});

it.each<[string, DecisionStream[], object]>([
  [
    'other terms',
    [stream(), stream({ agent: 'two', source: './two', terms: { ...terms, capital: 5 } })],
    {
      message: expect.stringContaining(
        'decisions that cannot be scored side by side: capital is different',
      ),
      where: './two',
      expected: '1000, as in ./one',
      found: '5',
    },
  ],
  [
    'an agent twice on one symbol',
    [stream(), stream({ source: './again' })],
    {
      message: expect.stringContaining('two decision streams of one agent'),
      where: './again',
      expected: 'another agent or symbol than ./one',
      found: '"one, AAPL"',
    },
  ],
  [
    'an agent twice on one portfolio',
    ['./one', './again'].map((source) =>
      stream({
        source,
        terms: { ...terms, portfolio: true },
        symbols: [source === './one' ? 'A' : 'B'],
      }),
    ),
    {
      message: expect.stringContaining('two decision streams of one agent'),
      where: './again',
      expected: 'another agent or symbol than ./one',
      found: '"one, B"',
    },
  ],
  [
    'an agent without a symbol that another has',
    [stream(), stream({ agent: 'two', source: './two', symbols: ['MSFT'] })],
    {
      message: expect.stringContaining('an agent lacks a symbol that others have'),
      where: './one',
      expected: '"decisions of one on MSFT; or ask for others alone"',
    },
  ],
])('refuses %s', (_, streams, failure) => {
  expect(() => streamScenario(streams, named)).toThrow(expect.objectContaining(failure));
});
