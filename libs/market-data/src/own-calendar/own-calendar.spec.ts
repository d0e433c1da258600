/**
 * Tests of calendars of one's own: what their files say, which files are refused, and that their
 * sessions travel.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { tapeHeaderSchema } from '#contracts/scenario/manifest';
import { calendarNameOf, tapeCalendarOf, zoneOfCalendar } from '#contracts/facts/calendar-name';
import { learnCalendars, ownSessionsMax, tablesOf } from '#contracts/facts/own-calendars';
import { formatCivilDate, formatInstant, parseCivilDate, parseInstant } from '#values';
import { calendarOf, calendarReference, referredCalendar } from '../calendar/calendar-of.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import { importDataset } from '../import/import-dataset.js';
import type { OwnCalendar } from '../manifest/dataset-manifest.js';
import { openDataset } from '../open/open-dataset.js';
import { daily, folder, manifestOf } from '../open/vendor-exports.fixture.js';
import { memoryInput } from '../rows/byte-input.js';
import { withOwnCalendars } from './with-own-calendars.js';
import { datasetManifestSchema } from '../manifest/dataset-manifest.js';

const date = (text: string) => parseCivilDate(text)!;
const head = 'session,open,close\n';

/** The calendar of a file with these lines. */
function calendarFrom(text: string, more: Partial<OwnCalendar> = {}): SessionCalendar {
  const own = { file: 'cal/my sessions.csv', sessionsPerYear: 250, ...more };
  const manifest = datasetManifestSchema.parse({ name: 'd', currency: 'USD', calendar: own });
  const files = {
    open: (file: string) => memoryInput(file, new TextEncoder().encode(text)),
    pathOf: () => undefined,
  };
  return calendarOf(withOwnCalendars(manifest, files).calendar);
}

const sessionsOf = (calendar: SessionCalendar): string[] =>
  calendar.sessionsBetween(calendar.firstDate, calendar.lastDate).map((session) => {
    const pause = calendar.breakOf(session);
    const times = [
      calendar.openOf(session),
      ...(pause === undefined ? [] : [pause.from, pause.to]),
      calendar.closeOf(session),
    ];
    const early = calendar.isEarlyClose(session) ? ' early' : '';
    return `${formatCivilDate(session)} ${times.map(formatInstant).join(' ')}${early}`;
  });

