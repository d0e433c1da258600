/**
 * The topic `portfolio.events`: the journal as received, its progress, and a row for each
 * event that has one.
 */

import { isFill, type JournalEvent } from '#contracts';
import type { Events } from '#contracts/streams/runs';
import type { RunProgressRow } from '../entities/journal-rows.js';
import { projections } from '../tables/tables.js';
import { foldEvent } from './fold-event.js';
import { failureOf, type Projection } from './projection.js';

export const projectJournal: Projection<'portfolio.events'> = {
  needs: ({ run }, needs) => needs.need(projections.runProgress, run),
  furtherNeeds({ run, first, events }, needs, rows) {
    // Skips records that the run already has; a message is folded whole, so it knows the
    // orders it begins.
    const known = rows.get(projections.runProgress, run)?.records ?? 0;
    const begun = new Set<number>();
    for (let index = Math.max(0, known + 1 - first); index < events.length; index++) {
      const event = events[index] as JournalEvent;
      if (event.type === 'OrderAccepted') begun.add(event.order);
      if (isFill(event)) needs.need(projections.positions, run, event.symbol);
      const ended = endedBy(event);
      if (ended !== null && !begun.has(ended)) needs.need(projections.orders, run, ended);
    }
  },
  fold(message, rows, onGap) {
    const { run, first } = message;
    const before = rows.get(projections.runProgress, run) ?? unstarted(run);
    if (before.failure !== null) return;
    const known = before.records + 1 - first;
    if (known < 0) {
      const gap = { where: `records of run ${run}`, expected: before.records + 1, found: first };
      rows.put(projections.runProgress, { ...before, failure: failureOf(gap, onGap) });
      return;
    }
    const last = first - 1 + message.events.length;
    if (last <= before.records) return;
    for (let record = before.records + 1; record <= last; record++) {
      foldEvent(run, record, message.events[record - first] as JournalEvent, rows);
    }
    const events = message.events.slice(known);
    const journalHash = message.hash;
    rows.put(projections.journal, { run, first: first + known, last, events, journalHash });
    rows.put(projections.runProgress, progressAfter(before, message, last));
  },
};

const unstarted = (run: string): RunProgressRow => ({
  run,
  records: 0,
  asOf: 0,
  time: 0,
  journalHash: null,
  tapeHash: null,
  facts: null,
  failure: null,
});

/** Number of the order whose row an event changes. */
function endedBy(event: JournalEvent): number | null {
  switch (event.type) {
    case 'OrderFilled':
    case 'OrderPartlyFilled':
    case 'OrderCancelled':
    case 'OrderDenied':
      return event.order;
    default:
      return null;
  }
}

function progressAfter(before: RunProgressRow, message: Events, records: number): RunProgressRow {
  const event = message.events.at(-1) as JournalEvent;
  const closed = event.type === 'RunClosed' ? event : null;
  return {
    ...before,
    records,
    asOf: event.asOf,
    time: event.time,
    journalHash: message.hash,
    tapeHash: closed?.tapeHash ?? null,
    facts: closed?.facts ?? null,
  };
}
