/**
 * The calendars of a data set: one for its symbols, and those of their own that some of them have.
 */

import { invalidInput } from '#values';
import type { CalendarName } from '#contracts';
import { nameOfParts, partsOfName, type WeekdayName } from '#contracts/facts/calendar-name';
import type { BarTable, DatasetManifest } from '../manifest/dataset-manifest.js';
import { calendarOf } from './calendar-of.js';
import { knowledgeTimes, type KnowledgeTimes } from './knowledge-time.js';
import type { SessionCalendar } from './session-calendar.js';

type Frequency = BarTable['frequency'];

/** A calendar as the bars, ticks and other facts of a symbol use it. */
export interface Market {
  /** Places bars: its sessions are weeks or months if bars are. */
  readonly calendar: SessionCalendar;
  /** Has days, whatever the frequency. */
  readonly days: SessionCalendar;
  readonly times: KnowledgeTimes;
  /** The day on which weekly bars begin, if it is declared. */
  readonly weekStart: WeekdayName | undefined;
}

export class Markets {
  /** That of symbols without a calendar of their own. */
  readonly main: Market;
  /** Has the symbols with another calendar than that. */
  private readonly own = new Map<string, Market>();

  /** Throws `InvalidInput` for a calendar of weeks or months that the bars are not. */
  constructor(manifest: DatasetManifest, frequency: Frequency | undefined) {
    const { calendar, dayStart, weekStart, calendars = {}, dateRule } = manifest;
    const days = nameOfParts({ base: calendar, dayStart });
    const made = new Map<CalendarName, Market>();
    const marketOf = (name: CalendarName): Market => {
      const known = made.get(name);
      if (known) return known;
      const market = marketNamed(name, dateRule);
      made.set(name, market);
      return market;
    };
    const main = nameOfBars(days, frequency, weekStart);
    this.main = { ...marketNamed(main, dateRule), weekStart };
    made.set(main, this.main);
    for (const [symbol, name] of Object.entries(calendars)) {
      requirePeriod(symbol, name, frequency);
      const market = marketOf(nameOfBars(name, frequency));
      if (market !== this.main) this.own.set(symbol, market);
    }
  }

  /** Whether symbols have different calendars. */
  get areSeveral(): boolean {
    return this.own.size > 0;
  }

  of(symbol: string): Market {
    return this.own.get(symbol) ?? this.main;
  }
}

const isPeriodic = (frequency: Frequency | undefined): frequency is 'weekly' | 'monthly' =>
  frequency === 'weekly' || frequency === 'monthly';

/** The calendar of bars in the days of a calendar, which may name its weeks itself. */
export function nameOfBars(
  name: CalendarName,
  frequency: Frequency | undefined,
  weekStart?: WeekdayName,
): CalendarName {
  const parts = partsOfName(name);
  if (!isPeriodic(frequency) || parts.period !== undefined) return name;
  return nameOfParts({ ...parts, period: frequency, weekStart });
}

function marketNamed(name: CalendarName, dateRule: DatasetManifest['dateRule']): Market {
  const { base, dayStart, weekStart } = partsOfName(name);
  const days = calendarOf(nameOfParts({ base, dayStart }));
  const calendar = calendarOf(name);
  // Events within a week are known on their day, not at the close of the week.
  const { sessionOpen, sessionClose } = knowledgeTimes(calendar, dateRule);
  const times = { ...knowledgeTimes(days, dateRule), sessionOpen, sessionClose };
  return { calendar, days, times, weekStart };
}

function requirePeriod(symbol: string, name: CalendarName, frequency: Frequency | undefined): void {
  const { period } = partsOfName(name);
  if (period === undefined || period === frequency) return;
  throw invalidInput('the calendar of a symbol has other sessions than its bars', {
    where: `dataset.yaml: calendars.${symbol}`,
    expected: `a calendar of days${isPeriodic(frequency) ? ` or ${frequency}` : ''}`,
    found: name,
  });
}