describe('a file of sessions', () => {
  it('has clock times of its zone, across its clock changes, and breaks', () => {
    const calendar = calendarFrom(
      'session,open,close,break_start,break_end\n' +
        '2024-03-28,09:00,17:30,12:00,12:30\n2024-03-29,09:00,13:00,,\n' +
        '2024-04-02,09:00:00,17:30,12:00,12:30\r\n2024-04-03,09:00,24:00,,\n',
      { zone: 'Europe/Berlin' },
    );
    expect(sessionsOf(calendar)).toEqual([
      '2024-03-28 2024-03-28T08:00:00Z 2024-03-28T11:00:00Z 2024-03-28T11:30:00Z ' +
        '2024-03-28T16:30:00Z',
      '2024-03-29 2024-03-29T08:00:00Z 2024-03-29T12:00:00Z early',
      '2024-04-02 2024-04-02T07:00:00Z 2024-04-02T10:00:00Z 2024-04-02T10:30:00Z ' +
        '2024-04-02T15:30:00Z',
      '2024-04-03 2024-04-03T07:00:00Z 2024-04-03T22:00:00Z',
    ]);
    expect(calendar.sessionsPerYear).toBe(250);
    expect(zoneOfCalendar(calendar.name)).toBe('Europe/Berlin');
    expect(calendar.closureOf(date('2024-04-01'))).toBeDefined();
    const late = parseInstant('2024-03-29T12:00:01Z')!;
    expect(calendar.sessionClosingAtOrAfter(late)).toBe(date('2024-04-02'));
  });

  it('has instants, which may lie on the day before, and dates of UTC without a zone', () => {
    const calendar = calendarFrom(
      `${head}2024-01-02,2024-01-01T18:00:00-05:00,2024-01-02T17:00:00-05:00\n` +
        '2024-01-03,2024-01-02T23:00:00Z,2024-01-03T22:00Z\n',
    );
    expect(sessionsOf(calendar)).toEqual([
      '2024-01-02 2024-01-01T23:00:00Z 2024-01-02T22:00:00Z',
      '2024-01-03 2024-01-02T23:00:00Z 2024-01-03T22:00:00Z',
    ]);
    expect(zoneOfCalendar(calendar.name)).toBe('UTC');
  });

  it('has no early close where hours only move with a clock change', () => {
    const calendar = calendarFrom(
      `${head}2024-03-08,2024-03-08T14:30Z,2024-03-08T21:00Z\n` +
        '2024-03-11,2024-03-11T13:30Z,2024-03-11T20:00Z\n' +
        '2024-03-12,2024-03-12T13:30Z,2024-03-12T16:00Z\n',
    );
    expect(sessionsOf(calendar).filter((line) => line.endsWith('early'))).toHaveLength(1);
  });

  it('is refused outside of its dates', () => {
    const calendar = calendarFrom(`${head}2024-01-02,09:00,10:00\n2024-01-03,09:00,10:00\n`, {
      zone: 'UTC',
      name: 'lab',
    });
    expect(calendar.name).toMatch(/^own:lab:[0-9a-f]{16}$/);
    expect(() => calendar.isSession(date('2024-01-04'))).toThrow(
      `the calendar ${calendar.name} does not know this date; expected 2024-01-02..2024-01-03; ` +
        'found 2024-01-04',
    );
  });

  it('has the sessions a year that its whole years have', () => {
    const monday = date('2021-12-27');
    const mondays = Array.from({ length: 160 }, (_, week) => monday + 7 * week);
    const lines = mondays.map((day) => `${formatCivilDate(day)},09:00,10:00\n`);
    const text = head + lines.join('');
    const options = { zone: 'UTC', sessionsPerYear: undefined } as const;
    // 2022 has 52, 2023 52, 2024 53 of them.
    expect(calendarFrom(text, options).sessionsPerYear).toBe(52);
    expect(() => calendarFrom(head + lines.slice(0, 40).join(''), options)).toThrow(
      'cal/my sessions.csv: the sessions of a year are not known: the calendar has no whole ' +
        'year; expected sessionsPerYear beside the file in dataset.yaml; found 2021-12-27 to ' +
        '2022-09-26',
    );
  });

  it('has weeks and months', () => {
    const calendar = calendarFrom(
      `${head}2024-01-29,09:00,10:00\n2024-01-31,09:00,10:00\n2024-02-05,09:00,10:00\n`,
      { zone: 'UTC' },
    );
    const weekly = calendarOf(`${calendar.name} weekly` as typeof calendar.name);
    expect(sessionsOf(weekly)).toEqual(
      [
        '2024-01-31 2024-01-29T09:00:00Z 2024-01-31T10:00:00Z early',
        '2024-02-05 2024-02-05T09:00:00Z 2024-02-05T10:00:00Z',
      ].map((line) => line.replace(' early', '')),
    );
    expect(calendarNameOf(tapeCalendarOf(weekly.name))).toBe(weekly.name);
  });
});

