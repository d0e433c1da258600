/** Tests of where days and weeks of price files begin, as a new data set declares it. */

import { describe, expect, it } from 'vitest';
import { init } from './init-dataset.fixture.js';

const dayMs = 86_400_000;
const instants = (first: string, count: number, days: number): number[] =>
  Array.from({ length: count }, (_, at) => Date.parse(first) + at * days * dayMs);

/** A file of bars with these times as they are written. */
const csv = (times: readonly (string | number)[]): string =>
  ['Date,Open,High,Low,Close', ...times.map((time) => `${time},1,1,1,1`)].join('\n') + '\n';

const iso = (at: number): string => new Date(at).toISOString().replace('.000', '');
/** New York's midnights, with the offsets of winter and summer as they are in force. */
const newYork = (first: string, count: number): string[] =>
  instants(`${first}T00:00:00Z`, count, 1).map((at) => {
    const date = new Date(at).toISOString().slice(0, 10);
    return `${date} 00:00:00-0${date > '2024-03-10' && date <= '2024-11-03' ? 4 : 5}:00`;
  });

describe('days', () => {
  it.each([
    ['05:00', instants('2024-01-01T05:00:00Z', 30, 1).map(iso)],
    ['06:00', instants('2024-01-01T06:00:00Z', 30, 1).map(iso)],
    ['16:00', instants('2024-01-01T16:00:00Z', 30, 1)],
    ['00:00 America/New_York', newYork('2024-02-20', 60)],
  ])('begin at %s', async (start, times) => {
    const { manifest, report, rows } = await init({ 'BTC-USD.csv': csv(times) });
    expect(/^dayStart: "?([^"#\n]+?)"?(?: #.*)?$/m.exec(manifest)?.[1]).toBe(start);
    expect(report.errors).toEqual([]);
    expect(rows).toHaveLength(times.length);
  });

  it.each([
    ['in UTC', instants('2024-01-01T00:00:00Z', 30, 1)],
    ['as dates', instants('2024-01-01T00:00:00Z', 30, 1).map((at) => iso(at).slice(0, 10))],
    ['by their last moment', instants('2024-01-01T23:59:59.999Z', 30, 1)],
  ])('of the calendar need no declaration: %s', async (_, times) => {
    const { manifest, report, rows } = await init({ 'BTC-USD.csv': csv(times) });
    expect(manifest).not.toContain('dayStart');
    expect(report.errors).toEqual([]);
    expect(rows).toHaveLength(30);
  });

  it('of currencies begin at 17:00 in New York, or at a midnight that is written', async () => {
    const isOpen = (at: number): boolean => new Date(at).getUTCDay() % 6 !== 0;
    const greenwich = instants('2024-01-01T00:00:00Z', 40, 1).filter(isOpen);
    const { manifest, report } = await init({ 'EURUSD.csv': csv(greenwich) });
    expect(manifest).toMatch(/^dayStart: "?00:00/m);
    expect(report.errors).toEqual([]);
    const broker = greenwich.map((at) => iso(at - 2 * 3_600_000));
    const ofBroker = await init({ 'EURUSD.csv': csv(broker) });
    expect(ofBroker.manifest).not.toContain('dayStart');
    expect(ofBroker.report.errors).toEqual([]);
  });

  it.each([
    ['as a count', (at: number) => `${at}000000`],
    ['as times', (at: number) => `${iso(at).slice(0, -1)}.000000000Z`],
    ['without the offset', (at: number) => iso(at).slice(0, -1).replace('T', ' ')],
    ['as dates', (at: number) => iso(at).slice(0, 10)],
  ])('of Databento are those of UTC, and known when they have ended: %s', async (_, stampOf) => {
    const isOpen = (at: number): boolean => new Date(at).getUTCDay() % 6 !== 0;
    const starts = instants('2024-01-02T00:00:00Z', 90, 1).filter(isOpen);
    const rows = starts.map((at) => `${stampOf(at)},35,2,30,1,1,1,1,5,AAPL`);
    const file =
      'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol\n' +
      `${rows.join('\n')}\n`;
    const { manifest, known, report } = await init({ 'd.ohlcv-1d.csv': file });
    expect(manifest).toMatch(/^calendar: 24\/5 # guessed from the header, .* Databento/m);
    expect(manifest).toMatch(/^dayStart: "?00:00/m);
    expect(report.errors).toEqual([]);
    expect(known).toEqual(starts.map((at) => at + dayMs));
  });

  it('of Databento stay those of UTC in a file that joins those of months', async () => {
    const holidays = ['2024-01-15', '2024-02-19', '2024-03-29'];
    const isOpen = (at: number): boolean =>
      new Date(at).getUTCDay() % 6 !== 0 && !holidays.includes(iso(at).slice(0, 10));
    const starts = instants('2024-01-02T00:00:00Z', 80, 1).filter(isOpen);
    const rowsOf = (month: string): string =>
      starts
        .filter((at) => iso(at).startsWith(month))
        .map((at) => `${at}000000,35,2,32,1000000000,1000000000,1000000000,1000000000,5,AAPL\n`)
        .join('');
    const head = 'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol\n';
    const months = ['2024-01', '2024-02', '2024-03'];
    const files = Object.fromEntries(months.map((one) => [`${one}.csv`, head + rowsOf(one)]));
    const { manifest, known, rows } = await init(files);
    expect(manifest).toMatch(/^dayStart: "?00:00/m);
    expect(known).toEqual(starts.map((at) => at + dayMs));
    expect(rows[0]?.[2]).toBe(1);
  });

  it('of Databento are refused with the calendar of an exchange, which closes before they end', async () => {
    const file =
      'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol\n' +
      '2024-01-02T00:00:00Z,35,2,30,1,1,1,1,5,AAPL\n';
    await expect(init({ 'd.csv': file }, { calendar: 'XNYS' })).rejects.toThrow(
      /d\.csv: the daily bars end at midnight UTC.*--calendar 24\/5.*found --calendar XNYS/,
    );
    const minutes = file.replace(',35,', ',33,');
    const { manifest } = await init({ 'm.csv': minutes }, { calendar: 'XNYS' });
    expect(manifest).toContain('barMinutes: 1');
  });

  it('of currencies with dates that are Sundays are those of Greenwich', async () => {
    const dates = instants('2024-01-01T00:00:00Z', 40, 1)
      .filter((at) => new Date(at).getUTCDay() !== 6)
      .map((at) => iso(at).slice(0, 10));
    const { manifest, report } = await init({ 'EURUSD.csv': csv(dates) });
    expect(manifest).toMatch(/^calendar: 24\/5/m);
    expect(manifest).toMatch(/^dayStart: "?00:00/m);
    expect(report.errors).toEqual([]);
    // From 17:00 in New York it would be known at 22:00 UTC, two hours before its end.
    expect(report.files[0]?.times?.to).toBe('2024-01-02T00:00:00Z');
    const weekdays = dates.filter((date) => new Date(date).getUTCDay() !== 0);
    expect((await init({ 'EURUSD.csv': csv(weekdays) })).manifest).not.toContain('dayStart');
  });

  it('of a declared exchange are its sessions, whatever their times are', async () => {
    const days = instants('2024-01-02T00:00:00Z', 40, 1).map((at) => iso(at).slice(0, 10));
    const sessions = days.filter((day) => new Date(day).getUTCDay() % 6 !== 0);
    const times = sessions.map((day) => `${day} 00:00:00+01:00`);
    const { manifest, rows } = await init({ 'SAP.csv': csv(times) }, { calendar: 'XFRA' });
    expect(manifest).not.toContain('dayStart');
    expect(rows[0]?.[1]).toBe('2024-01-02');
    expect(rows).toHaveLength(sessions.length);
  });

  it('that begin at different times in two files are refused', async () => {
    const files = {
      'BTC-USD.csv': csv(instants('2024-01-01T00:00:00Z', 30, 1).map(iso)),
      'ETH-USD.csv': csv(instants('2024-01-01T05:00:00Z', 30, 1).map(iso)),
    };
    await expect(init(files)).rejects.toThrow(
      'ETH-USD.csv: days of the files begin at different times; ' +
        'expected those of the calendar, as in BTC-USD.csv; use a data set for each, or hours; ' +
        'found from 05:00',
    );
  });

  it('begin as those of the bars do beside trades, which have none', async () => {
    const times = instants('2024-01-01T05:00:00Z', 30, 1).map(iso);
    // One each seven minutes.
    const trades = instants('2024-01-01T10:00:00Z', 300, 7 / 1440).map(
      (time, at) => `BTC-USD,${iso(time)},1,1,${at}`,
    );
    const { manifest, report } = await init({
      'BTC-USD.csv': csv(times),
      'trades.csv': `symbol,timestamp,price,size,id\n${trades.join('\n')}\n`,
    });
    expect(manifest).toMatch(/^dayStart: "?05:00/m);
    expect(manifest).toMatch(/^trades:/m);
    expect(report.errors).toEqual([]);
  });

  it('that change within a file are not guessed, and refused', async () => {
    const times = [
      ...instants('2024-01-01T00:00:00Z', 20, 1),
      ...instants('2024-01-21T05:00:00Z', 20, 1),
    ].map(iso);
    const { manifest, report } = await init({ 'BTC-USD.csv': csv(times) });
    expect(manifest).not.toContain('dayStart');
    expect(report.counts).toMatchObject([
      { what: 'the bar begins inside of a day of the calendar', count: 20 },
    ]);
  });
});

describe('weeks of a market that never closes', () => {
  it.each([
    ['Thursday', '2024-01-04'],
    ['Sunday', '2024-01-07'],
  ])('begin on %s', async (weekday, first) => {
    const times = instants(`${first}T00:00:00Z`, 20, 7).map((at) => at / 1000);
    const { manifest, report, rows } = await init({ 'BTC-USD.csv': csv(times) });
    expect(manifest).toMatch(new RegExp(`^weekStart: ${weekday} `, 'm'));
    expect(report.errors).toEqual([]);
    expect(rows).toHaveLength(20);
  });

  it('begin on Thursday whatever the name of the file says', async () => {
    const times = instants('2022-01-13T00:00:00Z', 20, 7).map((at) => at / 1000);
    const { manifest, report } = await init({ 'KUCOIN_BTC-USDT_1week.csv': csv(times) });
    expect(manifest).toMatch(/^calendar: 24\/7 /m);
    expect(manifest).toMatch(/^weekStart: Thursday /m);
    expect(report.errors).toEqual([]);
  });

  it('begin on Monday without a declaration', async () => {
    const times = instants('2024-01-01T00:00:00Z', 20, 7).map((at) => at / 1000);
    const { manifest, report } = await init({ 'BTC-USD.csv': csv(times) });
    expect(manifest).not.toContain('weekStart');
    expect(report.errors).toEqual([]);
  });
});

it('weeks of a share may be stamped on the holidays of a year', async () => {
  // Six of the Mondays of 2022 are holidays in New York.
  const mondays = instants('2022-01-03T00:00:00Z', 52, 7).map((at) => iso(at).slice(0, 10));
  const { manifest, report } = await init({ 'AAPL.csv': csv(mondays) });
  expect(manifest).toMatch(/^calendar: XNYS /m);
  expect(report.files[0]?.times).toMatchObject({
    from: '2022-01-03T14:30:00Z',
    to: '2022-01-07T21:00:00Z',
  });
  expect((await init({ 'EURUSD.csv': csv(mondays) })).manifest).toMatch(/^calendar: 24\/5/m);
});
