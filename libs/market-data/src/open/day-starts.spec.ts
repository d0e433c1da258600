/**
 * Tests of bars that do not fit the days, weeks and sessions of a calendar: refused, or
 * placed as declared.
 */

import { describe, expect, it } from 'vitest';
import { daily, folder, manifestOf, read, type Read } from './vendor-exports.fixture.js';

const header = 'timestamp,open,high,low,close';
const rowsOf = (stamps: readonly string[]): string =>
  [header, ...stamps.map((stamp) => `${stamp},1,1,1,1`)].join('\n') + '\n';

const readRows = (keys: string, calendar: string, stamps: readonly string[]): Promise<Read> =>
  read(
    folder({
      'dataset.yaml': manifestOf(`bars: { file: p.csv, symbol: A, ${keys} }`, calendar),
      'p.csv': rowsOf(stamps),
    }),
  );
const datesOf = ({ rows }: Omit<Read, 'known'>): unknown[] => rows.map(([, date]) => date);

/** Dates from the first, so many days apart, as a vendor writes them. */
const dates = (first: string, count: number, step: number, clock = ''): string[] =>
  Array.from({ length: count }, (_, at) => {
    const time = Date.parse(`${first}T00:00:00Z`) + at * step * 86_400_000;
    return `${new Date(time).toISOString().slice(0, 10)}${clock}`;
  });

describe('a day that is stamped with its time', () => {
  it.each([
    ['2024-12-13T06:00:00Z', '24/7'],
    ['2024-12-13 00:00:00-05:00', '24/7'],
    ['2024-12-13T00:00:00+09:00', '24/7'],
    ['2024-12-13T16:00:00Z', '24/7'],
    ['2024-12-13T00:00:00Z', '24/7\ndayStart: "16:00"'],
    // Days of Greenwich, whose last hours are after 17:00 in New York.
    ['2024-12-12T00:00:00Z', '24/5'],
    ['2024-12-12 00:00:00+00:00', '24/5'],
  ])('%s is refused where days of %s begin at another', async (stamp, calendar) => {
    const { report, rows } = await readRows(daily, calendar, [stamp]);
    expect(rows).toEqual([]);
    expect(report.errors).toMatchObject([
      {
        line: 2,
        field: 'date',
        what: 'the bar begins inside of a day of the calendar',
        expected: expect.stringContaining('dayStart') as string,
        found: expect.stringContaining(stamp) as string,
      },
    ]);
  });

  it.each([
    ['2024-12-13T06:00:00Z', '24/7\ndayStart: "06:00"'],
    ['2024-12-13 00:00:00-05:00', '24/7\ndayStart: "05:00"'],
    ['2024-12-13 00:00:00-05:00', '24/7\ndayStart: 00:00 America/New_York'],
    ['2024-07-12 00:00:00-04:00', '24/7\ndayStart: 00:00 America/New_York'],
    ['2024-12-13 00:00:00+00:00', '24/7'],
    ['2024-12-13T23:59:59.999Z', '24/7'],
    ['2024-12-13 00:00:00', '24/7'],
    ['2024-12-13', '24/7\ndayStart: "16:00"'],
    ['2024-12-13 00:00:00+00:00', '24/5\ndayStart: "00:00"'],
    ['2024-12-12T22:00:00Z', '24/5'],
  ])('%s is a day of %s', async (stamp, calendar) => {
    const { report, rows } = await readRows(daily, calendar, [stamp]);
    expect(report.errors).toEqual([]);
    expect(rows).toHaveLength(1);
    const { from = null, to = '' } = report.files[0]?.times ?? {};
    expect(Date.parse(to) - Date.parse(from ?? '')).toBe(86_400_000);
    const at = Date.parse(stamp.replace(' ', 'T').replace(/^(.{19}|.{10})$/, '$1Z'));
    // Without a time there is nothing to compare.
    if (stamp.length > 19)
      expect([from, to].map((text) => Date.parse(text!))).toContain(Math.ceil(at / 1000) * 1000);
  });

  it('is one of a weekend, which belongs to the next session, as a date does', async () => {
    const calendar = '24/5\ndayStart: "00:00"';
    const stamps = ['2024-12-13T00:00:00Z', '2024-12-15T00:00:00Z', '2024-12-16T00:00:00Z'];
    const { report, rows } = await readRows(daily, calendar, stamps);
    expect(report.errors).toEqual([]);
    expect(datesOf({ report, rows })).toEqual(['2024-12-13', '2024-12-16', '2024-12-16']);
  });

  it('of currencies has the date on which it ends, if it begins at noon or later', async () => {
    const calendar = '24/5\ndayStart: "22:00"';
    const stamps = ['2024-12-12T22:00:00Z', '2024-12-15T22:00:00Z', '2024-12-16T22:00:00Z'];
    const { report, rows } = await readRows(daily, calendar, stamps);
    expect(report.errors).toEqual([]);
    expect(datesOf({ report, rows })).toEqual(['2024-12-13', '2024-12-16', '2024-12-17']);
  });

  it('cannot have sessions of an exchange begin elsewhere', async () => {
    await expect(readRows(daily, 'XNYS\ndayStart: "16:00"', ['2024-12-13'])).rejects.toThrow(
      /dayStart.*sessions of an exchange have their own hours/s,
    );
  });
});

