/** The topic `portfolio.events`: the journal as it came, its progress, and a row for each event that has one. */

import type { JournalEvent } from '#contracts';
import type { Events } from '#contracts/streams/runs';
import type { RunProgressRow } from '../entities/journal-rows.js';
import { projections } from '../tables.js';
import { foldEvent } from './fold-event.js';
import { failureOf } from './gap.js';
import type { Need, Projection } from './projection.js';

export const projectJournal: Projection<'portfolio.events'> = {
  needs({ run, events }, need) {
    need(projections.runProgress, run);
    for (const event of events) needsOfEvent(run, event, need);
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
    const events = message.events.slice(known);
    if (events.length === 0) return;
    const start = before.records + 1;
    events.forEach((event, index) => foldEvent(run, start + index, event, rows));
    const last = start + events.length - 1;
    const journalHash = message.hash;
    rows.put(projections.journal, { run, first: start, last, events, journalHash });
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

function needsOfEvent(run: string, event: JournalEvent, need: Need): void {
  switch (event.type) {
    case 'OrderFilled':
      need(projections.positions, run, event.symbol);
      need(projections.orders, run, event.order);
      return;
    case 'OrderCancelled':
      need(projections.orders, run, event.order);
      return;
    case 'OrderDenied':
      if (event.order !== null) need(projections.orders, run, event.order);
      return;
    default:
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
