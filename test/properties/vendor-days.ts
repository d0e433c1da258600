/** Files of days, weeks, months and quarters, as vendors cut and stamp them. */

import fc from 'fast-check';
import {
  dateOf,
  dayMs,
  hourMs,
  instantAt,
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
  type VendorBar,
  type VendorWorld,
} from './vendor-bars.js';
import { dateForms, instantForms, type Stamp } from './vendor-files.js';

/** Days from midnight to midnight of a zone, from a date on. */
function localDays(zone: string, first: string, count: number): Cut[] {
  const dates = Array.from({ length: count + 1 }, (_, at) =>
    dateOf(Date.parse(first) + at * dayMs),
  );
  const midnights = dates.map((date) => instantAt(date, '00:00', zone));
  return midnights.slice(0, -1).map((start, at) => ({ start, end: midnights[at + 1]! }));
}

const calendarDay = (year: number, month: number, day: number): string =>
  dateOf(Date.UTC(year, month, day));

/** Days of a coin from an hour in UTC, as Alpaca, KuCoin and Chinese exchanges have them. */
export const coinDays: fc.Arbitrary<VendorWorld> = fc
  .record({
    symbol: coins,
    form: formOf(instantForms),
    hour: fc.constantFrom(0, 5, 6, 16, 16, 21, 5.5),
    first: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ symbol, form, hour, first }) => {
    const start = Date.UTC(2023, 0, 1 + first) + hour * hourMs;
    const bars = stamped(evenly(start, dayMs, 40), byStart);
    return { symbol, form, bars, options: {}, edits: {}, zone: 'UTC' };
  });

/**
 * Local midnights over a clock change: times tell the zone, or dates do not and the
 * user declares it.
 */
export const localMidnights: fc.Arbitrary<VendorWorld> = fc
  .record({
    symbol: coins,
    zone: zones,
    dated: fc.option(formOf(dateForms)),
    timed: formOf(instantForms),
    month: fc.constantFrom(1, 2, 3, 8, 9),
  })
  .map(({ symbol, zone, dated, timed, month }) => {
    const days = localDays(zone, calendarDay(2023, month, 10), 45);
    const byDate = ({ start }: Cut): Stamp => ({ date: dateOf(start, zone) });
    const bars = stamped(days, dated === null ? byStart : byDate);
    const top = { dayStart: `00:00 ${zone}` };
    return { symbol, form: dated ?? timed, bars, options: {}, edits: { top }, zone };
  })
  .chain((world) =>
    // Midnights of New York are guessed; of other zones the check says what to declare.
    fc.boolean().map((isGuessed) => {
      const isTimed = 'instant' in world.bars[0]!.stamp;
      return isGuessed && isTimed ? { ...world, edits: {} } : world;
    }),
  );

/**
 * Days of currencies: of New York's 17:00, of midnight UTC, and of a server two or
 * three hours ahead.
 */
export const currencyDays: fc.Arbitrary<VendorWorld> = fc
  .record({
    symbol: fc.constantFrom('EURUSD', 'USDJPY'),
    vendor: fc.constantFrom('oanda', 'dukascopy', 'dukascopy-dates', 'exness', 'metaTrader'),
    timed: formOf(instantForms),
    dated: formOf(dateForms),
    month: fc.constantFrom(1, 2, 5, 9),
  })
  .map(({ symbol, vendor, timed, dated, month }) => {
    const dates = Array.from({ length: 50 }, (_, at) => calendarDay(2023, month, 6 + at));
    // Trading begins on Sunday evening; some vendors have a bar of these hours.
    const isOpen = (date: string): boolean => {
      const weekday = new Date(date).getUTCDay();
      return vendor === 'exness' ? weekday !== 6 : weekday % 6 !== 0;
    };
    const isOfNewYork = vendor === 'oanda' || vendor === 'metaTrader';
    const bars = dates.filter(isOpen).map((date): VendorBar => {
      const day = Date.parse(date);
      const end = isOfNewYork ? instantAt(date, '17:00', 'America/New_York') : day + dayMs;
      const before = dateOf(day - dayMs);
      const start = isOfNewYork ? instantAt(before, '17:00', 'America/New_York') : day;
      const isTimed = vendor === 'oanda' || vendor === 'dukascopy';
      return { start, end, stamp: isTimed ? { instant: start } : { date } };
    });
    const isDated = 'date' in bars[0]!.stamp;
    const top = vendor === 'dukascopy-dates' ? { dayStart: '00:00' } : undefined;
    const edits = top === undefined ? {} : { top };
    return { symbol, form: isDated ? dated : timed, bars, options: {}, edits, zone: 'UTC' };
  });

/**
 * Days of an exchange, half days included: dated, or stamped at the midnight or the open
 * of the exchange.
 */
