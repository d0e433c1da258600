/** Arrivals stay steady when the machine's clock is set, and each step is reported once. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HeldClock } from '../feed-clock.fixture.js';
import { ArrivalClock } from './arrival-clock.js';
import { describedCoins } from '../recording/described-coins.fixture.js';
import { openRecordingDataset } from '../recording/recording-dataset.js';
import {
  count,
  recordIn,
  replayedFrom,
  script,
  second,
  start,
  type Recorded,
} from '../recording/scripted-recording.fixture.js';
import { scriptedDecoder } from '../scripted-feed.fixture.js';

const hour = 3600 * second;

describe('the clock of arrivals', () => {
  let elapsed = 0;
  let slept = 0;
  let ahead = 0;
  const advance = (seconds: number): void => void (elapsed += seconds * second);
  const clockNow = (after = -Infinity): ArrivalClock => {
    elapsed = 0;
    slept = 0;
    ahead = 0;
    const steady = { elapsed: () => elapsed, withSleep: () => elapsed + slept };
    return new ArrivalClock(() => start + elapsed + slept + ahead, steady, after);
  };

  it.each([
    ['ahead', hour],
    ['back', -hour],
  ])('continues when the machine’s is set %s', (_, step) => {
    const clock = clockNow();
    advance(10);
    expect(clock.now()).toBe(start + 10 * second);
    ahead = step;
    advance(1);
    expect(clock.now()).toBe(start + 11 * second);
    ahead = 0;
    advance(1);
    expect(clock.now()).toBe(start + 12 * second);
    expect(clock.takeSteps()).toEqual([step / 1000, -step / 1000]);
    expect(clock.takeSteps()).toEqual([]);
  });

  it('continues if one step is followed by another beyond its earlier position', () => {
    const clock = clockNow();
    for (const at of [hour, -hour + 1000, hour]) {
      ahead = at;
      advance(1);
      expect(clock.now()).toBe(start + elapsed);
    }
  });

  it('follows a clock that is adjusted little by little', () => {
    const clock = clockNow();
    for (let step = 0; step < 100; step++) {
      advance(60);
      ahead += 100_000;
      clock.now();
    }
    expect(clock.now()).toBe(start + elapsed + ahead);
    expect(clock.takeSteps()).toEqual([]);
  });

  it('is later when the machine wakes, by as long as it slept', () => {
    const clock = clockNow();
    slept = 8 * hour;
    expect(clock.now()).toBe(start + 8 * hour);
    ahead = hour;
    expect(clock.now()).toBe(start + 8 * hour);
    expect(clock.takeSteps()).toEqual([3_600_000]);
  });

  it('goes at half its speed while the machine’s is behind the last frame of before', () => {
    const clock = clockNow(start + hour);
    expect(clock.now()).toBe(start + hour);
    advance(100);
    expect(clock.now()).toBe(start + hour + 50 * second);
    advance(2 * 3600 - 100);
    expect(clock.now()).toBe(start + 2 * hour);
    advance(100);
    expect(clock.now()).toBe(start + 2 * hour + 100 * second);
    expect(clock.takeSteps()).toEqual([-3_600_000]);
  });

  it('believes a clock that is set right after it was behind the last frame', () => {
    const clock = clockNow(start + hour);
    ahead = hour + 60 * second;
    expect(clock.now()).toBe(start + hour + 60 * second);
  });
});

describe('a recording while the clock is set', () => {
  let folder: string;
  let clock: HeldClock;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tapefold-clock-'));
    clock = new HeldClock(start / 1000);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has all bars and no late trade, and names each step', async () => {
    let ahead = 0;
    const { now } = clock.micros;
    const { recording, facts, done }: Recorded = await recordIn(
      { folder, clock },
      { frames: script(146) },
      {
        description: describedCoins({ bars: { from: 'trades' } }),
        now: () => now() + ahead,
        steady: { elapsed: now, withSleep: now },
      },
    );
    await clock.advance(10_500);
    ahead = hour;
    await clock.advance(5000);
    ahead = 0;
    await clock.advance(60_000);
    ahead = -hour;
    await clock.advance(75_000);
    expect(count(facts, 'trade')).toBe(146);
    expect(count(facts, 'bar')).toBe(2);
    expect(facts.filter((fact) => fact.includes('sessionClose'))).toEqual([]);
    expect(recording.status()).toMatchObject({ late: 0, corrections: 0, clockSteps: 3 });
    await recording.end();
    await done;
    expect(await replayedFrom(folder)).toEqual(facts);
    const { warnings } = await (await openRecordingDataset(folder, scriptedDecoder)).check();
    expect(warnings).toMatchObject([
      { what: 'the clock of the machine was set', found: '3, the first by 3600 s' },
    ]);
  });
});
