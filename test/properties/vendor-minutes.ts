/** Files of bars within a day, of every length and phase. */

import fc from 'fast-check';
import { calendarNames } from '#contracts';
import {
  clockOf,
  instantAt,
  minuteMs,
  sessionsOf,
  zoneOfExchange,
  type Session,
} from './published-hours.js';
import {
  byStart,
  coins,
  evenly,
  exchange,
  formOf,
  stamped,
  zones,
  type Cut,
  type VendorWorld,
} from './vendor-bars.js';
import { clockForms, instantForms } from './vendor-files.js';

/**
 * Bars of a part of a session, from its open or from the hour, ending with the session and
 * before its break.
 */
function sessionBars({ open, close, pause }: Session, minutes: number, phase: number): Cut[] {
  const bars: Cut[] = [];
  const step = minutes * minuteMs;
  for (let start = open - phase * minuteMs; start < close; start += step) {
    const end = Math.min(start + step, close);
    const begins = Math.max(start, open);
    if (pause && begins >= pause.from && end <= pause.to) continue;
    const isCut = pause !== undefined && begins < pause.from && end > pause.from && end <= pause.to;
    bars.push({ start: begins, end: isCut ? pause.from : end });
  }
  return bars;
}

const lengths = fc.constantFrom(1, 5, 10, 15, 30, 45, 60, 60, 90, 120, 180, 240);

/**
 * Bars within the sessions of an exchange, in UTC, on the clock of the exchange, or on that of a
 * declared zone.
 */
export const sessionMinutes: fc.Arbitrary<VendorWorld> = fc
  .record({
    name: exchange,
    minutes: lengths,
    stampsEnd: fc.boolean(),
    phase: fc.constantFrom(0, 0, 0, 15),
    from: fc.integer({ min: 0, max: 230 }),
    times: fc.constantFrom('instant', 'exchange', 'declared'),
    zone: zones,
    timed: formOf(instantForms),
    clocked: formOf(clockForms),
  })
  .map(({ name, minutes, stampsEnd, phase, from, times, zone, timed, clocked }) => {
    const sessions = Math.min(20, Math.max(3, Math.round((minutes * 300) / 390)));
    const cuts = sessionsOf(name)
      .slice(from, from + sessions)
      .flatMap((session) => sessionBars(session, minutes, minutes > phase ? phase : 0));
    const clock = times === 'exchange' ? zoneOfExchange(name) : zone;
    const bars = stamped(cuts.slice(-400), ({ start, end }) => {
      const at = stampsEnd ? end : start;
      return times === 'instant' ? { instant: at } : { clock: clockOf(at, clock) };
    });
    const stamp = stampsEnd ? 'end' : 'start';
    return {
      symbol: 'ACME',
      form: times === 'instant' ? timed : clocked,
      bars,
      options: { calendar: name, ...(times === 'declared' && { timestampZone: clock }) },
      edits: { bars: { frequency: 'intraday', stamp, barMinutes: minutes } },
      zone: zoneOfExchange(name),
    };
  });

/**
 * Hours and minutes of New York in a file that says no more than its rows: what they stamp has
 * to be guessed.
 */
export const guessedMinutes: fc.Arbitrary<VendorWorld> = fc
  .record({
    form: formOf(instantForms),
    minutes: fc.constantFrom(15, 30, 60, 60, 60),
    // Minutes of the day: as Alpaca and Polygon have full hours, and as users cut them.
    hours: fc.constantFrom([240, 1200], [480, 1080], [540, 1020], [600, 1020], [570, 960]),
    from: fc.integer({ min: 0, max: 220 }),
  })
  .map(({ form, minutes, hours: [first = 0, last = 0], from }) => {
    const cuts = sessionsOf('XNYS')
      .slice(from, from + 12)
      .flatMap(({ date, close }) => {
        const midnight = instantAt(date, '00:00', 'America/New_York');
        const count = Math.ceil((last - first) / minutes);
        // Without trading before and after the session, the last bar ends with it.
        const isRegular = first === 570;
        return evenly(midnight + first * minuteMs, minutes * minuteMs, count)
          .filter(({ start }) => !isRegular || start < close)
          .map(({ start, end }) => ({ start, end: isRegular ? Math.min(end, close) : end }));
      });
    const bars = stamped(cuts, byStart);
    const zone = zoneOfExchange('XNYS');
    return { symbol: 'ACME', form, bars, options: {}, edits: {}, zone };
  });

/** Bars of a coin of any length and phase, over a clock change where they have clock times. */
export const coinMinutes: fc.Arbitrary<VendorWorld> = fc
  .record({
    symbol: coins,
    minutes: lengths,
    phase: fc.nat({ max: 239 }),
    stampsEnd: fc.boolean(),
    zone: fc.option(zones),
    month: fc.constantFrom(2, 3, 9, 10),
    day: fc.integer({ min: 1, max: 28 }),
    timed: formOf(instantForms),
    clocked: formOf(clockForms),
  })
  .map(({ symbol, minutes, phase, stampsEnd, zone, month, day, timed, clocked }) => {
    const first = Date.UTC(2023, month, day) + (phase % minutes) * minuteMs;
    const bars = stamped(evenly(first, minutes * minuteMs, 150), ({ start, end }) => {
      const at = stampsEnd ? end : start;
      return zone === null ? { instant: at } : { clock: clockOf(at, zone) };
    });
    return {
      symbol,
      form: zone === null ? timed : clocked,
      bars,
      options: zone === null ? {} : { timestampZone: zone },
      edits: stampsEnd ? { bars: { stamp: 'end' } } : {},
      zone: 'UTC',
    };
  });

/**
 * Bars that say when they end, in every calendar: whatever its sessions are, none is
 * known before that.
 */
export const statedEnds: fc.Arbitrary<VendorWorld> = fc
  .record({
    calendar: fc.constantFrom(...calendarNames),
    minutes: fc.integer({ min: 1, max: 240 }),
    first: fc.integer({ min: 0, max: 600 * 1440 }),
    timed: formOf(instantForms),
  })
  .map(({ calendar, minutes, first, timed }) => {
    const start = Date.UTC(2022, 0, 3) + first * minuteMs;
    const bars = stamped(evenly(start, minutes * minuteMs, 150), ({ end }) => ({ instant: end }));
    const edits = { bars: { frequency: 'intraday', stamp: 'end', barMinutes: '' } };
    // Without actions, whose dates begin by calendars that are not all published here.
    return { symbol: 'BARS', form: timed, bars, options: { calendar }, edits, zone: 'UTC' };
  });