const weekly = 'frequency: weekly, stamp: session, priceBasis: raw';

describe('weeks', () => {
  it('that begin on Thursday are refused, and read where the data set says so', async () => {
    const stamps = dates('2024-01-04', 8, 7);
    const refused = await readRows(weekly, '24/7', stamps);
    expect(refused.rows).toEqual([]);
    expect(refused.report.errors[0]).toMatchObject({
      line: 2,
      what: 'the bar begins inside of a week of the calendar',
      expected: expect.stringContaining('weekStart: Thursday') as string,
    });
    const placed = await readRows(weekly, '24/7\nweekStart: Thursday', stamps);
    expect(placed.report.errors).toEqual([]);
    // Each is named by its last day, at whose end it is known.
    expect(datesOf(placed).slice(0, 2)).toEqual(['2024-01-10', '2024-01-17']);
    expect(placed.report.files[0]?.times).toEqual({
      from: '2024-01-04T00:00:00Z',
      to: '2024-01-11T00:00:00Z',
      endWithSession: 0,
    });
  });
});

it.each([
  ['weekly', 'XNYS', dates('2022-01-13', 20, 7), 'Thursday', '20 of 20 rows'],
  ['weekly', '24/5', dates('2022-01-12', 20, 7), 'Wednesday', '20 of 20 rows'],
  ['monthly', 'XNYS', dates('2022-01-13', 12, 30), 'days inside of them', '12 of 12 rows'],
])(
  '%s bars of a market that never closes are no bars of %s',
  async (frequency, calendar, stamps, day, found) => {
    const keys = `frequency: ${frequency}, stamp: session, priceBasis: raw`;
    const reading = readRows(keys, calendar, stamps);
    await expect(reading).rejects.toThrow(`the ${frequency} bars are stamped on ${day}`);
    await expect(reading).rejects.toThrow(found);
  },
);

it('a week that is not over may be stamped with its last trade', async () => {
  const { report, rows } = await readRows(weekly, 'XNYS', [
    ...dates('2022-01-14', 8, 7),
    '2022-03-09',
  ]);
  expect(report.errors).toEqual([]);
  expect(rows).toHaveLength(9);
});

it('months of thirty days are refused where no day is off', async () => {
  const monthly = 'frequency: monthly, stamp: session, priceBasis: raw';
  const { report } = await readRows(monthly, '24/7', dates('2022-07-14', 8, 30));
  expect(report.errors[0]).toMatchObject({
    line: 2,
    what: 'the bar begins inside of a month of the calendar',
    expected: 'the first or the last day of a month of 24/7 monthly',
    found: '2022-07-14, a Thursday',
  });
  const ends = ['2022-07-31', '2022-08-31', '2022-09-30'];
  expect((await readRows(monthly, '24/7', ends)).report.errors).toEqual([]);
});

