/** Tests of the request rate: at most 180 a minute, without delay while there are fewer. */

import { expect, it } from 'vitest';
import { HeldClock } from '../feed-clock.fixture.js';
import { RequestPace } from './request.js';

it('sends 180 requests at once, and never more in a minute, until all are sent', async () => {
  const clock = new HeldClock();
  const pace = new RequestPace(clock, 180, 60_000);
  const { signal } = new AbortController();
  const began: number[] = [];
  const first = clock.now();
  const all = Promise.all(
    Array.from({ length: 400 }, async () => {
      await pace.turn(signal);
      began.push(clock.now() - first);
    }),
  );
  await clock.advance(59_999);
  expect(began).toHaveLength(180);
  await clock.advance(1);
  expect(began).toHaveLength(360);
  await clock.advance(60_000);
  await all;
  expect(began.map((at) => at / 60_000).toSorted()).toEqual([
    ...Array.from({ length: 180 }, () => 0),
    ...Array.from({ length: 180 }, () => 1),
    ...Array.from({ length: 40 }, () => 2),
  ]);
});

it('stops waiting with the signal', async () => {
  const pace = new RequestPace(new HeldClock(), 180, 60_000);
  const stop = new AbortController();
  for (let number = 0; number < 180; number++) await pace.turn(stop.signal);
  const waiting = pace.turn(stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
