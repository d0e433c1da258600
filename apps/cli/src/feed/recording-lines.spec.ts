/**
 * The words of a recording check: singular forms, missing measurements, and the open upper range.
 */

import { expect, it } from 'vitest';
import type { RecordingReport } from '#market-data';
import { neverReceived } from './feed-words.js';
import { terminalLine } from '../commands/serving/record.js';
import { recordingLines } from '../commands/data/data.js';

const report: RecordingReport = {
  from: '2026-03-03T20:00:00Z',
  to: '2026-03-03T21:00:00Z',
  isEnded: true,
  frames: 1,
  items: 1,
  facts: 1,
  itemsPerSecond: null,
  itemsInSecondMax: 1,
  duplicates: 1,
  late: 0,
  corrections: 1,
  unreadable: 0,
  unused: 0,
  reconnects: 1,
  unfinished: 0,
  unmapped: 0,
  gapsRepaired: 0,
  gapsLost: 0,
  gapsOpen: 0,
  reconciliations: 1,
  reconciled: 1,
  lagMs: { median: 64, p99: 2 ** 31 },
  clockOffsetMs: -151,
};
const said = (given: Partial<RecordingReport> = {}): string =>
  recordingLines({ ...report, ...given }).join('\n');

it('counts one of a thing as one', () => {
  expect(said()).toContain('1 frame with 1 item, 1 at most\n  1 fact\n');
  expect(said()).toContain('1 comparison with the history brought 1 item\n  1 reconnect\n');
  expect(said()).toContain('1 duplicate, 0 late, 1 correction\n');
});

it('counts bars that arrived before their end, if any', () => {
  expect(said()).toMatch(/0 not asked for$/);
  expect(said({ unfinished: 2 })).toContain('0 not asked for, 2 before their end');
});

it('counts messages without a mapping, if any', () => {
  expect(said()).not.toContain('mapping');
  expect(said({ unmapped: 6 })).toContain('not asked for, 6 without a mapping');
});

it('says of a lag no more than was counted', () => {
  expect(said()).toContain('lag: half at most 64 ms, 99 of 100 over 12 days');
  expect(said({ lagMs: { median: null, p99: null } })).toContain('lag: none measured');
});

it.each([
  [-151, '151.0 ms behind'],
  [2.5, '2.5 ms ahead'],
  [-0.01, 'as ours'],
])('says where the clock of the venue is: %d', (clockOffsetMs, words) => {
  expect(said({ clockOffsetMs })).toContain(`clock of the venue: ${words}\n`);
});

const status = {
  connected: false,
  away: 'getaddrinfo ENOTFOUND\u001b[2J',
  frames: 0,
  bytes: 0,
  facts: 1,
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
  lagMs: null,
  clockOffsetMs: null,
  waiting: 0,
  lastAt: null,
};

it('says why nothing was recorded, when the feed was never reached', () => {
  expect(neverReceived(status)).toMatch(/could not be reached \(getaddrinfo ENOTFOUND/);
  expect(neverReceived(status)).not.toContain('\u001b');
  expect(neverReceived({ ...status, frames: 3 })).toBeNull();
  expect(neverReceived({ ...status, away: null })).toBeNull();
  expect(neverReceived({ ...status, away: null, waitsFor: 'status 429' })).toMatch(
    /\(status 429\)/,
  );
});

it('says in the line why a feed waits, and what has no mapping', () => {
  const waitsFor = 'status 429, asked again at 10:00:05Z';
  const line = (given: object): string =>
    terminalLine({ ...status, ...given }, { frames: 0, facts: 0 });
  expect(line({ connected: true, waitsFor })).toMatch(/^connected \(status 429, asked again at/);
  const away = 'the server is busy';
  expect(line({ away, waitsFor })).toMatch(/^not connected \(the server is busy; status 429, /);
  expect(line({ connected: true, waitsFor: null })).toMatch(/^connected · /);
  expect(line({ unmapped: 6 })).toContain(' · 6 without a mapping');
});
