/** What must hold of a faulty day: it replays, all messages are accounted for, and the faults did happen. */

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

/** A first message that is dropped leaves no sign. */
const beforeMax = 3;

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
  const { counts, facts, lateCorrections, named } = account;
  const isWhole = ledger.some(({ event }) => event === 'ended');
  expect(isWhole, `the server ended before the runs\n${live}`).toBe(true);
  expect(replay.code, `${live}${replay.said}`).toBe(0);
  expect(replay.said).toContain('replayed: 3 runs');
  expect(account.unaccounted.slice(0, 5), kind.name).toEqual([]);
  expect(account.before).toBeLessThanOrEqual(beforeMax);
  expect(account.messages).toBeGreaterThanOrEqual(day.rows);
  // A trade that the data does not have says the same as one that it has, under another id.
  const invented = ledger.filter(({ fault }) => fault === 'invented').length;
  expect(account.repeated).toBe(invented);
  // Each item that came is a fact, a duplicate, or a quote that was too late to say anything.
  expect(counts.used).toBe(facts + counts.late - lateCorrections);
  expect(counts.unreadable).toBe(0);
  expect({ named, gaps: account.gaps }, 'all of it can be had again').toEqual({
    named: 0,
    gaps: [],
  });
  expectHappened(kind, day);
  expectFilled(day);
}

function expectHappened(kind: FaultKind, { account, ledger, starts, failures }: FaultyDay): void {
  const { counts, disconnects } = account;
  const events = (name: string): number => ledger.filter(({ event }) => event === name).length;
  const faulty = (fault: string): number => ledger.filter((line) => line['fault'] === fault).length;
  const doubled = faulty('doubled');
  const omitted = events('omitted');
  const isOutage = /restart|kill|disk/.test(kind.name);
  expect(counts.reconnects > 0).toBe(isOutage);
  expect(account.gapsRepaired > 0).toBe(isOutage);
  expect(counts.fetched).toBeGreaterThanOrEqual(omitted - account.before);
  if (kind.name === 'drops') expect(omitted).toBeGreaterThan(300);
  if (kind.name === 'duplicates') {
    expect(doubled).toBeGreaterThan(300);
    expect(counts.duplicates).toBeGreaterThanOrEqual(doubled);
  }
  if (kind.name === 'reordering') expect(faulty('reordered')).toBeGreaterThan(300);
  if (kind.name === 'corrections') {
    const corrected = faulty('corrected') + faulty('cancelled');
    expect(corrected).toBeGreaterThan(50);
    expect(counts.corrections).toBeGreaterThanOrEqual(corrected);
  }
  if (kind.name === 'a restart of the feed') expect(events('restarted')).toBe(1);
  if (kind.harm === 'killed') expect(starts).toBeGreaterThan(1);
  if (kind.harm === 'full disk') {
    // Frames or journals find it first: the recorder waits for room, a run ends and says why.
    const told = [...disconnects.filter((why) => why.includes('could be stored')), ...failures];
    expect(told.length).toBeGreaterThan(0);
    for (const why of told) expect(why).toMatch(/nothing could be stored|ENOSPC/);
  }
}

/** Each agent trades, and only at prices of trades that were on the tape. */
function expectFilled({ account, fills }: FaultyDay): void {
  expect(fills).toHaveLength(3);
  for (const prices of fills) expect(prices.length).toBeGreaterThan(0);
  expect(fills.flat().filter((price) => !account.prices.has(price))).toEqual([]);
}

/** The figures of a faulty day, on a line. */
function tellDay(kind: FaultKind, { account, starts, replay, fills }: FaultyDay): void {
  const { counts, facts, lateCorrections, lateQuotes, messages, before, named } = account;
  const { items, duplicates, late, corrections, reconciled, reconnects } = counts;
  const figures = {
    ...{ messages, before, facts, items, duplicates, late, lateCorrections, lateQuotes },
    ...{ corrections, reconciled, reconnects, named, starts, replay: replay.code },
    ...{ gaps: account.gaps.length, repaired: account.gapsRepaired, repeated: account.repeated },
    ...{ unaccounted: account.unaccounted.length, fills: fills.map(({ length }) => length) },
  };
  process.stdout.write(`${kind.name}: ${JSON.stringify(figures)}\n`);
}
