/**
 * The machine's clock is set during a live run and before it resumes: the jump is reported, and
 * time moves on.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';
import { LiveRun } from './live-run.fixture.js';

const hour = 3_600_000;

it('keeps time monotonic when the clock is set, and counts clock steps in line and check', async () => {
  const clock = file(folder(), 'ahead', '0');
  const preload = pathToFileURL(join(import.meta.dirname, 'set-clock.fixture.ts'));
  const live = new LiveRun('  - { id: coin, kind: random, seed: 3 }\n', {
    NODE_OPTIONS: `--import ${preload.href}`,
    SET_CLOCK_FILE: clock,
  });
  const began = Date.now();
  /** Milliseconds from the beginning, by the tape. */
  const times = (): number[] =>
    live
      .events('coin-AAA')
      .flatMap((event) => (event.type.startsWith('Decision') ? [event.time / 1000 - began] : []));
  live.grow(1);
  const first = await live.start();
  await first.until(() => times().length === 1);
  for (const [at, ahead] of [hour, 0, -hour].entries()) {
    writeFileSync(clock, String(ahead));
    live.grow(1);
    await first.until(() => times().length === at + 2);
  }
  expect((await first.stop()).err).toContain('3 clock steps');
  // The machine is an hour behind the last frame: time continues from there, and no frame waits
  // for the clock.
  const second = await live.start();
  live.grow(1);
  await second.until(() => times().length === 5);
  expect((await second.stop()).err).toContain('4 clock steps');

  expect(times()).toEqual(times().toSorted((a, b) => a - b));
  for (const time of times()) expect(Math.abs(time)).toBeLessThan(hour / 2);
  const check = await tapefold('data', 'check', live.recording);
  expect(check.out).toContain('the clock of the machine was set; found 4, the first by 36');
  expect(await tapefold('verify', live.out)).toMatchObject({ code: 0 });
  expect(await tapefold('replay', live.out)).toMatchObject({ code: 0 });
});
