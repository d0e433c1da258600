/**
 * Every session of every calendar, and the clocks of all zones, beside the libraries that the
 * tables come from.
 */

import { describe, expect, it } from 'vitest';
import { calendarNames } from '#contracts';
import type { ExchangeName } from '#contracts/facts/calendar-name';
import { calendarOf } from '#market-data/calendar/calendar-of';
import {
  civilDate,
  formatCivilDate,
  microsPerSecond,
  startOfUtcDay,
  type CivilDate,
} from '#values';
import { drawnOf } from '#values/commit-draw.fixture';
import { zoneNames, zoneOffset } from '#values/zones/zone-clock';
import { askPython, installLimitMs } from './ask-python.fixture.js';

const packages = {
  requirements: '../../scripts/calendars/requirements.txt',
  cache: 'exchange-calendars-4.13.2',
};

interface Answer {
  readonly calendars: readonly {
    readonly days: readonly CivilDate[];
    readonly opens: readonly number[];
    readonly closes: readonly number[];
    readonly pauses: readonly (number | null)[];
    readonly resumes: readonly (number | null)[];
  }[];
  readonly zones: readonly (readonly number[])[];
}

const ask = (question: unknown): Answer =>
  askPython('exchange_calendars_answers.py', question, packages);

const exchanges = calendarNames.filter((name): name is ExchangeName => !name.startsWith('24/'));
/** An eighth of the exchanges: the library takes a second for each. The soak takes all. */
const drawn = drawnOf(exchanges, 1 / 8, String);

describe('the calendar of', () => {
  it.each(drawn)(
    '%s has each session of the library, and no other',
    (name) => {
      const calendar = calendarOf(name);
      const range = [calendar.firstDate, calendar.lastDate].map(formatCivilDate);
      const [answer] = ask({ calendars: [[name, ...range]] }).calendars;
      const sessions = calendar.sessionsBetween(calendar.firstDate, calendar.lastDate);
      expect(sessions.map(formatCivilDate)).toEqual(answer?.days.map(formatCivilDate));
      const inSeconds = (instant: number | undefined): number | null =>
        instant === undefined ? null : instant / microsPerSecond;
      expect(sessions.map((day) => inSeconds(calendar.openOf(day)))).toEqual(answer?.opens);
      expect(sessions.map((day) => inSeconds(calendar.closeOf(day)))).toEqual(answer?.closes);
      const pauses = sessions.map((day) => calendar.breakOf(day));
      expect(pauses.map((pause) => inSeconds(pause?.from))).toEqual(answer?.pauses);
      expect(pauses.map((pause) => inSeconds(pause?.to))).toEqual(answer?.resumes);
    },
    installLimitMs,
  );
});

describe('the clocks of all zones', () => {
  it(
    'agree with zoneinfo in every month from 1970 to 2100',
    () => {
      const zones = zoneNames();
      const instants = Array.from({ length: 130 * 12 }, (_, month) => {
        const year = 1970 + Math.floor(month / 12);
        // Odd hours: a change on the day counts as well.
        return (
          startOfUtcDay(civilDate(year, (month % 12) + 1, 1 + (month % 27))) / microsPerSecond +
          3601
        );
      });
      const answers = ask({ zones, instants }).zones;
      const wrong = zones.flatMap((zone, index) =>
        instants.flatMap((instant, number) => {
          const offset = zoneOffset(instant * microsPerSecond, zone) / microsPerSecond;
          const expected = answers[index]?.[number];
          return offset === expected ? [] : [`${zone} ${instant}: ${offset}, not ${expected}`];
        }),
      );
      expect(wrong).toEqual([]);
    },
    installLimitMs,
  );
});
