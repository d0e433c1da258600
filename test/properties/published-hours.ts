/**
 * Hours and days off of some exchanges in 2024 as they publish them, and clocks by the time zone
 * data of Node: none of it comes from the product.
 */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Trading within a day, in milliseconds since 1970. */
export interface Session {
  readonly date: string;
  readonly open: number;
  readonly close: number;
  readonly pause: { readonly from: number; readonly to: number } | undefined;
}

interface Exchange {
  readonly zone: string;
  readonly open: string;
  readonly close: string;
  readonly pause?: readonly [from: string, to: string];
  /** Weekdays without a session, and those that close early. */
  readonly off: readonly string[];
  readonly early: Readonly<Record<string, string>>;
}

const christmas = ['12-25', '12-26'];

const exchanges: Readonly<Record<string, Exchange>> = {
  XNYS: {
    zone: 'America/New_York',
    open: '09:30',
    close: '16:00',
    off: ['01-01', '01-15', '02-19', '03-29', '05-27', '06-19', '07-04', '09-02', '11-28', '12-25'],
    early: { '07-03': '13:00', '11-29': '13:00', '12-24': '13:00' },
  },
  XTSE: {
    zone: 'America/Toronto',
    open: '09:30',
    close: '16:00',
    off: ['01-01', '02-19', '03-29', '05-20', '07-01', '08-05', '09-02', '10-14', ...christmas],
    early: { '12-24': '13:00' },
  },
  XLON: {
    zone: 'Europe/London',
    open: '08:00',
    close: '16:30',
    off: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', ...christmas],
    early: { '12-24': '12:30', '12-31': '12:30' },
  },
  XETR: {
    zone: 'Europe/Berlin',
    open: '09:00',
    close: '17:30',
    off: ['01-01', '03-29', '04-01', '05-01', '12-24', ...christmas, '12-31'],
    early: {},
  },
  XSTO: {
    zone: 'Europe/Stockholm',
    open: '09:00',
    close: '17:30',
    off: [
      '01-01',
      '03-29',
      '04-01',
      '05-01',
      '05-09',
      '06-06',
      '06-21',
      '12-24',
      ...christmas,
      '12-31',
    ],
    early: {
      '01-05': '13:00',
      '03-28': '13:00',
      '04-30': '13:00',
      '05-08': '13:00',
      '11-01': '13:00',
    },
  },
  XTKS: {
    zone: 'Asia/Tokyo',
    open: '09:00',
    close: '15:00',
    pause: ['11:30', '12:30'],
    off: [
      '01-01',
      '01-02',
      '01-03',
      '01-08',
      '02-12',
      '02-23',
      '03-20',
      '04-29',
      '05-03',
      '05-06',
      '07-15',
      '08-12',
      '09-16',
      '09-23',
      '10-14',
      '11-04',
      '12-31',
    ],
    early: {},
  },
  XHKG: {
    zone: 'Asia/Hong_Kong',
    open: '09:30',
    close: '16:00',
    pause: ['12:00', '13:00'],
    off: [
      '01-01',
      '02-12',
      '02-13',
      '03-29',
      '04-01',
      '04-04',
      '05-01',
      '05-15',
      '06-10',
      '07-01',
      '09-06',
      '09-18',
      '10-01',
      '10-11',
      ...christmas,
    ],
    early: { '02-09': '12:00', '12-24': '12:00', '12-31': '12:00' },
  },
  XASX: {
    zone: 'Australia/Sydney',
    open: '10:00',
    close: '16:00',
    off: ['01-01', '01-26', '03-29', '04-01', '04-25', '06-10', ...christmas],
    early: { '12-24': '14:10', '12-31': '14:10' },
  },
};

export const exchangeNames = Object.keys(exchanges);
export const zoneOfExchange = (name: string): string => exchanges[name]!.zone;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock of the zone shows: `2024-03-10 01:59:00`. */
export function clockOf(at: number, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock.format(at);
}

export const dateOf = (at: number, zone = 'UTC'): string => clockOf(at, zone).slice(0, 10);

/** The instant at which a clock of the zone shows a time that exists once. */
export function instantAt(date: string, time: string, zone: string): number {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  const aheadOf = (at: number): number =>
    Date.parse(`${clockOf(at, zone).replace(' ', 'T')}Z`) - at;
  const near = wanted - aheadOf(wanted);
  return wanted - aheadOf(near);
}

/** The sessions of an exchange in 2024. Tokyo has closed half an hour later since November. */
export function sessionsOf(name: string): Session[] {
  const { zone, open, close, pause, off, early } = exchanges[name]!;
  const sessions: Session[] = [];
  for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2025, 0, 1); day += dayMs) {
    const date = dateOf(day);
    const monthDay = date.slice(5);
    if (new Date(day).getUTCDay() % 6 === 0 || off.includes(monthDay)) continue;
    const isLater = name === 'XTKS' && date >= '2024-11-05';
    const end = instantAt(date, early[monthDay] ?? (isLater ? '15:30' : close), zone);
    const [from = 0, to = 0] = (pause ?? []).map((time) => instantAt(date, time, zone));
    sessions.push({
      date,
      open: instantAt(date, open, zone),
      close: end,
      pause: pause !== undefined && to < end ? { from, to } : undefined,
    });
  }
  return sessions;
}
