/**
 * Days, opens and closes of every calendar at its edges, when facts are known by it, and where bars
 * of every kind lie in it. `npx vitest run libs/market-data/src/calendar/calendar-days.spec.ts
 * --update` writes the files again.
 */

import { expect, it } from 'vitest';
import {
  formatCivilDate,
  formatInstant,
  microsPerMinute,
  parseCivilDate,
  parseInstant,
  type CivilDate,
} from '#values';
import type { CalendarName } from '#contracts/facts/calendar-name';
import { outcomeText } from '#values/outcome-text.fixture';
import { barTimes } from '../bars/bar-times.js';
import { calendarOf, calendarOfYear } from './calendar-of.js';
import { knowledgeTimes, knowledgeTimeOfTask, midnightDate } from './knowledge-time.js';
import { endsOfWeeks, sessionOfStamp } from './periodic.js';
import { lastOpen } from './session-calendar.js';

const names: readonly CalendarName[] = [
  'XNYS',
  'XTKS',
  '24/5',
  '24/7',
  'XNYS weekly',
  '24/5 weekly',
  '24/7 weekly',
  'XNYS monthly',
  '24/5 monthly',
  '24/7 monthly',
  '24/7 weekly from Thursday',
  '24/7 from 16:00',
  '24/7 from 00:00 America/New_York',
  '24/7 from 05:00 -05:00',
  '24/5 from 11:59',
  '24/5 from 12:00',
  '24/5 from 17:00 UTC',
] as const;
const dates =
  '1989-12-31|1990-01-01|1990-01-02|2024-03-08|2024-03-09|2024-03-10|2024-03-11|' +
  '2024-03-28|2024-03-29|2024-05-31|2024-06-01|' +
  '2024-06-30|2024-07-03|2024-07-04|2024-11-01|2024-11-03|2024-11-04|2024-11-28|' +
  '2024-11-29|2024-12-31|2025-01-09|2040-12-28|2040-12-31|2041-01-01';
const days = dates.split('|').map((text) => parseCivilDate(text)!);
const clocks = [
  '00:00',
  '04:00',
  '05:00',
  '09:30',
  '13:59',
  '14:30',
  '16:00',
  '17:00',
  '20:59:59.999999',
  '21:00',
  '22:00',
  '23:59',
];
const instants = ['2024-03-08', '2024-07-03', '2024-11-03', '2024-11-29']
  .flatMap((day) => clocks.map((clock) => `${day}T${clock}${clock.length > 5 ? '' : ':00'}Z`))
  .map((text) => parseInstant(text, null)!);

const told = (get: () => unknown): string =>
  outcomeText(get, (value) => (value === undefined ? '-' : String(value)));
const day = (get: () => CivilDate | null | undefined) => () => {
  const date = get();
  return date === undefined || date === null ? date : formatCivilDate(date);
};
const at = (get: () => number | null | undefined) => () => {
  const instant = get();
  return instant === undefined || instant === null ? instant : formatInstant(instant);
};

