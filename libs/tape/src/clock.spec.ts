/** The clock against a wall clock that moves only when the test advances it. */

import { describe, expect, it } from 'vitest';
import { Clock, parseSpeed, type Speed, type WallClock } from './clock.js';
import { sourceOf, testHeader } from './fact-source.fixture.js';
import { Tape } from './tape.js';

const second = 1_000_000;

interface HandDriven extends WallClock {
  /** Advances the time, waking sleepers in order. */
  advance(ms: number): Promise<void>;
  readonly sleeps: number[];
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function handDriven(): HandDriven {
  let now = 1000;
  let sleepers: { until: number; wake: () => void }[] = [];
  const sleeps: number[] = [];
  const drop = (gone: object): void => {
    sleepers = sleepers.filter((sleeper) => sleeper !== gone);
  };
  return {
    nowMs: () => now,
    sleeps,
    sleep: (ms, woken) =>
      new Promise((wake) => {
        sleeps.push(ms);
        const sleeper = { until: now + ms, wake };
        sleepers.push(sleeper);
        woken.addEventListener('abort', () => {
          drop(sleeper);
          wake();
        });
      }),
    advance: async (ms) => {
      const end = now + ms;
      await settled();
      for (;;) {
        const next = sleepers.toSorted((a, b) => a.until - b.until)[0];
        if (next === undefined || next.until > end) break;
        now = Math.max(now, next.until);
        drop(next);
        next.wake();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}

/** A clock over facts at these seconds, and the log of what it released: `second@wall ms`. */
function paced(seconds: readonly number[], speed: Speed, letThrough = 0) {
  const wall = handDriven();
  const source = sourceOf(
    0,
    seconds.map((at) => at * second),
    { chunks: [3] },
  );
  const tape = new Tape(testHeader, [source], { batchFacts: 2 });
  const clock = new Clock(tape, speed, wall, letThrough);
  const log: string[] = [];
  const started = wall.nowMs();
  const run = async (): Promise<void> => {
    for (;;) {
      const facts = await clock.next();
      if (facts === null) return;
      const times = [...facts.knowledgeTime.subarray(0, facts.count)].map((time) => time / second);
      log.push(`${times.join('+')}@${Math.round(wall.nowMs() - started)}`);
    }
  };
  const done = run();
  return { clock, wall, log, done };
}

describe('a clock', () => {
  it.each([
    [1, ['10@0', '11@1000', '13@3000', '20@10000']],
    [2, ['10@0', '11@500', '13@1500', '20@5000']],
    [60, ['10@0', '11@17', '13@50', '20@167']],
    [0.5, ['10@0', '11@2000', '13@6000', '20@20000']],
  ])('at %d times real time lets facts through at their time', async (speed, expected) => {
    const { wall, log, done } = paced([10, 11, 13, 20], speed);
    for (let ms = 0; ms < 21_000; ms += 1) {
      if (log.length === expected.length) break;
      await wall.advance(1);
    }
    await done;
    expect(log).toEqual(expected);
  });

  it('at full speed never waits', async () => {
    const { wall, log, done } = paced([10, 11, 9999], 'max');
    await done;
    expect(log).toEqual(['10@0', '11@0', '9999@0']);
    expect(wall.sleeps).toEqual([]);
  });

  it('lets an instant through as a whole, though it came in pieces', async () => {
    const { clock, log, done } = paced([1, 1, 1, 1, 1, 2, 3, 3], 'max');
    await done;
    expect(log).toEqual(['1+1+1+1+1@0', '2@0', '3+3@0']);
    expect(clock.facts).toBe(8);
  });

  it('marks the last fact of an instant, and has the hash and header of its tape', async () => {
    const tape = (): Tape => new Tape(testHeader, [sourceOf(0, [1, 1, 2])], { batchFacts: 2 });
    const plain = tape();
    while ((await plain.next()) !== null);
    const clock = new Clock(tape(), 'max', handDriven());
    const ends: number[][] = [];
    for (let facts = await clock.next(); facts !== null; facts = await clock.next()) {
      ends.push([...facts.endsInstant.subarray(0, facts.count)]);
    }
    expect(ends).toEqual([[0, 1], [1]]);
    expect(clock.hash()).toBe(plain.hash());
    expect(clock.header).toBe(testHeader);
  });

  it('does not wait for a reader that is late: what became due comes at once', async () => {
    const wall = handDriven();
    const tape = new Tape(testHeader, [
      sourceOf(
        0,
        [1, 2, 3, 10].map((at) => at * second),
      ),
    ]);
    const clock = new Clock(tape, 1, wall);
    await clock.next();
    await wall.advance(5000);
    await clock.next();
    await clock.next();
    expect(wall.sleeps).toEqual([]);
    const last = clock.next();
    await wall.advance(4000);
    await last;
    expect(wall.sleeps).toEqual([4000]);
  });

  it('waits longer than a timer can', async () => {
    const days = 60 * 86_400;
    const { wall, log, done } = paced([0, days], 1);
    await wall.advance(days * 1000 - 1);
    expect(log).toEqual(['0@0']);
    await wall.advance(1);
    await done;
    expect(log).toEqual(['0@0', `${days}@${days * 1000}`]);
    expect(Math.max(...wall.sleeps)).toBeLessThan(2 ** 31);
  });

  it('releases nothing during a pause, and then resumes the rest of the wait', async () => {
    const { clock, wall, log, done } = paced([0, 10, 20], 1);
    await wall.advance(4000);
    clock.pause();
    clock.pause();
    await wall.advance(100_000);
    expect(log).toEqual(['0@0']);
    clock.resume();
    clock.resume();
    await wall.advance(16_000);
    await done;
    expect(log).toEqual(['0@0', '10@110000', '20@120000']);
  });

  it('can be paused before its first fact, and at full speed', async () => {
    const { clock, wall, log, done } = paced([0, 10], 'max');
    clock.pause();
    await wall.advance(500);
    expect(log).toEqual([]);
    clock.resume();
    await done;
    expect(log).toEqual(['0@500', '10@500']);
  });

  it('does not wait for facts that an earlier clock released, and continues from there at its pace', async () => {
    const { wall, log, done } = paced([10, 20, 30, 32], 1, 2);
    await wall.advance(1000);
    expect(log).toEqual(['10@0', '20@0', '30@0']);
    await wall.advance(1000);
    await done;
    expect(log.at(-1)).toBe('32@2000');
  });

  it('holds what comes next in a pause, and not what was let through before', async () => {
    const { clock, wall, log, done } = paced([10, 20, 30], 1, 2);
    clock.pause();
    await wall.advance(500);
    expect(log).toEqual(['10@0', '20@0']);
    clock.resume();
    await done;
    expect(log.at(-1)).toBe('30@500');
  });

  it('steps immediately during a pause, and resumes from the instant of the step', async () => {
    const { clock, wall, log, done } = paced([0, 100, 100, 200, 300, 310], 1);
    await wall.advance(1000);
    clock.pause();
    clock.step();
    await wall.advance(1000);
    expect(log).toEqual(['0@0', '100+100@1000']);
    clock.step(2);
    await wall.advance(1000);
    expect(log.slice(2)).toEqual(['200@2000', '300@2000']);
    clock.resume();
    await wall.advance(10_000);
    await done;
    expect(log.slice(4)).toEqual(['310@13000']);
  });

  it('is not stepped outside of a pause, and forgets steps that were not taken', async () => {
    const { clock, wall, log, done } = paced([0, 10, 20, 30], 1);
    clock.step(5);
    await wall.advance(1000);
    clock.pause();
    await wall.advance(1000);
    expect(log).toEqual(['0@0']);
    clock.step(9);
    await wall.advance(0);
    await done;
    expect(log.slice(1)).toEqual(['10@2000', '20@2000', '30@2000']);
  });

  it('changes its speed while it waits', async () => {
    const { clock, wall, log, done } = paced([0, 100, 200, 300], 1);
    await wall.advance(50_000);
    clock.setSpeed(10);
    await wall.advance(5000);
    expect(log).toEqual(['0@0', '100@55000']);
    clock.setSpeed('max');
    await wall.advance(0);
    expect(log.slice(2)).toEqual(['200@55000', '300@55000']);
    await done;
  });

  it('slows down from full speed at the last instant that it let through', async () => {
    const wall = handDriven();
    const tape = new Tape(testHeader, [
      sourceOf(
        0,
        [1, 2, 5].map((at) => at * second),
      ),
    ]);
    const clock = new Clock(tape, 'max', wall);
    await clock.next();
    await clock.next();
    await wall.advance(700);
    clock.setSpeed(1);
    const last = clock.next();
    await wall.advance(3000);
    await last;
    expect(wall.sleeps).toEqual([3000]);
  });

  it('changes its speed in a pause', async () => {
    const { clock, wall, log, done } = paced([0, 10, 20], 1);
    await wall.advance(4000);
    clock.pause();
    await wall.advance(1000);
    clock.setSpeed(2);
    await wall.advance(1000);
    clock.resume();
    await wall.advance(8000);
    await done;
    expect(log).toEqual(['0@0', '10@9000', '20@14000']);
  });

  it('closes its tape', () => {
    const source = sourceOf(0, [1]);
    new Clock(new Tape(testHeader, [source]), 'max', handDriven()).close();
    expect(source.closes()).toBe(1);
  });
});

describe('a speed', () => {
  it.each([
    ['max', 'max'],
    ['real', 1],
    ['1', 1],
    ['60', 60],
    ['60x', 60],
    ['0.5', 0.5],
    ['0.25x', 0.25],
  ])('%s is %s', (text, speed) => {
    expect(parseSpeed(text)).toBe(speed);
  });

  it.each([
    '',
    'x',
    '0',
    '0x',
    '-1',
    '0x10',
    '1e3',
    'Infinity',
    'NaN',
    ' 5',
    '5 ',
    '5xx',
    '1,5',
    '.5',
  ])('is not %j', (text) => {
    expect(() => parseSpeed(text)).toThrow(
      expect.objectContaining({ code: 'InvalidInput', found: JSON.stringify(text) }),
    );
  });
});
