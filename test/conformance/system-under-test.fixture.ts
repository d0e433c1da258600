/**
 * A gateway with something of everything: runs that have ended, follow a feed, wait, and
 * were cancelled.
 */

import { expect } from 'vitest';
import type { GrowingFeed } from '../e2e/growing-feed.fixture.js';

export interface SystemUnderTest {
  readonly url: string;
  readonly token: string;
  readonly ids: {
    readonly runs: readonly string[];
    /** Those of the runs that wait, and can be cancelled. */
    readonly waitingRuns: readonly string[];
    readonly submissions: readonly string[];
    readonly tapes: readonly string[];
    /** One of the tapes, which follows a feed. */
    readonly liveTape: string;
  };
}

interface Submitted {
  readonly submission: string;
  readonly tape: string;
  readonly runs: readonly string[];
}

const scenario = (name: string, agents: readonly object[]): object => ({
  name,
  data: 'aapl-2013-2018',
  window: { from: '2017-01-03', to: '2017-03-31' },
  symbols: ['AAPL'],
  agents,
});
const ruled = [
  { id: 'hold', kind: 'buy-and-hold' },
  { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
];
/** Agents outside that never answer. */
const silent = ['first', 'second', 'third'].map((id) => ({ id, kind: 'external' }));

/**
 * Submits a scenario that ends, one that does not, and one that follows the feed; cancels a run
 * of the second.
 */
export async function filledSystem(
  url: string,
  token: string,
  feed: GrowingFeed,
): Promise<SystemUnderTest> {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    return (await response.json()) as T;
  };
  const ending = await ask<Submitted>('/v1/submissions', scenario('ending', ruled));
  const waiting = await ask<Submitted>('/v1/submissions', scenario('waiting', silent));
  feed.append(0, 20);
  const live = await ask<Submitted>('/v1/submissions', feed.scenario('live'));
  const recorded = (): Promise<unknown> => ask(`/v1/tapes/${live.tape}`);
  // The tables follow the topics: a run is there a moment after its submission was answered.
  const known = (): Promise<unknown> => ask(`/v1/runs/${waiting.runs[0]}`);
  await expect.poll(known, { timeout: 120_000 }).toMatchObject({ run: waiting.runs[0] });
  await expect.poll(recorded, { timeout: 120_000 }).toMatchObject({ tape: live.tape });
  await ask(`/v1/runs/${waiting.runs[0]}/cancel`, { reason: 'to have a cancelled one' });
  const scored = async (): Promise<boolean[]> => {
    const runs = ending.runs.map((run) => ask<{ isScored: boolean }>(`/v1/runs/${run}`));
    return (await Promise.all(runs)).map(({ isScored }) => isScored);
  };
  await expect.poll(scored, { timeout: 120_000 }).toEqual(ending.runs.map(() => true));
  const [cancelled = '', ...others] = waiting.runs;
  return {
    url,
    token,
    ids: {
      runs: [...ending.runs, cancelled, ...others, ...live.runs],
      waitingRuns: others,
      submissions: [ending.submission, waiting.submission, live.submission],
      tapes: [ending.tape, waiting.tape, live.tape],
      liveTape: live.tape,
    },
  };
}
