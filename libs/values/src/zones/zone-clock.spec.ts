/** Clocks of zones against the time zone database of Node, and what happens where clocks change. */

import { describe, expect, it } from 'vitest';
import { parseCivilDate, type CivilDate } from '../civil-date.js';
import { sweepSize } from '../sweep-size.fixture.js';
import {
  formatInstant,
  microsPerMilli,
  microsPerMinute,
  parseInstant,
  startOfUtcDay,
} from '../instant.js';
import {
  clockChangeAt,
  dateInZone,
  instantOfClock,
  isZone,
  zoneNames,
  zoneOffset,
} from './zone-clock.js';

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const at = (text: string): number => parseInstant(text) as number;

/** Around the changes of these zones, one in so many of them. */
const hours = [0, 1, 5, 6, 7, 12, 15, 16, 17].filter((_, at) => at % sweepSize(4, 1) === 0);

describe('the offset of', () => {
  // No rules changed between the versions of the database.
  it.each([
    'America/New_York',
    'Europe/Berlin',
    'Australia/Sydney',
    'Asia/Tokyo',
    'America/St_Johns',
  ])('%s agrees with the time zone database on every day from 1990 to 2040', (zone) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const wrong: string[] = [];
    for (let day = date('1990-01-01'); day <= date('2040-12-31'); day++) {
      for (const hour of hours) {
        const instant = startOfUtcDay(day) + hour * 60 * microsPerMinute;
        const clock = formatInstant(instant + zoneOffset(instant, zone));
        const shown = clock.slice(0, 19).replace('T', ' ');
        const expected = format.format(instant / microsPerMilli);
        if (shown !== expected) wrong.push(`${formatInstant(instant)}: ${shown}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a clock reading', () => {
  it.each([
    ['America/New_York', '2025-03-09T01:59:00Z', '2025-03-09T06:59:00Z'],
    ['America/New_York', '2025-03-09T03:00:00Z', '2025-03-09T07:00:00Z'],
    // 02:30 does not exist: the later reading applies.
    ['America/New_York', '2025-03-09T02:30:00Z', '2025-03-09T07:30:00Z'],
    ['America/New_York', '2006-04-02T02:00:00Z', '2006-04-02T07:00:00Z'],
    ['America/New_York', '2025-11-02T00:59:00Z', '2025-11-02T04:59:00Z'],
    // 01:30 happens twice: the second one applies.
    ['America/New_York', '2025-11-02T01:30:00Z', '2025-11-02T06:30:00Z'],
    ['America/New_York', '2006-04-02T16:00:00Z', '2006-04-02T20:00:00Z'],
    ['America/New_York', '2006-10-29T16:00:00Z', '2006-10-29T21:00:00Z'],
    // In January 1974 daylight time began because of the oil crisis.
    ['America/New_York', '1974-01-07T12:00:00Z', '1974-01-07T16:00:00Z'],
    ['Europe/Berlin', '2025-03-30T02:30:00Z', '2025-03-30T01:30:00Z'],
    ['Europe/Berlin', '2025-10-26T02:30:00Z', '2025-10-26T01:30:00Z'],
    ['Asia/Tokyo', '2025-07-01T09:00:00Z', '2025-07-01T00:00:00Z'],
    // Half an hour.
    ['Australia/Lord_Howe', '2025-04-06T01:45:00Z', '2025-04-05T15:15:00Z'],
    ['Australia/Lord_Howe', '2025-10-05T02:15:00Z', '2025-10-04T15:45:00Z'],
    // December 30, 2011 did not exist.
    ['Pacific/Apia', '2011-12-30T12:00:00Z', '2011-12-30T22:00:00Z'],
    // By rule, after the last change that is listed.
    ['America/New_York', '2099-07-01T12:00:00Z', '2099-07-01T16:00:00Z'],
    ['Africa/Monrovia', '1971-01-01T00:00:00Z', '1971-01-01T00:44:30Z'],
    ['-03:30', '2025-07-01T12:00:00Z', '2025-07-01T15:30:00Z'],
    ['+09:00', '2025-07-01T12:00:00Z', '2025-07-01T03:00:00Z'],
    ['UTC', '2025-07-01T12:00:00Z', '2025-07-01T12:00:00Z'],
  ])('in %s of %s is %s', (zone, clock, expected) => {
    expect(formatInstant(instantOfClock(at(clock), zone))).toBe(expected);
  });

  it('is that of its instant, in every zone and on every day of some years', () => {
    const wrong: string[] = [];
    for (const zone of zoneNames()) {
      for (let day = date('1995-01-01'); day < date('1997-01-01'); day += 3) {
        const instant = startOfUtcDay(day) + 12 * 60 * microsPerMinute;
        const offset = zoneOffset(instant, zone);
        const change = clockChangeAt(instant, zone);
        const found = instantOfClock(instant + offset, zone);
        if (found !== instant && change === undefined)
          wrong.push(`${zone} ${formatInstant(instant)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a clock change', () => {
  it.each([
    ['America/New_York', '2025-03-09T06:59:59Z', undefined],
    ['America/New_York', '2025-03-09T07:30:00Z', '2025-03-09T07:00:00Z'],
    ['America/New_York', '2025-03-09T08:00:00Z', undefined],
    ['America/New_York', '2025-11-02T06:00:00Z', '2025-11-02T06:00:00Z'],
    ['America/New_York', '2025-11-02T06:59:59Z', '2025-11-02T06:00:00Z'],
    ['America/New_York', '2025-11-02T07:00:00Z', undefined],
    ['Europe/Berlin', '2025-10-26T01:30:00Z', '2025-10-26T01:00:00Z'],
    ['+01:00', '2025-10-26T01:30:00Z', undefined],
    ['UTC', '2025-10-26T01:30:00Z', undefined],
  ])('in %s at %s', (zone, instant, expected) => {
    const change = clockChangeAt(at(instant), zone);
    expect(change && formatInstant(change.at)).toBe(expected);
  });
});

describe('zones', () => {
  it.each(['UTC', 'Europe/Berlin', 'US/Eastern', 'Asia/Kolkata', 'Etc/GMT+5', '-05:00', '+14:59'])(
    'include %s',
    (name) => expect(isZone(name)).toBe(true),
  );

  it.each(['', 'utc', 'EST5', 'Europe', 'Europe/Atlantis', '+15:00', '5', '05:00', '-05:60'])(
    'do not include "%s"',
    (name) => expect(isZone(name)).toBe(false),
  );

  it('have dates of their own', () => {
    expect(dateInZone(at('2025-07-01T23:30:00Z'), 'Asia/Tokyo')).toBe(date('2025-07-02'));
    expect(dateInZone(at('2025-07-01T03:30:00Z'), 'America/New_York')).toBe(date('2025-06-30'));
  });
});
