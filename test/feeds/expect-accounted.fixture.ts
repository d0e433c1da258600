/** What must hold of a faulty day: it replays, all messages are accounted for, and the faults did happen. */

import { expect } from 'vitest';
import type { FaultKind, FaultyDay } from './live-faults.fixture.js';

const messagesMin = 10_000;

export function expectAccounted(kind: FaultKind, day: FaultyDay): void {
  const { account, ledger, live, replay } = day;
  const { counts, facts, lateCorrections, named } = account;
  expect(
    ledger.some(({ event }) => event === 'ended'),
    live,
  ).toBe(true);
  expect(replay.code, `${live}${replay.said}`).toBe(0);
  expect(replay.said).toContain('replayed: 3 runs');
  expect(account.unaccounted.slice(0, 5)).toEqual([]);
  expect(account.messages).toBeGreaterThan(messagesMin);
  // Each item that came is a fact, a duplicate, or a quote that was too late to say anything.
  expect(counts.used).toBe(facts + counts.late - lateCorrections);
  expect(counts.unreadable).toBe(0);
  const omitted = ledger.filter(({ event }) => event === 'omitted').length;
  const faulty = (fault: string): number => ledger.filter((line) => line['fault'] === fault).length;
  if (kind.name === 'drops') expect(counts.reconciled).toBeGreaterThan(omitted * 0.9);
  if (kind.name === 'duplicates') expect(counts.duplicates).toBeGreaterThan(faulty('doubled'));
  if (kind.name === 'reordering') expect(faulty('reordered')).toBeGreaterThan(300);
  if (kind.name === 'corrections') {
    expect(counts.corrections).toBeGreaterThan(faulty('corrected') + faulty('cancelled') - 5);
  }
  if (/restart|kill|disk/.test(kind.name)) expect(counts.reconnects).toBeGreaterThan(0);
  expect(named, 'all of it can be had again').toBe(0);
}

/** The figures of a faulty day, on a line. */
export function tellDay(kind: FaultKind, { account, starts, replay }: FaultyDay): void {
  const { counts, facts, lateCorrections, lateQuotes, messages, outside, named } = account;
  const { items, duplicates, late, corrections, reconciled, reconnects } = counts;
  const figures = {
    ...{ messages, outside, facts, items, duplicates, late, lateCorrections, lateQuotes },
    ...{ corrections, reconciled, reconnects, named, starts, replay: replay.code },
    ...{ gaps: account.gaps.length, unaccounted: account.unaccounted.length },
  };
  process.stdout.write(`${kind.name}: ${JSON.stringify(figures)}\n`);
}