describe('a file of sessions is refused for', () => {
  const file = 'cal/my sessions.csv';
  it.each([
    ['', `${file}: the file is empty`],
    [head, `${file}: the calendar has no session`],
    ['session,open\n', `${file} line 1: a column is missing`],
    [
      'session,open,close,break_start\n',
      `${file} line 1: a column is missing; .*found no break_end`,
    ],
    ['session,open,close,note\n', `${file} line 1: the column is unknown; .*found "note"`],
    ['session,open,close,open\n', 'duplicate column'],
    [`${head}2024-01-02,09:00\n`, `${file} line 2: the number of fields`],
    [
      `${head}02.01.2024,09:00,10:00\n`,
      `${file} line 2, session: .*YYYY-MM-DD; found "02.01.2024"`,
    ],
    [`${head}2024-01-02,9:00,10:00\n`, `${file} line 2, open: .*found "9:00"`],
    [`${head}2024-01-02,09:00,\n`, `${file} line 2, close: a value is missing`],
    [`${head}2024-01-02,09:00,24:30\n`, `${file} line 2, close: .*found "24:30"`],
    [`${head}2024-01-02,10:00,09:00\n`, `${file} line 2, close: a session closes after it opens`],
    [`${head}2024-01-02,09:00,09:00\n`, `${file} line 2, close: a session closes after it opens`],
    [
      `${head}2024-01-02,2024-01-02T09:00:30Z,2024-01-02T10:00Z\n`,
      `${file} line 2, open: .*whole minutes`,
    ],
    [
      `${head}2024-01-02,2024-01-05T09:00Z,2024-01-05T10:00Z\n`,
      `${file} line 2, open: the time is far from its session`,
    ],
    [
      `${head}2024-01-02,09:00,10:00\n2024-01-02,11:00,12:00\n`,
      `${file} line 3, session: the session is there twice`,
    ],
    [
      `${head}2024-01-03,09:00,10:00\n2024-01-02,09:00,10:00\n`,
      `${file} line 3, session: sessions must ascend; expected a date after 2024-01-03`,
    ],
    [
      `${head}2024-01-02,09:00,2024-01-03T12:00Z\n2024-01-03,09:00,10:00\n`,
      `${file} line 3, open: the session overlaps the one before`,
    ],
    [
      `${head}2024-01-02,09:00,2024-01-03T12:00Z\n2024-01-04,2024-01-03T12:00Z,10:00\n`,
      `${file} line 3, open: sessions that touch have consecutive dates`,
    ],
    [
      'session,open,close,break_start,break_end\n2024-01-02,09:00,10:00,08:00,09:30\n',
      `${file} line 2, break_start: a break lies inside of its session`,
    ],
    [
      'session,open,close,break_start,break_end\n2024-01-02,09:00,10:00,09:10,\n',
      `${file} line 2, break_end: a break has a start and an end`,
    ],
  ])('%j', (text, message) => {
    expect(() => calendarFrom(text, { zone: 'UTC' })).toThrow(new RegExp(message));
  });

  it('clock times without a zone, and times that its clock shows twice', () => {
    expect(() => calendarFrom(`${head}2024-01-02,09:00,10:00\n`)).toThrow(
      `${file} line 2, open: the zone of a clock time is not known; expected an instant with ` +
        'an offset, or a zone',
    );
    const twice = `${head}2024-11-03,2024-11-03T05:30Z,2024-11-03T20:00Z\n`;
    expect(() => calendarFrom(twice, { zone: 'America/New_York' })).toThrow(
      'shows this time twice',
    );
    expect(sessionsOf(calendarFrom(twice))).toHaveLength(1);
  });

  it('too many sessions', () => {
    const lines = Array.from(
      { length: ownSessionsMax + 1 },
      (_, day) => `${formatCivilDate(day)},09:00,10:00\n`,
    );
    expect(() => calendarFrom(head + lines.join(''), { zone: 'UTC' })).toThrow(
      `the calendar has too many sessions; expected at most ${ownSessionsMax}; found more`,
    );
  });
});