export const sessionDays: fc.Arbitrary<VendorWorld> = fc
  .record({
    name: exchange,
    dated: formOf(dateForms),
    timed: formOf(instantForms),
    stamp: fc.constantFrom('date', 'midnight', 'open'),
    from: fc.integer({ min: 0, max: 200 }),
  })
  .map(({ name, dated, timed, stamp, from }) => {
    const zone = zoneOfExchange(name);
    const form = stamp === 'date' ? dated : timed;
    const stampOf = ({ date, open }: Session): Stamp => {
      if (stamp === 'date') return { date };
      return { instant: stamp === 'open' ? open : instantAt(date, '00:00', zone) };
    };
    const bars = sessionsOf(name)
      .slice(from, from + 45)
      .map((session) => ({
        start: session.open,
        end: session.close,
        stamp: stampOf(session),
      }));
    return {
      symbol: 'ACME',
      form,
      bars,
      options: { calendar: name },
      edits: {},
      zone,
    };
  });

type Labels = (first: Session, last: Session, period: string) => string;
const labels: Readonly<Record<'weekly' | 'monthly', readonly Labels[]>> = {
  weekly: [
    (first) => first.date,
    (_, last) => last.date,
    (_, __, monday) => monday,
    (_, __, monday) => dateOf(Date.parse(monday) + 4 * dayMs),
    // The Sunday before, as Investing.com has it.
    (_, __, monday) => dateOf(Date.parse(monday) - dayMs),
  ],
  monthly: [
    (first) => first.date,
    (_, last) => last.date,
    (_, __, firstDay) => firstDay,
    (_, __, firstDay) => {
      const [year = 0, month = 0] = firstDay.split('-').map(Number);
      return calendarDay(year, month, 0);
    },
  ],
};

const mondayOf = (date: string): string => {
  const day = Date.parse(date);
  return dateOf(day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs);
};

/**
 * Weeks and months of an exchange, under each of the dates that vendors give them; quarters are
 * stamped likewise.
 */
export const sessionPeriods: fc.Arbitrary<VendorWorld> = fc
  .record({
    name: exchange,
    form: formOf(dateForms),
    frequency: fc.constantFrom('weekly' as const, 'weekly' as const, 'monthly' as const),
    label: fc.nat(),
  })
  .map(({ name, form, frequency, label }) => {
    const keyOf = ({ date }: Session): string =>
      frequency === 'weekly' ? mondayOf(date) : `${date.slice(0, 7)}-01`;
    const forms = labels[frequency];
    const periods = [...Map.groupBy(sessionsOf(name), keyOf)];
    const bars = periods.map(([period, sessions]): VendorBar => {
      const first = sessions[0]!;
      const last = sessions.at(-1)!;
      const date = forms[label % forms.length]!(first, last, period);
      return { start: first.open, end: last.close, stamp: { date } };
    });
    const whole = frequency === 'weekly' ? bars.slice(1, -1) : bars;
    return {
      symbol: 'ACME',
      form,
      bars: whole,
      options: { calendar: name },
      edits: { bars: { frequency } },
      zone: zoneOfExchange(name),
    };
  });

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Weeks of a coin from any weekday, by times, or by dates with the day declared. */
export const coinWeeks: fc.Arbitrary<VendorWorld> = fc
  .record({
    symbol: coins,
    weekday: fc.constantFrom(0, 1, 1, 2, 3, 4, 4, 5, 6),
    dated: fc.option(formOf(dateForms), { freq: 2 }),
    timed: formOf(instantForms),
    hour: fc.constantFrom(0, 0, 0, 16),
  })
  .map(({ symbol, weekday, dated, timed, hour }) => {
    // The first of January in 2023 is a Sunday.
    const first = Date.UTC(2023, 0, 1 + weekday) + (dated === null ? hour * hourMs : 0);
    const byDate = ({ start }: Cut): Stamp => ({ date: dateOf(start) });
    const bars = stamped(evenly(first, 7 * dayMs, 40), dated === null ? byStart : byDate);
    const top = { weekStart: weekdays[weekday]! };
    const edits = dated !== null && weekday !== 1 ? { top } : {};
    return { symbol, form: dated ?? timed, bars, options: {}, edits, zone: 'UTC' };
  });

/** Months and quarters of a coin, and other periods that no session is. */
export const coinMonths: fc.Arbitrary<VendorWorld> = fc
  .record({
    symbol: coins,
    months: fc.constantFrom(1, 1, 1, 3),
    byEnd: fc.boolean(),
    dated: fc.option(formOf(dateForms)),
    timed: formOf(instantForms),
  })
  .map(({ symbol, months, byEnd, dated, timed }) => {
    const monthAt = (at: number): number => Date.UTC(2018, at * months, 1);
    const cuts = Array.from({ length: 30 }, (_, at) => {
      return { start: monthAt(at), end: monthAt(at + 1) };
    });
    const byDate = ({ start, end }: Cut): Stamp => ({ date: dateOf(byEnd ? end - dayMs : start) });
    const bars = stamped(cuts, dated === null ? byStart : byDate);
    return { symbol, form: dated ?? timed, bars, options: {}, edits: {}, zone: 'UTC' };
  });
