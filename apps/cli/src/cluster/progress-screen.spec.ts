/** How far runs are: shares by date, rates between two looks, and pictures that fit a terminal. */

import { describe, expect, it } from 'vitest';
import { civilDate, microsPerDay } from '#values';
import { bySubmission, openProgressScreen, pictureOf, type Terminal } from './progress-screen.js';
import { clusterRun } from './run.fixture.js';
import { ProgressMeter } from './run-progress.js';

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
  it('is the part of the window behind the last record; an ended run alone is whole', () => {
    const late = clusterRun('4', 'late', { time: at(200), asOf: 5 });
    const early = clusterRun('5', 'early', { time: at(-9), asOf: 5 });
    const shares = new ProgressMeter()
      .measure([half, done, waiting, late, early], 0)
      .map(({ share }) => share);
    expect(shares).toEqual([0.5, 1, 0, 0.99, 0]);
  });

  it('of tasks is the part of the facts behind the last record, once the tape is whole', () => {
    const plan = {
      ...{ workflow: 'sums', terms: {}, tasksAtOnce: 1, directory: '', repeat: 0 },
      ...{ agent: { id: 'one', kind: 'external' as const }, baseSeed: 0, seed: 1 },
      ...{ data: null, file: null },
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
  const progress = new ProgressMeter().measure([done, waiting, half], 0);

  it('has a line a run, those that move first, and counts', () => {
    const bar = (full: number): string => '█'.repeat(full).padEnd(24, '░');
    const place = (text: string): string => text.padEnd(27);
    const rest = (records: string, status: string): string =>
      [records.padStart(16), ''.padStart(18), status].join('  ');
    expect(pictureOf(progress, { rows: 24, columns: 200 })).toEqual([
      `half-WAVE     ${bar(12)}   50 %  ${place('as-of 50 (2021-02-20)')}  ${rest('1,200 records', 'running')}`,
      `done-WAVE     ${bar(24)}  100 %  ${place('as-of 100 (2021-04-11)')}  ${rest('2,400 records', 'finished')}`,
      `waiting-WAVE  ${bar(0)}    0 %  ${place('')}  ${rest('0 records', 'submitted')}`,
      '1 submitted, 1 running, 1 finished',
    ]);
  });

  it('is never larger than the terminal, and says what it leaves out', () => {
    const lines = pictureOf(progress, { rows: 4, columns: 40 });
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe('1 submitted, 1 running, 1 finished · 1');
    for (const line of lines) expect(line.length).toBeLessThan(40);
    expect(pictureOf([], { rows: 4, columns: 40 })).toEqual(['no runs']);
  });
});

describe('runs of one label in two submissions', () => {
  const other = { ...half, run: 'f'.repeat(64), submission: 'd'.repeat(64) };
  const progress = new ProgressMeter().measure([half, other], 0);

  it('are told apart by their submissions, in a picture and in lines', () => {
    const [first, second] = pictureOf(progress, { rows: 24, columns: 200 }, bySubmission);
    expect(first).toMatch(/^cccccccc {2}half-WAVE {2}█/);
    expect(second).toMatch(/^dddddddd {2}half-WAVE {2}█/);
    const plain = terminal();
    openProgressScreen(plain, bySubmission).show(progress);
    const place = 'half-WAVE: running 50 % (2021-02-20, as-of 50, 1200 records)';
    expect(plain.text).toBe(`cccccccc  ${place}\ndddddddd  ${place}\n`);
  });
});

describe('a screen', () => {
  it('draws over its last picture on a terminal', () => {
    const screen = terminal({ isTTY: true, rows: 24, columns: 200 });
    const open = openProgressScreen(screen, undefined, screen);
    const progress = new ProgressMeter().measure([half, done], 0);
    open.show(progress);
    const first = screen.text;
    open.show(progress);
    expect(screen.text.slice(first.length)).toBe(first.replace('\r', '\r\u001b[3A'));
    open.say('away');
    expect(screen.text.endsWith('\r\u001b[3A\u001b[Jaway\n')).toBe(true);
  });

  it('elsewhere writes a line where a run has come a quarter further', () => {
    const plain = terminal();
    const screen = openProgressScreen(plain);
    const meter = new ProgressMeter();
    for (const days of [0, 1, 10, 24, 26, 40, 51, 99]) {
      const run = { ...half, asOf: days, time: at(days), records: days * 10 };
      screen.show(meter.measure([run], days));
    }
    screen.show(meter.measure([{ ...half, ...done, label: half.label, run: half.run }], 200));
    expect(plain.text.split('\n')).toEqual([
      'half-WAVE: running',
      'half-WAVE: running 25 % (2021-01-27, as-of 26, 260 records)',
      'half-WAVE: running 50 % (2021-02-21, as-of 51, 510 records)',
      'half-WAVE: running 75 % (2021-04-10, as-of 99, 990 records)',
      'half-WAVE: finished (2021-04-11, as-of 100, 2400 records)',
      '',
    ]);
  });
});

describe('a run whose tape is paused', () => {
  const [paused, over] = [
    { ...half, isTapePaused: true },
    { ...done, isTapePaused: true },
  ];

  it('is told from one that goes on, on a terminal and elsewhere', () => {
    const progress = new ProgressMeter().measure([paused, over, half], 0);
    const lines = pictureOf(progress, { rows: 24, columns: 200 });
    expect(lines[0]).toMatch(/ running, tape paused$/);
    expect(lines[1]).toMatch(/ running$/);
    expect(lines[2]).toMatch(/ finished$/);
    expect(lines[3]).toBe('1 running, 1 running, tape paused, 1 finished');
    const plain = terminal();
    openProgressScreen(plain).show(progress.slice(0, 1));
    expect(plain.text).toMatch(/^half-WAVE: running \d+ %, tape paused \(/);
  });
});