describe('rows that are farther apart than their frequency', () => {
  it.each([
    ['daily', 3, 'some days'],
    ['daily', 15, 'half a month'],
    ['daily', 7, 'a week'],
    ['weekly', 15, 'half a month'],
    ['weekly', 91, 'some months'],
    ['monthly', 91, 'some months'],
    ['monthly', 365, 'a year'],
  ])('%s rows, %d days apart', async (frequency, step, apart) => {
    const keys = `frequency: ${frequency}, stamp: session, priceBasis: raw`;
    const isFree = frequency === 'daily' || (frequency === 'weekly' && step % 7 === 0);
    const calendar = isFree ? '24/7' : '24/5';
    await expect(readRows(keys, calendar, dates('2010-01-04', 16, step))).rejects.toThrow(
      `the rows are ${apart} apart`,
    );
  });

  const months = Array.from(
    { length: 12 },
    (_, at) => `2010-${String(at + 1).padStart(2, '0')}-01`,
  );
  it.each([
    ['daily', dates('2010-01-04', 12, 1)],
    ['weekly', dates('2010-01-04', 12, 7)],
    ['monthly', months],
  ])('%s rows as far apart as they are long are read', async (frequency, stamps) => {
    const keys = `frequency: ${frequency}, stamp: session, priceBasis: raw`;
    const { report, rows } = await readRows(keys, '24/7', stamps);
    expect(report.errors).toEqual([]);
    expect(rows).toHaveLength(12);
  });
});

describe('hours of an exchange', () => {
  const hours = 'frequency: intraday, stamp: start, barMinutes: 60, priceBasis: raw';
  const day = ['14:30', '15:30', '16:30', '17:30', '18:30', '19:30', '20:30'];
  const stampsOf = (clocks: readonly string[]): string[] =>
    clocks.map((clock) => `2024-12-13T${clock}:00Z`);

  it('end with the session', async () => {
    const { report, rows } = await readRows(hours, 'XNYS', stampsOf(day));
    expect(report.errors).toEqual([]);
    expect(datesOf({ report, rows }).at(-1)).toBe('2024-12-13T21:00:00Z');
    expect(report.files[0]?.times).toEqual({
      from: '2024-12-13T14:30:00Z',
      to: '2024-12-13T15:30:00Z',
      endWithSession: 1,
    });
  });

  it('are refused where later ones show that they run over the close', async () => {
    await expect(readRows(hours, 'XNYS', stampsOf([...day, '21:30', '22:30']))).rejects.toThrow(
      /p\.csv line 9: bars run over the close of their session.*found A: a bar to 2024-12-13T21:30:00Z/s,
    );
  });

  it('may start again after the close', async () => {
    const { report, rows } = await readRows(hours, 'XNYS', stampsOf([...day, '21:00', '22:00']));
    expect(report.errors).toEqual([]);
    expect(rows).toHaveLength(9);
  });
});

describe('weeks of a market that trades on Sundays', () => {
  const weekly = 'frequency: weekly, stamp: session, priceBasis: raw';
  const fromSunday = 'weekStart: Sunday';

  it.each(['XTAE', 'XSAU'])('%s end on Thursday if they are declared', async (calendar) => {
    for (const first of ['2024-11-03', '2024-11-07']) {
      const declared = `${calendar}\n${fromSunday}`;
      const { report, rows } = await readRows(weekly, declared, dates(first, 6, 7));
      expect(report.errors).toEqual([]);
      expect(datesOf({ report, rows })).toEqual(dates('2024-11-07', 6, 7));
    }
  });

  it('are known on the Sunday after, late, if they are not', async () => {
    const { report, rows } = await readRows(weekly, 'XTAE', dates('2024-11-03', 6, 7));
    expect(datesOf({ report, rows })).toEqual(dates('2024-11-10', 6, 7));
  });

  it.each(['XTAE\nweekStart: Thursday', '24/5\nweekStart: Sunday'])(
    'are not %j',
    async (calendar) => {
      await expect(readRows(weekly, calendar, dates('2024-11-03', 6, 7))).rejects.toThrow(
        'of an exchange it may be Sunday',
      );
    },
  );
});
