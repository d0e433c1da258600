/**
 * Tests of what times tell: which of two date formats is meant, and in which zone clock times are.
 */

import { describe, expect, it } from 'vitest';
import { init } from './init-dataset.fixture.js';
import type { InitOptions } from './init-dataset.js';

const head = 'Date,Open,High,Low,Close\n';

/** Dates with these steps, by the last of `steps` from then on. */
function monthsFrom(year: number, count: number, months = 1): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, index * months, 1)).toISOString().slice(0, 10),
  );
}
function daysFrom(first: string, count: number, step = 1): string[] {
  const all: string[] = [];
  for (let at = Date.parse(first); all.length < count; at += step * 86_400_000) {
    const day = new Date(at);
    if (step > 1 || (day.getUTCDay() + 6) % 7 < 5) all.push(day.toISOString().slice(0, 10));
  }
  return all;
}

const formats: Record<string, (year: string, month: string, day: string) => string> = {
  'DD/MM/YYYY': (year, month, day) => `${day}/${month}/${year}`,
  'MM/DD/YYYY': (year, month, day) => `${month}/${day}/${year}`,
  'DD-MM-YYYY': (year, month, day) => `${day}-${month}-${year}`,
  'MM-DD-YYYY': (year, month, day) => `${month}-${day}-${year}`,
  'DD/MM/YY': (year, month, day) => `${day}/${month}/${year.slice(2)}`,
  'MM/DD/YY': (year, month, day) => `${month}/${day}/${year.slice(2)}`,
  'DD-MM-YY': (year, month, day) => `${day}-${month}-${year.slice(2)}`,
  'MM-DD-YY': (year, month, day) => `${month}-${day}-${year.slice(2)}`,
};

function dated(dates: readonly string[], format: string): string {
  const write = formats[format]!;
  return dates
    .map((iso) => `${write(...(iso.split('-') as [string, string, string]))},1,1,1,1\n`)
    .join('');
}

/** The guessed format and frequency of a file. */
async function guessed(text: string, name = 'FTSE', options: InitOptions = {}) {
  const { manifest, rows } = await init({ [`${name}.csv`]: head + text }, options);
  return {
    dates: /dates: (\S+)/.exec(manifest)?.[1],
    frequency: /frequency: (\S+)/.exec(manifest)?.[1],
    count: rows.length,
  };
}

describe('dates whose days and months may be exchanged', () => {
  it.each(Object.keys(formats))('%s: months, over years and within one', async (format) => {
    for (const count of [7, 12, 25, 60]) {
      const expected = { dates: format, frequency: 'monthly', count };
      expect(await guessed(dated(monthsFrom(2020, count), format))).toEqual(expected);
    }
  });

  it.each(Object.keys(formats))('%s: the first days of a month', async (format) => {
    const found = await guessed(dated(daysFrom('2024-02-01', 8), format));
    expect(found).toEqual({ dates: format, frequency: 'daily', count: 8 });
  });

  it.each(Object.keys(formats))('%s: weeks in one month, newest first', async (format) => {
    const weeks = daysFrom('2024-04-05', 2, 7).toReversed();
    const found = await guessed(dated(weeks, format));
    expect(found).toEqual({ dates: format, frequency: 'weekly', count: 2 });
  });

  it('are months of a market that never closes', async () => {
    const found = await guessed(dated(monthsFrom(2020, 24), 'DD/MM/YYYY'), 'BTC-USD');
    expect(found).toMatchObject({ dates: 'DD/MM/YYYY', frequency: 'monthly' });
  });

  it('are refused if both are as regular, until one is declared', async () => {
    const days = dated(['2024-01-02', '2024-01-03', '2024-01-04'], 'MM/DD/YYYY');
    await expect(guessed(days)).rejects.toThrow(
      new RegExp(
        'FTSE\\.csv: the dates can be read in two ways.*expected dates: MM/DD/YYYY or ' +
          'dates: DD/MM/YYYY, declared with --dates; found dates such as .*01/02/2024',
        's',
      ),
    );
    expect(await guessed(days, 'FTSE', { dates: 'MM/DD/YYYY' })).toMatchObject({
      frequency: 'daily',
    });
    expect(await guessed(days, 'FTSE', { dates: 'DD/MM/YYYY' })).toMatchObject({
      frequency: 'monthly',
    });
    const coin = dated(monthsFrom(2024, 12), 'DD/MM/YYYY');
    await expect(guessed(coin, 'BTC-USD')).rejects.toThrow(/in two ways/);
  });

  it('are refused by a declared format that does not fit, or is none', async () => {
    const text = dated(daysFrom('2024-02-01', 20), 'MM/DD/YYYY');
    await expect(guessed(text, 'X', { dates: 'YYYY-MM-DD' })).rejects.toThrow(
      /X\.csv line 2.*expected YYYY-MM-DD; found .*02\/01\/2024/s,
    );
    await expect(guessed(text, 'X', { dates: 'day first' })).rejects.toThrow(/--dates/);
  });
});