describe('the sessions of a calendar travel', () => {
  const own = calendarFrom(`${head}2024-01-02,09:00,10:00\n2024-01-03,09:00,10:00\n`, {
    zone: 'Asia/Tokyo',
    name: 'far',
  });
  const header = {
    id: 'tape',
    dataset: 'd',
    instruments: [{ symbol: 'A', currency: 'JPY' }],
    ...tapeCalendarOf(own.name),
    ownCalendars: tablesOf([own.name]),
    sessionsPerYear: 250,
    priceBasis: 'raw',
    tradePrice: 'close',
    barFrequency: 'daily',
    synthetic: false,
    dateRule: 'session-close',
  } as const;

  it('in the header of a tape and in a journal, to a process without the file', async () => {
    const reference = calendarReference(own.name)!;
    vi.resetModules();
    const elsewhere = await import('../calendar/calendar-of.js');
    const schemas = await import('#contracts/scenario/manifest');
    expect(() => elsewhere.calendarOf(own.name)).toThrow(
      'the sessions of a calendar of its own are missing',
    );
    const read = schemas.tapeHeaderSchema.parse(JSON.parse(JSON.stringify(header)));
    expect(sessionsOf(elsewhere.calendarOf(calendarNameOf(read as never)))).toEqual(
      sessionsOf(own),
    );
    vi.resetModules();
    const third = await import('../calendar/calendar-of.js');
    expect(sessionsOf(third.referredCalendar(reference))).toEqual(sessionsOf(own));
  });

  it('and are refused if they are not those of the name', () => {
    const table = header.ownCalendars![own.name]!;
    const other = table.replace('09:00', '08:00');
    expect(() => learnCalendars({ [own.name]: other })).toThrow('not those that its name says');
    expect(() => learnCalendars({ [own.name]: 'far|Nowhere|x' })).toThrow('found "far|Nowhere');
    const parsed = tapeHeaderSchema.safeParse({ ...header, ownCalendars: { [own.name]: other } });
    expect(parsed.success).toBe(false);
    const reference = calendarReference(own.name)!;
    for (const wrong of [{ table: other }, { table: undefined }, { hash: '0'.repeat(16) }]) {
      expect(() => referredCalendar({ ...reference, ...wrong })).toThrow(
        'the journal does not have the sessions of the calendar that it names',
      );
    }
  });
});

describe('a data set', () => {
  const out = mkdtempSync(join(tmpdir(), 'tapefold-own-calendar-'));
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  const files = {
    'lab.csv': `${head}2024-01-02,09:00,10:00\n2024-01-04,09:00,10:00\n2024-01-05,09:00,10:00\n`,
    'p.csv':
      'date,symbol,open,high,low,close\n2024-01-02,LAB,1,1,1,1\n2024-01-02,A,2,2,2,2\n' +
      '2024-01-03,A,2,2,2,2\n2024-01-04,LAB,1,1,1,1\n',
  };
  const lab = '{ file: lab.csv, zone: Asia/Tokyo, sessionsPerYear: 200 }';
  const set = (calendars = `calendars: { LAB: ${lab} }`, more: Record<string, string> = {}) =>
    folder({
      'dataset.yaml': manifestOf(`${calendars}\nbars: { file: p.csv, ${daily} }`),
      ...files,
      ...more,
    });

  it('gives a symbol a calendar of its own, and is the same data after an import', async () => {
    const dataset = await openDataset(set());
    expect((await dataset.check()).errors).toEqual([]);
    expect((await dataset.check()).warnings).toEqual([]);
    const { name } = dataset.calendarOf('LAB');
    expect(name).toMatch(/^own:lab:/);
    const to = join(out, 'imported');
    await importDataset(set(), to);
    const again = await openDataset(to);
    expect(again.calendarOf('LAB').name).toBe(name);
    expect(readFileSync(join(to, 'calendar-lab.csv'), 'utf8')).toContain(
      '2024-01-04,2024-01-04T00:00:00Z,2024-01-04T01:00:00Z\n',
    );
  });

  it('is another one if a session is', async () => {
    const other = { 'lab.csv': files['lab.csv'].replace('05,09', '05,08') };
    const hashes = await Promise.all(
      [set(), set(), set(undefined, other)].map(async (path) =>
        (await openDataset(path)).contentHash(),
      ),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it.each([
    [`calendars: { LAB: { file: gone.csv } }`, 'gone.csv: no such file'],
    [`calendars: { LAB: { file: ../lab.csv } }`, 'expected a path inside the folder'],
    [`calendars: { LAB: { file: lab.csv, zone: Mars } }`, 'expected UTC, a zone'],
    [`calendars: { LAB: { file: lab.csv, name: a b } }`, 'expected at most 40 letters'],
    [`calendars: { LAB: { file: lab.csv, days: 3 } }`, 'unknown key "days"'],
    [`calendars: { LAB: 'own:lab' }`, 'expected a calendar, such as XNYS'],
  ])('is refused for %s', async (calendars, message) => {
    await expect(openDataset(set(calendars))).rejects.toThrow(message);
  });
});
