/** The calendars of a data set as its manifest has them, with the files of its own ones. */

import { formatCivilDate, formatInstant } from '#values';
import { partsOfName, zoneOfCalendar, type CalendarName } from '#contracts/facts/calendar-name';
import { isOwn, type OwnCalendarName } from '#contracts/facts/own-calendars';
import { calendarOf } from '../calendar/calendar-of.js';
import type { DatasetManifest, DescribedManifest } from '../manifest/dataset-manifest.js';

export interface WrittenCalendars extends Pick<DescribedManifest, 'calendar' | 'calendars'> {
  readonly files: readonly { readonly file: string; readonly text: string }[];
}

/**
 * Read again, the files give the same calendars: sessions are instants, zone and sessions a year
 * are beside them.
 */
export function writtenCalendars({ calendar, calendars }: DatasetManifest): WrittenCalendars {
  const names = [calendar, ...Object.values(calendars ?? {})].map((name) => partsOfName(name).base);
  const ownNames = [...new Set(names.filter(isOwn))];
  const fileOf = new Map(ownNames.map((name, at) => [name, fileName(name, at, ownNames)]));
  const described = (name: CalendarName): DescribedManifest['calendar'] => {
    const file = isOwn(name) ? fileOf.get(name) : undefined;
    // `calendars` may name weeks or months of exchanges, which are names.
    if (file === undefined) return name as never;
    const zone = zoneOfCalendar(name);
    const { sessionsPerYear } = calendarOf(name);
    return { file, zone, name: titleOf(name as OwnCalendarName), sessionsPerYear };
  };
  const symbols = Object.entries(calendars ?? {}).map(([symbol, name]) => [
    symbol,
    described(name),
  ]);
  return {
    calendar: described(calendar),
    calendars: calendars === undefined ? undefined : (Object.fromEntries(symbols) as never),
    files: ownNames.map((name) => ({ file: fileOf.get(name) as string, text: sessionsText(name) })),
  };
}

const titleOf = (name: OwnCalendarName): string => name.split(':')[1] ?? '';

/** By its title, with a number behind it if an earlier one has that. */
function fileName(name: OwnCalendarName, at: number, all: readonly OwnCalendarName[]): string {
  const isTaken = all.slice(0, at).some((one) => titleOf(one) === titleOf(name));
  return `calendar-${titleOf(name)}${isTaken ? `-${at + 1}` : ''}.csv`;
}

function sessionsText(name: OwnCalendarName): string {
  const calendar = calendarOf(name);
  const sessions = calendar.sessionsBetween(calendar.firstDate, calendar.lastDate);
  const hasBreaks = sessions.some((session) => calendar.breakOf(session) !== undefined);
  const lines = sessions.map((session) => {
    const times = [calendar.openOf(session), calendar.closeOf(session)].map(formatInstant);
    const pause = calendar.breakOf(session);
    const ofBreak = pause === undefined ? ['', ''] : [pause.from, pause.to].map(formatInstant);
    return [formatCivilDate(session), ...times, ...(hasBreaks ? ofBreak : [])].join(',');
  });
  const header = `session,open,close${hasBreaks ? ',break_start,break_end' : ''}`;
  return `${[header, ...lines].join('\n')}\n`;
}
