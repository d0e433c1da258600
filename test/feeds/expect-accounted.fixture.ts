/**
 * What must hold of a faulty day: it replays, all messages are accounted for, and the
 * faults did happen.
 */

import { join } from 'node:path';
import { expect } from 'vitest';
import {
  faultKinds,
  faultyDay,
  type FaultKind,
  type FaultyDay,
  type Pace,
} from './live-faults.fixture.js';
import { cryptoDay, temporaryFolder } from './served-data.fixture.js';
import { expectWhole, faultsIn, figuresOf } from './expect-whole.fixture.js';

/** All kinds side by side, as they mostly wait; how many there were. */
export async function expectWholeDays(pace: Pace): Promise<number> {
  const folder = temporaryFolder();
  const day = cryptoDay(1440);
  const days = await Promise.all(
    faultKinds.map((kind, number) => faultyDay(join(folder, `${number}`), day, { kind, pace })),
  );
  for (const [number, kind] of faultKinds.entries()) {
    const faulty = days[number];
    if (faulty === undefined) continue;
    tellDay(kind, faulty);
    expectAccounted(kind, faulty);
  }
  return days.length;
}

function expectAccounted(kind: FaultKind, day: FaultyDay): void {
  const { account, ledger, live, replay } = day;
  const isWhole = ledger.some(({ event }) => event === 'ended');
  expect(isWhole, `the server ended before the runs\n${live}`).toBe(true);
  expect(replay.code, `${live}${replay.said}`).toBe(0);
  expect(replay.said).toContain('replayed: 3 runs');
  expectWhole(kind.name, day);
  // A trade that the data lacks has the content of an existing one, under another id.
  expect(account.repeated).toBe(faultsIn(ledger).invented);
  expect(account.superseded + account.uncancelled).toBe(0);
  expectHappened(kind, day);
  expectFilled(day);
}

const silences = /nothing was heard for|no data came for|the history has items that did not come/;

function expectHappened(kind: FaultKind, { account, ledger, starts, failures }: FaultyDay): void {
  const { counts, disconnects } = account;
  const faults = faultsIn(ledger);
  const isOutage = /restart|kill|disk/.test(kind.name);
  if (isOutage) {
    expect(counts.reconnects).toBeGreaterThan(0);
    expect(account.gapsRepaired).toBeGreaterThan(0);
  } else {
    // Where the feed has no processor for a while, it is taken for silent.
    expect(disconnects.filter((why) => !silences.test(why))).toEqual([]);
    expect(counts.reconnects).toBeLessThanOrEqual(disconnects.length);
    expect(account.gapsRepaired).toBeLessThanOrEqual(disconnects.length);
  }
  if (kind.name === 'drops') expect(faults.dropped).toBeGreaterThan(300);
  if (kind.name === 'duplicates') {
    expect(faults.doubled).toBeGreaterThan(300);
    expect(counts.duplicates).toBeGreaterThanOrEqual(faults.doubled);
  }
  if (kind.name === 'reordering') expect(faults.reordered).toBeGreaterThan(300);
  if (kind.name === 'corrections') {
    const corrected = faults.corrected + faults.cancelled;
    expect(corrected).toBeGreaterThan(50);
    expect(counts.corrections).toBeGreaterThanOrEqual(corrected);
  }
  if (kind.name === 'a restart of the feed') expect(faults.restarted).toBe(1);
  if (kind.harm === 'killed') expect(starts).toBeGreaterThan(1);
  if (kind.harm === 'full disk') {
    // Frames or journals hit it first: the recorder waits for room, a run ends and reports why.
    const told = [...disconnects.filter((why) => why.includes('could be stored')), ...failures];
    expect(told.length).toBeGreaterThan(0);
    for (const why of told) expect(why).toMatch(/nothing could be stored|ENOSPC/);
  }
}

/** Each agent trades, and only at prices of trades that were on the tape. */
function expectFilled({ account, fills }: FaultyDay): void {
  expect(fills).toHaveLength(3);
  for (const ofAgent of fills) expect(ofAgent.length).toBeGreaterThan(0);
  expect(fills.flat().filter(({ price }) => !account.prices.has(price))).toEqual([]);
}

/** The figures of a faulty day, on a line. */
function tellDay(kind: FaultKind, { account, starts, replay, fills }: FaultyDay): void {
  const ran = { starts, replay: replay.code, fills: fills.map(({ length }) => length) };
  process.stdout.write(`${kind.name}: ${JSON.stringify({ ...figuresOf(account), ...ran })}\n`);
}
