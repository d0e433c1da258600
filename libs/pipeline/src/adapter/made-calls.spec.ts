/** Calls are due with the decision that they were made for, and only with that one. */

import { describe, expect, it } from 'vitest';
import type { DecisionEvent } from '#contracts';
import type { CallRecord } from '#tools';
import { sha256Hex } from '#values';
import { MadeCalls } from './made-calls.js';

const of = { run: sha256Hex('run'), agent: 'desk' };
const call = (ordinal: number): CallRecord => ({
  ordinal,
  tool: 'get_prices',
  arguments: '{}',
  result: sha256Hex('[]'),
  bytes: 2,
  error: null,
  durationMs: 1,
});
const called = (asOf: number, calls: number): DecisionEvent => ({
  type: 'ToolsCalled',
  asOf,
  time: asOf,
  calls,
  digest: sha256Hex(`${asOf}`),
});
const missing = (asOf: number): DecisionEvent => ({ type: 'DecisionMissing', asOf, time: asOf });

describe('calls that were made', () => {
  it('are due once, with the digest recorded before their decision', () => {
    const made = new MadeCalls(of);
    made.keep(3, call(1));
    made.keep(3, call(2));
    expect(made.take()).toEqual([]);
    made.note([called(3, 2), missing(3)]);
    expect(made.take()).toEqual([
      {
        type: 'CallsMade',
        version: 1,
        ...of,
        asOf: 3,
        digest: sha256Hex('3'),
        calls: [call(1), call(2)],
      },
    ]);
    made.note([called(3, 2), missing(3)]);
    expect(made.take()).toEqual([]);
  });

  it('wait when their decision has not been made, and are forgotten when another worker sent it', () => {
    const made = new MadeCalls(of);
    made.keep(3, call(1));
    made.keep(5, call(1));
    // The decision at 3 was on the topic already: the new ones begin after it.
    made.note([missing(4)]);
    expect(made.take()).toEqual([]);
    made.note([called(3, 1), missing(3)]);
    expect(made.take()).toEqual([]);
    made.note([called(5, 1), missing(5)]);
    expect(made.take()).toMatchObject([{ asOf: 5 }]);
  });

  it('are empty for a decision from a journal', () => {
    const made = new MadeCalls(of);
    made.note([called(3, 2), missing(3)]);
    expect(made.take()).toEqual([]);
  });
});
