/** One line shows the state of a live run and when it will stop, for every kind of agent. */

import { expect, it } from 'vitest';
import { type Instant, parseInstant } from '#values';
import type { LiveRunState } from '#backtest';
import { endOf, waitForEnd } from '../feed/recording-place.js';
import { liveLine } from '../commands/serving/live.js';

const instant = (text: string): Instant => parseInstant(text, null) as Instant;
const now = instant('2026-03-03T20:00:00.250Z');
const feed = {
  connected: true,
  frames: 9,
  bytes: 9,
  facts: 9,
  duplicates: 0,
  late: 0,
  corrections: 0,
  unreadable: 0,
  unmapped: 0,
  reconnects: 0,
  gapsRepaired: 0,
  gapsLost: 0,
  gapsOpen: 0,
  reconciled: 0,
  lagMs: 41.6,
  clockOffsetMs: null,
  lastAt: null,
  waiting: 0,
};
const coverage = { due: 3, answered: 3, missing: 0, invalid: 0, late: 0, failed: 0, forced: 0 };
const run = (agent: string, state: Partial<LiveRunState> = {}): LiveRunState => ({
  run: `${agent}-AA`,
  agent,
  equity: 1000,
  coverage,
  isAsked: false,
  ...state,
});
const line = (given: Partial<Parameters<typeof liveLine>[0]>): string =>
  liveLine({ now, facts: 12, sessionsClosed: 1, feed, runs: [], ...given });

it('adds the runs of an agent up, and names what they have missed', () => {
  const late = run('model', { coverage: { ...coverage, late: 2, missing: 1 }, isAsked: true });
  expect(line({ runs: [run('hold'), run('hold', { equity: 500.5 }), late] })).toBe(
    '2026-03-03T20:00:00Z · connected · 12 facts, 1 session · lag 42 ms · no gaps' +
      ' · hold 1500.50 (6 decisions) · model 1000.00 (3 decisions, 2 late, 1 missing, asked)',
  );
});

it('says where the feed is broken, and counts agents for which there is no room', () => {
  const broken = { ...feed, connected: false, lagMs: null, waiting: 7, gapsOpen: 1, gapsLost: 2 };
  const runs = ['a', 'b', 'c', 'd', 'e', 'f'].map((agent) => run(agent));
  const told = line({ feed: broken, runs });
  expect(told).toContain('not connected');
  expect(told).toContain('7 frames waiting · gaps: 0 repaired, 2 lost, 1 open');
  expect(told).toMatch(/2 more agents$/);
});

it('says why the feed is not heard, and how old its data is in a unit that can be read', () => {
  const away = { ...feed, connected: false, away: 'getaddrinfo ENOTFOUND\u001b[2J', lagMs: null };
  const told = line({ feed: away });
  expect(told).toContain('not connected (getaddrinfo ENOTFOUND');
  expect(told).not.toContain('\u001b');
  expect(line({ feed: { ...feed, lagMs: 19_874_170_800 } })).toContain('lag 230 days');
  expect(line({ feed: { ...feed, lagMs: 9_999 } })).toContain('lag 9999 ms');
  expect(line({ feed: { ...feed, lagMs: -267_000 } })).toContain('ahead of the clock by 267 s');
});

it('counts unreadable messages and clock steps, if any', () => {
  expect(line({ feed: { ...feed, unreadable: 3, clockSteps: 1 } })).toMatch(
    / · 3 unreadable · 1 clock step$/,
  );
});

it('names the first symbols whose trading is halted', () => {
  expect(line({})).not.toContain('halted');
  const halted = ['AA', 'BB', 'C\u001b', 'DD', 'EE'];
  expect(line({ feed: { ...feed, halted } })).toMatch(/ · halted: AA, BB, C[^\u001b]*, 2 more$/);
});

it('cannot be rewritten by a name', () => {
  expect(line({ runs: [run('\u001b[2Jmine')] })).not.toContain('\u001b');
});

it('ends at the earlier of a time and a duration, and after the close of a date', () => {
  const place = { calendar: 'XNYS' as const, closeDelayMs: 5000 };
  const end = (until?: string, during?: string) => endOf({ until, for: during }, place, now);
  expect(end()).toBeNull();
  expect(end(undefined, '90s')).toBe(now + 90e6);
  expect(end('2026-03-03T20:00:30Z', '2h')).toBe(instant('2026-03-03T20:00:30Z'));
  expect(end('2026-03-03')).toBe(instant('2026-03-03T21:00:07Z'));
  expect(() => end(undefined, 'soon')).toThrow('--for: not a duration');
});

it('waits for the end of a feed that has one until its frames were taken', async () => {
  let waiting = 2;
  const recording = {
    exhausted: Promise.resolve(),
    status: () => ({ ...feed, waiting: --waiting }),
    now: () => now,
  };
  await waitForEnd(null, recording, new AbortController().signal);
  expect(waiting).toBe(0);
});
