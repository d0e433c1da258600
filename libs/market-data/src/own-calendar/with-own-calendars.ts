/** The calendars of a data set's own, from the files that its manifest names. */

import { existsSync } from 'node:fs';
import { invalidInput } from '#values';
import type { BaseCalendarName, CalendarName } from '#contracts/facts/calendar-name';
import {
  learnCalendars,
  type CalendarTables,
  type OwnCalendarName,
} from '#contracts/facts/own-calendars';
import type {
  DatasetManifest,
  DescribedManifest,
  OwnCalendar,
} from '../manifest/dataset-manifest.js';
import type { ByteInput } from '../rows/byte-input.js';
import { readSessions } from './read-sessions.js';
import { sessionTable } from './session-table.js';

/** Where the files of calendars are opened. */
interface CalendarFiles {
  open(file: string): ByteInput;
  pathOf(file: string): string | undefined;
}

/** The files of calendars that a manifest names. */
export function calendarFiles({ calendar, calendars = {} }: DescribedManifest): readonly string[] {
  const own = [calendar, ...Object.values(calendars)];
  return own.flatMap((one) => (typeof one === 'string' ? [] : [one.file]));
}

/**
 * The manifest with names in place of files, whose calendars are known from then on. A file that is
 * missing may be one that a recorded run has `brought` along: the content hash of the data set then
 * tells whether it was that. Throws like `readSessions`.
 */
export function withOwnCalendars(
  { calendar, calendars, ...manifest }: DescribedManifest,
  files: CalendarFiles,
  brought?: CalendarTables,
): DatasetManifest {
  const nameOf = (one: string | OwnCalendar): CalendarName =>
    typeof one === 'string' ? (one as CalendarName) : nameOfOwn(one, files, brought);
  const named = { ...manifest, calendar: nameOf(calendar) as BaseCalendarName };
  if (calendars === undefined) return named;
  const names = Object.entries(calendars).map(([symbol, one]) => [symbol, nameOf(one)] as const);
  return { ...named, calendars: Object.fromEntries(names) };
}

/** A manifest that a program made: every version has its calendars. */
export const withListedCalendars = (manifest: DescribedManifest): DatasetManifest =>
  withOwnCalendars(manifest, {
    open: (file) => {
      throw invalidInput('no such file', { where: file });
    },
    pathOf: () => undefined,
  });

function nameOfOwn(
  described: OwnCalendar,
  files: CalendarFiles,
  brought: CalendarTables | undefined,
): OwnCalendarName {
  const options = tableOptions(described);
  const path = files.pathOf(described.file);
  if (path !== undefined && !existsSync(path)) {
    const ofTitle = Object.keys(brought ?? {}).filter((one) =>
      one.startsWith(`own:${options.title}:`),
    );
    learnCalendars(brought);
    if (ofTitle.length === 1) return ofTitle[0] as OwnCalendarName;
  }
  const input = files.open(described.file);
  try {
    const { name, table } = sessionTable(readSessions(input, described.zone), options);
    learnCalendars({ [name]: table });
    return name;
  } finally {
    input.close();
  }
}

/** Without a name it is called as its file is. */
function tableOptions({ file, name, zone = 'UTC', sessionsPerYear }: OwnCalendar) {
  const [base = ''] = file.split(/[/\\]/).slice(-1);
  const [stem = ''] = base.split('.');
  const title = stem.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 40);
  return { file, title: name ?? (title === '' ? 'sessions' : title), zone, sessionsPerYear };
}
