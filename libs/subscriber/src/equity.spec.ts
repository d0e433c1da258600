/** The equity line is the marks of a journal, however the journal is split. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { equityOf, evolveEquity, noEquity } from './equity.js';

const place = (asOf: number): { asOf: number; time: number } => ({ asOf, time: asOf * 1_000_000 });
const mark = (asOf: number, session: number, equity: number): JournalEvent => ({
  ...place(asOf),
  type: 'MarkTaken',
  session,
  equity,
  cash: 10,
  gross: equity - 10,
  net: equity - 10,
  stale: [],
});
const journal: readonly JournalEvent[] = [
  runOpened(['AAPL'], { capital: 1000 }),
  mark(3, 17_582, 1000),
  { ...place(6), type: 'DecisionMissing' },
  mark(6, 17_583, 1012.5),
  mark(9, 17_584, 990),
  runClosed(place(9)),
];

describe('the equity line', () => {
  it('has a point a mark, by date', () => {
    expect(equityOf(journal)).toEqual({
      capital: 1000,
      currency: 'USD',
      closed: true,
      points: [
        { date: '2018-02-20', time: 3_000_000, equity: 1000, cash: 10 },
        { date: '2018-02-21', time: 6_000_000, equity: 1012.5, cash: 10 },
        { date: '2018-02-22', time: 9_000_000, equity: 990, cash: 10 },
      ],
    });
  });

  it('is empty before anything happened', () => {
    expect(equityOf([])).toEqual({ capital: null, currency: null, points: [], closed: false });
  });

  it('is the same in one piece and event by event', () => {
    fc.assert(
      fc.property(fc.nat({ max: journal.length }), (length) => {
        const part = journal.slice(0, length);
        expect(part.reduce(evolveEquity, noEquity)).toEqual(equityOf(part));
      }),
    );
  });
});
