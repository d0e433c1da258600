/** Tests of the calendars that a new data set gives to files of different markets. */

import { describe, expect, it } from 'vitest';
import { init } from './init-dataset.fixture.js';

const dayMs = 86_400_000;
/** Days from Tuesday, 2 January 2024. */
const days = (count: number, isOpen = (_: number): boolean => true, clock = ''): string[] =>
  Array.from({ length: count }, (_, at) => Date.parse('2024-01-02T00:00:00Z') + at * dayMs)
    .filter(isOpen)
    .map((at) => `${new Date(at).toISOString().slice(0, 10)}${clock}`);
/** Mondays to Fridays but the holidays of these months. */
const isSession = (at: number): boolean =>
  new Date(at).getUTCDay() % 6 !== 0 &&
  !['2024-01-15', '2024-02-19', '2024-03-29'].includes(new Date(at).toISOString().slice(0, 10));
const isWeekday = (at: number): boolean => new Date(at).getUTCDay() % 6 !== 0;
const csv = (times: readonly string[]): string =>
  ['Date,Open,High,Low,Close', ...times.map((time) => `${time},1,1,1,1`)].join('\n') + '\n';

/** Rows of several symbols in one file, by time. */
const long = (symbols: Readonly<Record<string, readonly string[]>>): string => {
  const rows = Object.entries(symbols).flatMap(([symbol, times]) =>
    times.map((time) => `${time},${symbol},1,1,1,1`),
  );
  return ['Date,Symbol,Open,High,Low,Close', ...rows.toSorted()].join('\n') + '\n';
};

const share = csv(days(88, isSession));
const coin = csv(days(88));
const pair = csv(days(88, isWeekday));

describe('files of different markets', () => {
  it.each([
    [{ 'AAPL.csv': share, 'BTC-USD.csv': coin }, 'XNYS', '{ BTC-USD: 24/7 }'],
    [{ 'BTC-USD.csv': coin, 'AAPL.csv': share }, '24/7', '{ AAPL: XNYS }'],
    [
      { 'AAPL.csv': share, 'EURUSD.csv': pair, 'BTC-USD.csv': coin, 'ETH-USD.csv': coin },
      'XNYS',
      '{ EURUSD: 24/5, BTC-USD: 24/7, ETH-USD: 24/7 }',
    ],
    [
      { 'AAPL.csv': share, 'BTC-USD.csv': csv(days(88, undefined, 'T05:00:00Z')) },
      'XNYS',
      '{ BTC-USD: 24/7 from 05:00 }',
    ],
    [
      { 'all.csv': long({ AAPL: days(88, isSession), 'BTC-USD': days(88) }) },
      '24/7',
      '{ AAPL: XNYS }',
    ],
    [
      // One coin among many shares.
      {
        'all.csv': long({
          ...Object.fromEntries(
            Array.from({ length: 30 }, (_, at) => [`S${at}`, days(88, isSession)] as const),
          ),
          COIN: days(88),
        }),
      },
      'XNYS',
      '{ COIN: 24/7 }',
    ],
    [
      { 'all.csv': long({ AAPL: days(88, isSession), EURUSD: days(88, isWeekday) }) },
      '24/5',
      '{ AAPL: XNYS }',
    ],
  ])('have calendars each: %#', async (files, calendar, calendars) => {
    const { manifest, report } = await init(files);
    expect(manifest).toContain(`\ncalendar: ${calendar} #`);
    expect(manifest).toContain(`\ncalendars: ${calendars} #`);
    expect(report.errors).toEqual([]);
    expect(report.gaps).toEqual([]);
    const warned = report.warnings.map(({ what }) => what);
    expect(warned).not.toContain('the date of the row is not a session');
  });

  it('of one market need none, nor do those that are declared', async () => {
    const { manifest } = await init({ 'AAPL.csv': share, 'MSFT.csv': share });
    expect(manifest).not.toContain('calendars');
    const declared = await init({ 'AAPL.csv': share, 'BTC-USD.csv': coin }, { calendar: '24/7' });
    expect(declared.manifest).toMatch(/^calendar: 24\/7/m);
    expect(declared.manifest).not.toContain('calendars');
  });

  it('of one market need none in one file, whatever single rows are wrong', async () => {
    const wrong = [...days(88, isSession), '2024-01-13'];
    const { manifest } = await init({
      'all.csv': long({ AAPL: wrong, MSFT: days(88, isSession) }),
    });
    expect(manifest).toContain('\ncalendar: XNYS #');
    expect(manifest).not.toContain('calendars');
  });

  it('say which symbols are of which', async () => {
    const { report } = await init({ 'AAPL.csv': share, 'BTC-USD.csv': coin });
    expect(report.files.map(({ calendars }) => calendars)).toMatchObject([
      [{ calendar: 'XNYS', symbols: ['AAPL'], from: '2024-01-02T14:30:00Z' }],
      [{ calendar: '24/7', symbols: ['BTC-USD'], from: '2024-01-02T00:00:00Z' }],
    ]);
  });
});
