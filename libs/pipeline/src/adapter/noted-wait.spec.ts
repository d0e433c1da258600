/** A wait is noted once, after a while, with the time at which it began. */

import { describe, expect, it } from 'vitest';
import type { Decisions, RunWait } from '#contracts/streams/runs';
import { NotedWait } from './noted-wait.js';

const second = 1_000_000;
const asked = { reason: 'agent', detail: 'agent a was asked' } as const;
const noteOf = (wait: RunWait): Decisions => ({
  type: 'Decisions',
  version: 1,
  run: 'a'.repeat(64),
  first: 1,
  decisions: [],
  watermark: 0,
  wait,
});

describe('a wait', () => {
  it('is noted once, when it has lasted for five seconds', () => {
    const noted = new NotedWait();
    const seen = [0, 1, 4.9, 5, 6, 60].map((at) => noted.due(asked, 3, at * second));
    const wait = { ...asked, since: 0, watermark: 3 };
    expect(seen).toEqual([undefined, undefined, undefined, wait, undefined, undefined]);
  });

  it('starts over when the run continues, and when it waits for something else', () => {
    const noted = new NotedWait();
    expect(noted.due(asked, 3, 0)).toBeUndefined();
    expect(noted.due(asked, 4, 4 * second)).toBeUndefined();
    expect(noted.due(asked, 4, 8 * second)).toBeUndefined();
    expect(noted.due({ ...asked, reason: 'stuck' }, 4, 10 * second)).toBeUndefined();
    expect(noted.due(asked, 4, 12 * second)).toBeUndefined();
    expect(noted.due(undefined, 4, 15 * second)).toBeUndefined();
    expect(noted.due(asked, 4, 18 * second)).toBeUndefined();
    expect(noted.due(asked, 4, 23 * second)).toMatchObject({ since: 18 * second });
  });

  it('that a worker before has noted keeps its time', () => {
    const noted = new NotedWait();
    noted.take(noteOf({ ...asked, since: 0, watermark: 3 }));
    expect([90, 100].map((at) => noted.due(asked, 3, at * second))).toEqual([undefined, undefined]);
    expect([110, 120].map((at) => noted.due(asked, 4, at * second))).toEqual([
      undefined,
      { ...asked, since: 110 * second, watermark: 4 },
    ]);
  });
});