/** Bars of sessions, by clocks that are this many hours ahead of New York. */
function session(
  dates: readonly string[],
  ahead: number,
  { minutes = 5, from = 570, to = 960, isEnd = false } = {},
): string {
  const lines: string[] = [];
  for (const date of dates) {
    for (let at = from; at < to; at += minutes) {
      const stamp = (isEnd ? Math.min(at + minutes, to) : at) + ahead * 60;
      const clock = new Date(Date.parse(`${date}T00:00:00Z`) + stamp * 60_000);
      lines.push(`${clock.toISOString().slice(0, 19).replace('T', ' ')},1,1,1,1\n`);
    }
  }
  return lines.join('');
}

describe('clock times of a declared exchange', () => {
  const zoneOf = async (text: string, options: InitOptions) => {
    const { manifest, rows } = await init({ 'SAP.csv': `${head}${text}` }, options);
    const [, zone = 'UTC'] = /timestampZone: (\S+)/.exec(manifest) ?? [];
    return { zone, first: rows[0]?.[1], last: rows.at(-1)?.[1] };
  };
  const winter = daysFrom('2024-12-02', 10);
  const summer = daysFrom('2024-06-03', 10);
  const frankfurt = { minutes: 30, from: 540, to: 1050 };
  const isXfra = { calendar: 'XFRA' };

  it('are in its own time, over a clock change too, or in UTC', async () => {
    const local = session(summer, 0, frankfurt) + session(winter, 0, frankfurt);
    expect(await zoneOf(local, isXfra)).toEqual({
      zone: 'Europe/Berlin',
      first: '2024-06-03T07:30:00Z',
      last: '2024-12-13T16:30:00Z',
    });
    const utc = session(winter, -1, frankfurt);
    expect(await zoneOf(utc, isXfra)).toMatchObject({ zone: 'UTC', first: '2024-12-02T08:30:00Z' });
  });

  it('may have a break', async () => {
    const tokyo = (day: string): string =>
      session([day], 0, { minutes: 30, from: 540, to: 690 }) +
      session([day], 0, { minutes: 30, from: 750, to: 930 });
    const text = winter.map(tokyo).join('');
    expect(await zoneOf(text, { calendar: 'XTKS' })).toEqual({
      zone: 'Asia/Tokyo',
      first: '2024-12-02T00:30:00Z',
      last: '2024-12-13T06:30:00Z',
    });
  });

  it('of another zone are refused, by name of the zone that fits', async () => {
    const text = session(summer, -6, frankfurt) + session(winter, -6, frankfurt);
    await expect(zoneOf(text, isXfra)).rejects.toThrow(
      /expected 09:00 to 17:30 in Berlin time or in UTC.*America\/New_York, which fits\).*03:00 to 11:30/s,
    );
  });

  it('are asked for by its name', async () => {
    await expect(zoneOf(session(winter, 0), { calendar: 'FRANKFURT' })).rejects.toThrow(
      /calendar.*expected XNYS, 24\/5, 24\/7, or the MIC of another exchange/s,
    );
  });
});

