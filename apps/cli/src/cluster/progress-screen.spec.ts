/** Progress of runs: shares by date, rates between two polls, and pictures that fit a terminal. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { civilDate, microsPerDay } from '#values';
import { openEnd } from '#contracts/scenario/trading-terms';
import type { Terminal } from '../program/status-line.js';
import { bySubmission, openProgressScreen, pictureOf } from './progress-screen.js';
import type { Run } from './gateway-answers.js';
import { clusterRun } from './run.fixture.js';
import { ProgressMeter, progressLine } from './run-progress.js';

const at = (days: number): number => (civilDate(2021, 1, 1) + days) * microsPerDay;
const half = clusterRun('1', 'half-WAVE', { records: 1200, asOf: 50, time: at(50) });
const done = clusterRun('2', 'done-WAVE', {
  status: 'finished',
  records: 2400,
  asOf: 100,
  time: at(100),
});
const waiting = clusterRun('3', 'waiting-WAVE', { status: 'submitted' });

/** What is written to it. */
function terminal(form: Partial<Terminal> = {}): Terminal & { text: string } {
  const self = { ...form, text: '', write: (text: string) => (self.text += text) };
  return self;
}

describe('progress', () => {
  it('is the part of the window after the last record; an ended run alone is whole', () => {
    const late = clusterRun('4', 'late', { time: at(200), asOf: 5 });
    const early = clusterRun('5', 'early', { time: at(-9), asOf: 5 });
    const shares = new ProgressMeter()
      .measure([half, done, waiting, late, early], 0)
      .map(({ share }) => share);
    expect(shares).toEqual([0.5, 1, 0, 0.99, 0]);
  });

  it('of a live run is not a share, which both picture and lines show', async () => {
    const plan = { ...half.plan, lastSession: openEnd };
    const live = clusterRun('6', 'live-WAVE', { plan, asOf: 50, time: at(50), records: 3 });
    expect(progressLine({ run: live, share: 0, factsPerSecond: null }, 'live-WAVE')).toMatch(
      /^live-WAVE +live {2}as-of 50/,
    );
    const plain = terminal();
    openProgressScreen(plain).show(new ProgressMeter().measure([live], 0));
    expect(plain.text).toContain('live-WAVE: running, live (');
    expect(plain.text).not.toContain('%');
  });

  it('of tasks is the part of the facts after the last record, once the tape is whole', () => {
    const plan = {
      workflow: 'sums',
      terms: {},
      tasksAtOnce: 1,
      directory: '',
      repeat: 0,
      agent: { id: 'one', kind: 'external' as const },
      baseSeed: 0,
      seed: 1,
      data: null,
      file: null,
    };
    const tasks = clusterRun('6', 'sums', { plan, asOf: 3, tapeFacts: 4, records: 4 });
    const whole = { ...tasks, isTapeClosed: true };
    const measured = new ProgressMeter().measure([tasks, whole, { ...whole, asOf: 4 }], 0);
    expect(measured.map(({ share }) => share)).toEqual([0, 0.75, 0.99]);
    // A task without a date is known from the start.
    const [line] = pictureOf(measured, { rows: 24, columns: 200 });
    expect(line).toMatch(/ as-of 3 {2,}/);
  });

  it('is as fast as facts went by between looks, and steadier with every look', () => {
    const meter = new ProgressMeter();
    const rateAt = (asOf: number, ms: number): number | null | undefined =>
      meter.measure([{ ...half, asOf }], ms)[0]?.factsPerSecond;
    expect(rateAt(50, 1000)).toBeNull();
    expect(rateAt(150, 1500)).toBe(200);
    // Then 1,000 a second: 0.6 × 200 + 0.4 × 1,000.
    expect(rateAt(1150, 2500)).toBeCloseTo(520, 9);
  });
});

describe('a picture', () => {
  it('has a line for each run in progress, and counts of all', () => {
    const bar = (full: number): string => '█'.repeat(full).padEnd(24, '░');
    const place = (text: string): string => text.padEnd(27);
    const rest = (records: string, status: string): string =>
      [records.padStart(16), ''.padStart(18), status].join('  ');
    const begun = { ...waiting, status: 'running' as const };
    const moving = new ProgressMeter().measure([done, waiting, begun, half], 0);
    expect(pictureOf(moving, { rows: 24, columns: 200 })).toEqual([
      `waiting-WAVE  ${bar(0)}    0%  ${place('')}  ${rest('0 records', 'running')}`,
      `half-WAVE     ${bar(12)}   50%  ${place('as-of 50 (2021-02-20)')}  ` +
        `${rest('1,200 records', 'running')}`,
      '1 submitted, 2 running, 1 finished',
    ]);
  });

  it('is never larger than the terminal, and says what it leaves out', () => {
    const runs = Array.from({ length: 30 }, (_, index) => ({ ...half, label: `run-${index}` }));
    const moving = new ProgressMeter().measure([done, ...runs], 0);
    const lines = pictureOf(moving, { rows: 9, columns: 40 });
    // The cursor is on the ninth.
    expect(lines).toHaveLength(8);
    expect(lines.slice(-2)).toEqual(['… and 24 more', '30 running, 1 finished']);
    for (const line of lines) expect(line.length).toBeLessThan(40);
    expect(pictureOf(moving, { rows: 32, columns: 40 })).toHaveLength(31);
    expect(pictureOf(moving, { rows: 2, columns: 40 })).toEqual(['30 running, 1 finished']);
    expect(pictureOf([], { rows: 4, columns: 40 })).toEqual(['no runs']);
  });
});

