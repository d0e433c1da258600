/** The calendars whose sessions are on a tape, and a data set as such a tape uses it. */

import type { CalendarName, TapeHeader } from '#contracts';
import { calendarNameOf, type TapeCalendar } from '#contracts/facts/calendar-name';
import { learnCalendars } from '#contracts/facts/own-calendars';
import type { Dataset } from './dataset.js';
import { calendarOf } from '../calendar/calendar-of.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';

type Calendars = Pick<TapeHeader, 'calendars' | keyof TapeCalendar>;

/** What a tape asks of its data set: undefined where all its symbols have the calendar of that. */
export const askedCalendars = (
  header: Calendars & Pick<TapeHeader, 'instruments'>,
): readonly SessionCalendar[] | undefined =>
  header.instruments.some(({ calendar }) => calendar !== undefined)
    ? calendarsOfTape(header)
    : undefined;

/** Its own first, which needs no name in the facts. */
function calendarsOfTape(header: Calendars): readonly SessionCalendar[] {
  learnCalendars(header.ownCalendars);
  return [calendarNameOf(header), ...(header.calendars ?? [])].map(calendarOf);
}

/**
 * The data set with the calendar of a tape in place of its own, and with all sessions of the tape.
 */
export function datasetOn(dataset: Dataset, header: Calendars): Dataset {
  const calendars = calendarsOfTape(header);
  const [calendar = dataset.calendar] = calendars;
  if (calendar === dataset.calendar && calendars.length === 1) return dataset;
  return {
    ...dataset,
    calendar,
    sessionsPerYear: calendar.sessionsPerYear,
    openSources: (options) => dataset.openSources({ calendars, ...options }),
  };
}

/** The calendar that a run follows: its own, if its plan has one, else that of its tape. */
export const followedCalendar = <C extends Pick<SessionCalendar, 'sessionClosingAtOrAfter'>>(
  plan: { readonly calendar?: CalendarName | undefined },
  ofTape: C,
): C | SessionCalendar => (plan.calendar === undefined ? ofTape : calendarOf(plan.calendar));
