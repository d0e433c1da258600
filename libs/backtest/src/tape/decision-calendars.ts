/** Whose sessions the runs of a scenario decide at, and are marked at. */

import { invalidInput } from '#values';
import type { CalendarName } from '#contracts';
import { nameOfParts, partsOfName } from '#contracts/facts/calendar-name';
import { isOwn, type OwnCalendarName } from '#contracts/facts/own-calendars';
import type { TradingScenario } from '#contracts/scenario/scenario';
import type { Dataset } from '#market-data';
import { marketOf } from '#workflows';

interface DecisionCalendars {
  /** The calendar of the tape. */
  readonly name: CalendarName;
  /** Others that runs of single symbols follow; undefined if there is none. */
  readonly calendars?: readonly CalendarName[];
}

/**
 * The calendar of a scenario; by default that of its first symbol, and of each run of a single
 * symbol that of its own. `InvalidInput` for one whose sessions are weeks or months where the bars
 * are not, and for another than a feed's.
 */
export function decisionCalendars(
  scenario: TradingScenario,
  dataset: Pick<Dataset, 'symbols' | 'calendar' | 'calendarOf' | 'recorded'>,
): DecisionCalendars {
  const { calendar, symbols, portfolio } = scenario;
  const given = calendar === undefined ? [] : [declared(ownOf(calendar, dataset), dataset)];
  const own = symbols.map((symbol) => dataset.calendarOf(symbol).name);
  const [name = dataset.calendar.name, ...others] = new Set([...given, ...own]);
  const { fillsTogether } = marketOf(scenario);
  if (fillsTogether && others.length > 0) throw severalOfPair([name, ...others]);
  if (calendar !== undefined) return { name };
  return portfolio || others.length === 0 ? { name } : { name, calendars: others };
}

/**
 * A calendar of the data set's own by its full name, which has the hash of its sessions; others
 * stay as they are.
 */
function ownOf(
  name: CalendarName,
  { symbols, calendar, calendarOf }: Pick<Dataset, 'symbols' | 'calendar' | 'calendarOf'>,
): CalendarName {
  if (!isOwn(name)) return name;
  const all = [calendar, ...symbols.map(calendarOf)].map((one) => partsOfName(one.name).base);
  const described = [...new Set(all)].filter(isOwn);
  const { base, ...rest } = partsOfName(name);
  const found = described.filter((one) => one === base || one.startsWith(`${base}:`));
  if (found.length === 1) return nameOfParts({ ...rest, base: found[0] as OwnCalendarName });
  if (found.length > 1) {
    throw invalidInput('several calendars of the data set have this name', {
      where: 'calendar',
      expected: found.join(', '),
      found: name,
    });
  }
  throw invalidInput('the data set has no such calendar', {
    where: 'calendar',
    expected: described.join(', ') || 'the name of an exchange',
    found: name,
  });
}

/** The legs of a pair fill together: symbols of different calendars have no bar at one time. */
const severalOfPair = (names: readonly CalendarName[]): Error =>
  invalidInput('the legs of a pair fill together', {
    where: 'symbols',
    expected: 'symbols of one calendar, which is that of the decisions',
    found: names.join(', '),
  });

/** The name of its weeks or months, if bars are. */
function declared(
  name: CalendarName,
  { calendar: tapeCalendar, recorded }: Pick<Dataset, 'calendar' | 'recorded'>,
): CalendarName {
  const period = periodOf(tapeCalendar.name);
  const namedPeriod = periodOf(name);
  const full =
    period === undefined || namedPeriod === period ? name : (`${name} ${period}` as const);
  if (namedPeriod !== undefined && namedPeriod !== period) {
    const expected =
      period === undefined ? 'a calendar of days' : `a calendar of days, or ${period}`;
    throw invalidInput('the calendar has other sessions than the bars', {
      where: 'calendar',
      expected,
      found: name,
    });
  }
  if (recorded === true && full !== tapeCalendar.name) {
    const what = 'the sessions of a recording are on its tape already';
    throw invalidInput(what, { where: 'calendar', expected: tapeCalendar.name, found: name });
  }
  return full as CalendarName;
}

const periodOf = (name: CalendarName): string | undefined => partsOfName(name).period;