it('New York closes on these days', async () => {
  const calendar = calendarOf('XNYS');
  const { firstDate, lastDate } = calendar;
  const all = Array.from({ length: lastDate - firstDate + 1 }, (_, more) => firstDate + more);
  const lines = all.flatMap((date) => {
    const closure = calendar.closureOf(date);
    if (closure === 'weekend') return [];
    if (closure !== undefined) return [`${formatCivilDate(date)} ${closure}`];
    return calendar.isEarlyClose(date)
      ? [`${formatCivilDate(date)} ${formatInstant(calendar.closeOf(date))}`]
      : [];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-days/new-york.txt');
});

it.each(names)('%s has these days and times', async (name) => {
  const calendar = calendarOf(name);
  const { firstDate, lastDate, sessionsPerYear } = calendar;
  const [first, last] = [firstDate, lastDate].map(formatCivilDate);
  const rules = (['herculean-date', 'session-close'] as const).map((rule) =>
    knowledgeTimes(calendar, rule),
  );
  const head =
    `${calendar.name} ${sessionsPerYear} ${first} ${last} ` +
    `${calendarOfYear(sessionsPerYear)?.name}`;
  const edges = [firstDate - 1, firstDate, lastDate, lastDate + 1];
  const byDay = [...new Set([...days, ...edges])].flatMap((date) => [
    formatCivilDate(date),
    ...[
      () => calendar.closureOf(date),
      () => calendar.isSession(date),
      at(() => calendar.openOf(date)),
      at(() => calendar.closeOf(date)),
      () => calendar.isEarlyClose(date),
      day(() => calendar.firstDayOf(date)),
      day(() => calendar.sessionOnOrAfter(date)),
      day(() => calendar.sessionOnOrBefore(date)),
      at(() => calendar.instantAt(date, 90)),
      () =>
        calendar
          .sessionsBetween(date, date + 9)
          .map(formatCivilDate)
          .join(),
    ].map((get) => `  ${told(get)}`),
    ...rules.map(
      (times) =>
        `  ${[
          at(() => times.dailyBar(date)),
          at(() => times.news({ on: date })),
          at(() => times.filing(null, date)),
          at(() => times.dividend(null, date)),
          at(() => times.dividend(date, date + 30)),
          at(() => times.split(date)),
          at(() => times.sessionOpen(date)),
          at(() => times.sessionClose(date)),
        ]
          .map(told)
          .join(' ')}`,
    ),
  ]);
  const byTime = instants.map((instant) =>
    [
      at(() => instant),
      day(() => calendar.dateOf(instant)),
      day(() => calendar.sessionClosingAtOrAfter(instant)),
      () => Object.values(lastOpen(calendar, instant)).map(formatInstant).join('/'),
      at(() => rules[0]!.news({ at: instant })),
      at(() => rules[0]!.filing(instant, 0)),
      day(() => midnightDate(instant)),
    ]
      .map(told)
      .join(' '),
  );
  const file = `./golden-days/${name.replaceAll(/\W+/g, '-')}.txt`;
  await expect(`${[head, ...byDay, ...byTime].join('\n')}\n`).toMatchFileSnapshot(file);
});

it.each(['XNYS', '24/5', '24/7', '24/7 from 16:00'] as const)(
  'bars of %s lie there',
  async (name) => {
    const frequencies = [
      ...([1, 60, 240, 1440] as const).flatMap((barMinutes) =>
        (['start', 'end'] as const).map((stamp) => ({
          frequency: 'intraday' as const,
          stamp,
          barMinutes,
        })),
      ),
      { frequency: 'intraday' as const, stamp: 'end' as const },
      ...(['daily', 'weekly', 'monthly'] as const).map((frequency) => ({
        frequency,
        stamp: 'session' as const,
      })),
      { frequency: 'weekly' as const, stamp: 'session' as const, weekStart: 'Thursday' as const },
    ];
    const edges = [calendarOf(name).firstDate, calendarOf(name).lastDate].flatMap((date) => [
      date - 1,
      date,
      date + 1,
    ]);
    const lines = frequencies.flatMap((table) => {
      const { frequency } = table;
      const base = name.includes('from') || frequency === 'intraday' || frequency === 'daily';
      const calendar = calendarOf(base ? name : `${name} ${frequency}`);
      const bars = barTimes(table, calendar, knowledgeTimes(calendar, 'session-close'));
      const isIntraday = frequency === 'intraday';
      const stamps = isIntraday
        ? [...instants, ...edges.map((date) => date * 1440 * microsPerMinute)]
        : [
            ...days,
            ...edges,
            ...Array.from({ length: 8 }, (_, more) => parseCivilDate('2024-05-26')! + more),
          ];
      return [
        JSON.stringify(table),
        ...stamps.map((stamp) =>
          [
            () => (isIntraday ? formatInstant(stamp) : formatCivilDate(stamp)),
            () => bars.isBefore(stamp),
            () => bars.isBeyond(stamp),
            () => JSON.stringify(bars.unplaced(stamp)),
            at(() => bars.start(stamp)),
            at(() => bars.knowledgeTime(stamp)),
            at(() => bars.uncutEnd(stamp)),
            day(() => bars.session(stamp)),
          ]
            .map(told)
            .join(' '),
        ),
      ];
    });
    const file = `./golden-days/bars-${name.replaceAll(/\W+/g, '-')}.txt`;
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file);
  },
);

it('weeks and months are these', async () => {
  const [from, to] = ['2024-06-24', '2024-07-21'].map((text) => parseCivilDate(text)!) as [
    CivilDate,
    CivilDate,
  ];
  const bases = ['XNYS', '24/5', '24/7'] as const;
  const weeks = bases.map((name) =>
    endsOfWeeks(calendarOf(name), from, to).map(formatCivilDate).join(),
  );
  const starts = [undefined, 'Monday', 'Sunday', 'Thursday'] as const;
  const stamps = Array.from({ length: to - from + 1 }, (_, more) => from + more).flatMap((stamp) =>
    bases.map((name) =>
      [
        formatCivilDate(stamp),
        name,
        ...starts.map((weekStart) =>
          told(
            day(() => sessionOfStamp(calendarOf(name), { frequency: 'weekly', weekStart }, stamp)),
          ),
        ),
        told(day(() => sessionOfStamp(calendarOf(name), { frequency: 'monthly' }, stamp))),
      ].join(' '),
    ),
  );
  const tasks = [
    knowledgeTimeOfTask(5, 6),
    knowledgeTimeOfTask(null, 6),
    knowledgeTimeOfTask(null, null),
  ];
  const lines = [...weeks, ...stamps, tasks.join()];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-days/periods.txt');
  expect([52, 12, 252, 260, 365, 7].map((year) => calendarOfYear(year)?.name)).toEqual([
    'XNYS weekly',
    'XNYS monthly',
    'XNYS',
    '24/5',
    '24/7',
    undefined,
  ]);
});
