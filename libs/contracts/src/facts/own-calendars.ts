/**
 * Calendars of one's own, which no table of this package has: their sessions travel with each tape
 * and journal that names them. A name has the hash of its sessions, so that two calendars of one
 * name are never taken for each other.
 */

import { excerpt, invalidInput, parseCivilDate, sha256Hex } from '#values';
import { isZone, type ZoneName } from '#values/zones/zone-clock';

/**
 * `own:lab:0123456789abcdef`: what its author calls it, and the beginning of the
 * SHA-256 of its table.
 */
export type OwnCalendarName = `own:${string}`;

/** By name: sessions as one line, in the form of the lines of exchanges. */
export type CalendarTables = Readonly<Record<string, string>>;

/** What the author of a calendar may call it. */
export const ownTitle = '[A-Za-z0-9_-]{1,40}';
export const titlePattern = new RegExp(`^${ownTitle}$`);
const hash = '[0-9a-f]{16}';
export const ownName = `own:${ownTitle}:${hash}`;

/** Sessions of a file: 80 years of trading days. */
export const ownSessionsMax = 20_000;
/** Characters of a table; ten years of days with the same hours take some 300. */
export const ownTableMax = 200_000;

const known = new Map<string, string>();

/** The name of the calendar that a table has. */
export const nameOfTable = (table: string): OwnCalendarName =>
  `own:${table.slice(0, table.indexOf('|'))}:${sha256Hex(table).slice(0, 16)}`;

/**
 * Takes the calendars that a tape, a journal or a file brings along, if each is what its name
 * says; `calendarOf` knows them from then on. As names have a hash, it does not matter who brings
 * them, or how often.
 */
export function takeCalendars(tables: CalendarTables): boolean {
  const areRight = Object.entries(tables).every(([name, table]) => isNamed(name, table));
  if (areRight) for (const [name, table] of Object.entries(tables)) known.set(name, table);
  return areRight;
}

/** The same; throws `InvalidInput` for a table that is not what its name says. */
export function learnCalendars(tables: CalendarTables = {}): void {
  if (takeCalendars(tables)) return;
  const wrong = Object.entries(tables).find(([name, table]) => !isNamed(name, table));
  throw invalidInput('the sessions of a calendar are not those that its name says', {
    where: excerpt(wrong?.[0]),
    expected: 'the sessions with the hash in the name',
    found: excerpt(wrong?.[1]),
  });
}

const isNamed = (name: string, table: string): boolean =>
  known.get(name) === table || (isTable(table) && nameOfTable(table) === name);

/** The sessions of a calendar. Throws `InvalidInput` for one that nothing has brought along. */
export function tableOfOwn(name: OwnCalendarName): string {
  const table = known.get(name);
  if (table !== undefined) return table;
  throw invalidInput('the sessions of a calendar of its own are missing', {
    expected: 'a tape or journal that has them',
    found: excerpt(name),
  });
}

/** The zone on whose clock an own calendar has its dates. */
export const zoneOfOwn = (name: OwnCalendarName): ZoneName =>
  tableOfOwn(name).split('|')[1] as ZoneName;

export const isOwn = (name: string): name is OwnCalendarName => name.startsWith('own:');

/**
 * The tables behind calendar names, for the header of a tape; undefined if all names
 * are of exchanges.
 */
export function tablesOf(names: readonly string[]): CalendarTables | undefined {
  const own = new Set(names.filter(isOwn).map((name) => name.split(' ')[0] as OwnCalendarName));
  if (own.size === 0) return undefined;
  return Object.fromEntries([...own].sort().map((name) => [name, tableOfOwn(name)]));
}

/** The form of a table, as far as its use relies on it. */
function isTable(table: string): boolean {
  const fields = table.split('|');
  const [title = '', zone = '', range = '', perYear, ...rest] = fields;
  const [first, last] = range.split('..').map((text) => parseCivilDate(text));
  return (
    table.length <= ownTableMax &&
    fields.length === 8 &&
    titlePattern.test(title) &&
    isZone(zone) &&
    first !== undefined &&
    last !== undefined &&
    first <= last &&
    Number(perYear) > 0 &&
    rest.every((part) => /^[0-9a-z :,-]*$/.test(part))
  );
}
