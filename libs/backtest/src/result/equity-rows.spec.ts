/** The rows of equity.csv: of sessions with their least and greatest equity, and of marks. */

import { civilDate, microsPerHour, startOfUtcDay, utcDateOf } from '#values';
import type { DecideAt, EquityRowsOf } from '#contracts/scenario/scenario';
import { describe, expect, it } from 'vitest';
import type { BarMarks, Mark } from '#workflows';
import { equityRows } from './equity-rows.js';

const monday = civilDate(2025, 3, 3);
const at = (day: number, hour: number): number =>
  startOfUtcDay(monday + day) + hour * microsPerHour;

/** A session of four marks, one of its close alone, and one that has not closed. */
const marks: readonly (BarMarks | Mark)[] = [
  { time: at(0, 15), step: 1, count: 1, cash: 40, gross: 50, net: 50 },
  { time: at(0, 16), step: microsPerHour, count: 2, cash: 40, gross: 90, net: 90 },
  { time: at(0, 21), session: monday, equity: 100, cash: 40, gross: 60, net: 60 },
  { time: at(1, 21), session: monday + 1, equity: 0, cash: 0, gross: 0, net: 0 },
  { time: at(2, 15), step: 1, count: 1, cash: 30, gross: 10, net: -10 },
];

function rowsOf(of: EquityRowsOf, decide: DecideAt): string[] {
  const rows: string[] = [];
  const write = (row: string): void => void rows.push(row);
  const table = equityRows(of, { decide, sessionOf: utcDateOf, write });
  rows.push(table.header);
  for (const mark of marks) {
    if ('session' in mark) table.take(mark);
    else table.takeBars(mark);
  }
  table.end();
  table.end();
  return rows;
}

describe('the rows of equity', () => {
  it.each(['bar', 'session-close'] as const)('of sessions have low and high (%s)', (decide) => {
    expect(rowsOf('sessions', decide)).toEqual([
      'date,equity,cash,exposure,low,high\n',
      '2025-03-03,100,40,0.6,90,130\n',
      '2025-03-04,0,0,,0,0\n',
      '2025-03-05,20,30,-0.5,20,20\n',
    ]);
  });

  it('of marks have the instants of decisions at bars', () => {
    expect(rowsOf('marks', 'bar')).toEqual([
      'date,equity,cash,exposure\n',
      '2025-03-03T15:00:00Z,90,40,0.5555555555555556\n',
      '2025-03-03T16:00:00Z,130,40,0.6923076923076923\n',
      '2025-03-03T17:00:00Z,130,40,0.6923076923076923\n',
      '2025-03-03T21:00:00Z,100,40,0.6\n',
      '2025-03-04T21:00:00Z,0,0,\n',
      '2025-03-05T15:00:00Z,20,30,-0.5\n',
    ]);
  });

  it('of marks name the sessions of closes where decisions are due at these', () => {
    const dates = rowsOf('marks', 'session-close').map((row) => row.split(',')[0]);
    const closes = ['2025-03-03', '2025-03-04'];
    const bars = [15, 16, 17].map((hour) => `2025-03-03T${hour}:00:00Z`);
    expect(dates).toEqual(['date', ...bars, ...closes, '2025-03-05T15:00:00Z']);
  });
});