describe('runs of one label in two submissions', () => {
  const other = { ...half, run: 'f'.repeat(64), submission: 'd'.repeat(64) };
  const progress = new ProgressMeter().measure([half, other], 0);

  it('are distinguished by their submissions, in a picture and in lines', () => {
    const [first, second] = pictureOf(progress, { rows: 24, columns: 200 }, bySubmission);
    expect(first).toMatch(/^cccccccc {2}half-WAVE {2}█/);
    expect(second).toMatch(/^dddddddd {2}half-WAVE {2}█/);
    const plain = terminal();
    openProgressScreen(plain, bySubmission).show(progress);
    const place = 'half-WAVE: running 50% (2021-02-20, as-of 50, 1200 records)';
    expect(plain.text).toBe(`cccccccc  ${place}\ndddddddd  ${place}\n`);
  });
});

describe('a screen', () => {
  beforeEach(() => {
    vi.stubEnv('TERM', 'xterm');
    return () => vi.unstubAllEnvs();
  });

  it('draws over its last picture on a terminal', () => {
    const screen = terminal({ isTTY: true, rows: 24, columns: 200 });
    const open = openProgressScreen(screen, undefined, screen);
    const progress = new ProgressMeter().measure([half, { ...half, run: 'f'.repeat(64) }, done], 0);
    open.show(progress);
    const first = screen.text;
    open.show(progress);
    expect(screen.text.slice(first.length)).toBe(first.replace('\r', '\r\u001b[2A'));
    open.notify('away');
    expect(screen.text.endsWith('\r\u001b[2A\u001b[Jaway\n')).toBe(true);
  });

  it('elsewhere writes a line when a run has come a quarter further', () => {
    const plain = terminal();
    const screen = openProgressScreen(plain);
    const meter = new ProgressMeter();
    for (const days of [0, 1, 10, 24, 26, 40, 51, 99]) {
      const run = { ...half, asOf: days, time: at(days), records: days * 10 };
      screen.show(meter.measure([run], days));
    }
    screen.show(meter.measure([{ ...half, ...done, label: half.label, run: half.run }], 200));
    screen.end();
    expect(plain.text.split('\n')).toEqual([
      'half-WAVE: running',
      'half-WAVE: running 25% (2021-01-27, as-of 26, 260 records)',
      'half-WAVE: running 50% (2021-02-21, as-of 51, 510 records)',
      'half-WAVE: running 75% (2021-04-10, as-of 99, 990 records)',
      'half-WAVE: finished (2021-04-11, as-of 100, 2400 records)',
      '1 finished',
      '',
    ]);
  });

  it('elsewhere counts what was over before the first look, and lists what ends later', () => {
    const plain = terminal();
    const screen = openProgressScreen(plain);
    const before = ['4', '5', '6'].map((id) => clusterRun(id, `old-${id}`, { status: 'finished' }));
    const cancelled = clusterRun('7', 'gone', { status: 'cancelled' });
    const shown = (runs: Run[]): void => screen.show(new ProgressMeter().measure(runs, 0));
    shown([...before, cancelled, waiting]);
    shown([...before, cancelled, { ...waiting, status: 'failed' }]);
    screen.end();
    expect(plain.text.split('\n')).toEqual([
      'over already: 3 finished, 1 cancelled',
      'waiting-WAVE: submitted',
      'waiting-WAVE: failed',
      '3 finished, 1 cancelled, 1 failed',
      '',
    ]);
  });

  it('has room on a terminal that does not know its size', () => {
    const screen = terminal({ isTTY: true, rows: 0, columns: 0 });
    openProgressScreen(screen).show(new ProgressMeter().measure([half], 0));
    expect(screen.text).toContain('half-WAVE  ████████████░');
  });
});

describe('a run whose tape is paused', () => {
  const paused = { ...half, isTapePaused: true };
  const over = { ...done, isTapePaused: true };

  it('is distinguished from one in progress, on a terminal and elsewhere', () => {
    const progress = new ProgressMeter().measure([paused, over, half], 0);
    const lines = pictureOf(progress, { rows: 24, columns: 200 });
    expect(lines[0]).toMatch(/ running, tape paused$/);
    expect(lines[1]).toMatch(/ running$/);
    expect(lines[2]).toBe('1 running, 1 running, tape paused, 1 finished');
    const plain = terminal();
    openProgressScreen(plain).show(progress.slice(0, 1));
    expect(plain.text).toMatch(/^half-WAVE: running \d+%, tape paused \(/);
  });
});