describe('clock times of New York sessions', () => {
  const winter = daysFrom('2024-12-02', 10);
  const summer = daysFrom('2024-06-03', 10);
  const zoneOf = async (text: string, options: InitOptions = {}, name = 'AAPL') => {
    const { manifest, rows } = await init({ [`${name}.csv`]: `${head}${text}` }, options);
    const [, zone = 'UTC'] = /timestampZone: (\S+)/.exec(manifest) ?? [];
    return { zone, calendar: /calendar: (\S+)/.exec(manifest)?.[1], first: rows[0]?.[1] };
  };

  it.each([1, 5, 15, 30, 60, 65])(
    'bars of %i minutes are in New York time or in UTC',
    async (minutes) => {
      for (const isEnd of [false, true]) {
        const shape = { minutes, isEnd };
        const local = session(winter, 0, shape);
        const utc = session(winter, 5, shape);
        const close = `2024-12-02T${String(14 + Math.floor((30 + minutes) / 60))}`;
        const expected = { calendar: 'XNYS', first: expect.stringContaining(close) };
        expect(await zoneOf(local)).toEqual({ ...expected, zone: 'America/New_York' });
        expect(await zoneOf(utc)).toEqual({ ...expected, zone: 'UTC' });
      }
      expect(await zoneOf(session(summer, 4, { minutes }))).toMatchObject({ zone: 'UTC' });
    },
  );

  it('may have hours before and after, an early close, and sessions in parts', async () => {
    const wide = session(winter, 0, { from: 240, to: 1200 });
    const half =
      session(['2024-11-27'], 0) +
      session(['2024-11-29'], 0, { to: 780 }) +
      session(['2024-12-02'], 0);
    const cut = session(['2024-12-02'], 0, { from: 700 }) + session(['2024-12-03'], 0, { to: 700 });
    for (const text of [wide, half, cut, session(['2024-12-02'], 0, { to: 600 })]) {
      expect(await zoneOf(text)).toMatchObject({ zone: 'America/New_York', calendar: 'XNYS' });
    }
  });

  it('stay in New York time beside rows on holidays', async () => {
    const text = session(daysFrom('2024-12-16', 12), 0);
    const found = await zoneOf(text);
    expect(found).toMatchObject({ zone: 'America/New_York', calendar: '24/5' });
  });

  it.each([
    ['Chicago', -1, '-06:00', '08:30 to 15:00'],
    ['Denver', -2, '-07:00', '07:30 to 14:00'],
    ['Los Angeles', -3, '-08:00', '06:30 to 13:00'],
    ['Warsaw', 6, '+01:00', '15:30 to 22:00'],
    ['Kolkata', 10.5, '+05:30', '20:00 to 02:30'],
    ['Tokyo', 14, '+09:00', '23:30 to 06:00'],
    ['Sydney', 16, '+11:00', '01:30 to 08:00'],
  ])(
    'of %s are refused with the hours found and the offset that fits',
    async (_, ahead, zone, found) => {
      for (const minutes of [1, 5, 30]) {
        const text = session(winter, ahead, { minutes });
        await expect(zoneOf(text)).rejects.toThrow(
          new RegExp(
            `AAPL\\.csv: the zone .*expected 09:30 to 16:00.*timestampZone \\(--timestamp-zone ` +
              `\\${zone}( or \\S+)?, which fits\\).*found ${found}$`,
            's',
          ),
        );
        const declared = await zoneOf(text, { timestampZone: zone });
        expect(declared).toMatchObject({ calendar: 'XNYS' });
        expect(declared.first).toBe(
          new Date(Date.parse('2024-12-02T14:30:00Z') + minutes * 60_000)
            .toISOString()
            .replace('.000', ''),
        );
      }
    },
  );

  it('of London and Chicago are refused over a summer and a winter, by name of the zone', async () => {
    await expect(zoneOf(session(summer, 5) + session(winter, 5))).rejects.toThrow(
      /--timestamp-zone Europe\/London, which fits\).*found 14:30 to 21:00/s,
    );
    const text = session(summer, -1) + session(winter, -1);
    await expect(zoneOf(text)).rejects.toThrow(/--timestamp-zone America\/Chicago, which fits\)/);
    const declared = await zoneOf(text, { timestampZone: 'America/Chicago' });
    expect(declared).toEqual({
      zone: 'America/Chicago',
      calendar: 'XNYS',
      first: '2024-06-03T13:35:00Z',
    });
  });

  it('of nowhere are refused by name of no zone', async () => {
    await expect(zoneOf(session(summer, 5) + session(winter, 7))).rejects.toThrow(
      /--timestamp-zone such as -06:00\).*found 14:30 to 23:00/s,
    );
  });

  it('are not asked of pairs, coins, declared calendars and markets that hardly close', async () => {
    const text = session(winter, -1);
    expect(await zoneOf(text, {}, 'EURUSD')).toMatchObject({ zone: 'UTC', calendar: '24/5' });
    expect(await zoneOf(text, {}, 'SOL-EUR')).toMatchObject({ zone: 'UTC', calendar: '24/7' });
    const declared = await zoneOf(text, { calendar: '24/5' });
    expect(declared).toMatchObject({ zone: 'UTC', calendar: '24/5' });
    const nearly = session(winter, 0, { from: 0, to: 1380 });
    expect(await zoneOf(nearly, {}, 'ES')).toMatchObject({ calendar: '24/5' });
  });

  it('are refused in a zone that does not exist', async () => {
    await expect(zoneOf(session(winter, 0), { timestampZone: 'Mars/Base' })).rejects.toThrow(
      /--timestamp-zone.*expected UTC, a zone of the tz database such as Europe\/Berlin, or an offset such as -06:00/s,
    );
  });
});

describe('full hours of New York, which opens at half past', () => {
  /** 14:00 in winter is 09:00 in New York. */
  const hours = (from: number, to: number): string =>
    daysFrom('2024-01-08', 5)
      .flatMap((date) => {
        const all = Array.from({ length: to - from + 1 }, (_, more) => from + more);
        return all.map((hour) => `${date} ${String(hour).padStart(2, '0')}:00:00+00:00,1,1,1,1\n`);
      })
      .join('');

  it.each([
    ['with hours before and after', 13, 22],
    ['from the hour of the open', 14, 21],
    ['cut at the open and the close', 15, 21],
  ])('%s may begin at the close: known as late as starts', async (_, from, to) => {
    const { manifest, rows } = await init({ 'AAPL.csv': `${head}${hours(from, to)}` });
    expect(manifest).toContain('stamp: start # guessed from nothing: if they are ends, write end');
    // That from 15:00 to 16:00 New York.
    expect(rows[20 - from]?.[1]).toBe('2024-01-08T21:00:00Z');
  });

  it('are ends if the bars begin at the open', async () => {
    const text = session(daysFrom('2024-01-08', 5), 0, { minutes: 60, isEnd: true });
    const { manifest, rows } = await init({ 'AAPL.csv': `${head}${text}` });
    expect(manifest).toContain('stamp: end');
    expect(rows.slice(5, 7).map((row) => row[1])).toEqual([
      '2024-01-08T20:30:00Z',
      '2024-01-08T21:00:00Z',
    ]);
  });
});
