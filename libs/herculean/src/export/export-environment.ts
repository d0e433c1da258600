/** Writes a HERCULEAN environment file from a data set, and rolls it forward atomically. */

import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { conflict, formatCivilDate, invalidInput, parseCivilDate, unavailable } from '#values';
import type { CivilDate } from '#values';
import { endsOfWeeks } from '#market-data/calendar/periodic';
import type { Dataset } from '#market-data';
import { connect, quoteName, quoteText, type Connected } from '#market-data/tables/database';
import { EnvironmentDatabase, noRows, type TableCounts } from './environment-database.js';
import { EnvironmentRows, environmentRules, requireEnvironment } from './environment-rows.js';

export interface ExportOptions {
  /** Last day of the file; defaults to the last session of the data set. */
  readonly through?: CivilDate | undefined;
  /** First day of a new file; defaults to the start of the data set. */
  readonly from?: CivilDate | undefined;
  /** The file grows by whole weeks: up to the last session of a week. */
  readonly weekly?: boolean;
  /** Symbols of a new file, in its own names; defaults to all. */
  readonly symbols?: readonly string[] | undefined;
}

export interface ExportReport {
  readonly file: string;
  readonly isNew: boolean;
  /** First day; null if it begins with the data set. */
  readonly from: string | null;
  /** Last day now in the file; null if it is empty. */
  readonly through: string | null;
  /** Days, or last days of weeks, that were appended. */
  readonly cuts: readonly string[];
  readonly appended: TableCounts;
  /** Existing rows that match the data set. */
  readonly compared: TableCounts;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly rules: Readonly<Record<string, string>>;
}

/**
 * Writes `out`, or appends what the data set has after its last day. Throws `Conflict` with table,
 * row and column of a difference in existing rows; `Unavailable` if another process holds the file.
 * A crash leaves the file either unchanged or complete.
 */
export async function exportEnvironment(
  dataset: Dataset,
  out: string,
  options: ExportOptions = {},
): Promise<ExportReport> {
  requireEnvironment(dataset);
  const path = resolve(out);
  const file: Place = { path, name: basename(path), partial: `${path}.partial-${process.pid}` };
  const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
  const held = await connect(isNew ? null : path, file.name, 'written');
  try {
    if (!isNew) removeLeftovers(path);
    const report = await writeInto(dataset, held, file, isNew, options);
    if (report.cuts.length === 0 && !isNew) return report;
    sync(file.partial);
    if (isNew) publishNew(file);
    else renameSync(file.partial, path);
    return report;
  } finally {
    held.close();
    rmSync(file.partial, { force: true });
    rmSync(`${file.partial}.wal`, { force: true });
  }
}

interface Place {
  readonly path: string;
  readonly name: string;
  /** Receives the new state, and is then renamed to the file. */
  readonly partial: string;
}

/**
 * Writes the new state into another file. The old one stays open meanwhile, which locks out other
 * writers. Its content is copied through the database, because a second handle on a file would
 * release the lock when closed.
 */
async function writeInto(
  dataset: Dataset,
  { connection }: Connected,
  { partial, name }: Place,
  isNew: boolean,
  options: ExportOptions,
): Promise<ExportReport> {
  await connection.run(`ATTACH ${quoteText(partial)} AS next_state`);
  if (!isNew) await copyState(connection);
  await connection.run('USE next_state');
  const database = new EnvironmentDatabase(connection, name);
  const known = isNew ? undefined : await database.settings();
  const { from, symbols } = startOf(known, options, name);
  const last = isNew ? undefined : await database.lastCut();
  const { first, through } = await endOf(dataset, options);
  const rows = new EnvironmentRows(dataset, { from: from ?? -Infinity, through, symbols });
  await database.stage(rows.rows());
  const newsIds = await newsIdsOf(dataset, database, known);
  if (isNew) {
    const { name: source, priceBasis } = dataset;
    await database.create({
      dataset: source,
      ...whole,
      ...startSettings({ from, symbols }),
      'price basis': priceBasis,
      'news ids': newsIds,
      ...ruleSettings,
    });
  }
  const compared =
    last === undefined ? noRows : await database.compare(earlier(last, formatCivilDate(through)));
  const begin =
    last === undefined ? Math.max(first, from ?? first) : (parseCivilDate(last) as CivilDate) + 1;
  const days = cutsOf(dataset, { begin, through }, options).map(formatCivilDate);
  const appended = await database.append(last, days, newsIds);
  await connection.run('CHECKPOINT next_state');
  return {
    file: name,
    isNew,
    from: from === undefined ? null : formatCivilDate(from),
    through: days.at(-1) ?? last ?? null,
    cuts: days,
    appended,
    compared,
    leftOut: Object.fromEntries(rows.leftOut),
    rules: environmentRules,
  };
}

/** Settings of a file that may be begun otherwise, and those of one that was begun with none. */
const whole = { from: 'the beginning', symbols: 'all' };

/** Where the file begins and what it holds: its own settings and the requested ones must agree. */
function startOf(
  known: ReadonlyMap<string, string> | undefined,
  { from, symbols }: ExportOptions,
  file: string,
): Pick<ExportOptions, 'from' | 'symbols'> {
  if (!known) return { from, symbols };
  const begun: typeof whole & Readonly<Record<string, string>> = {
    ...whole,
    ...Object.fromEntries(known),
  };
  const wanted = { ...ruleSettings, ...startSettings({ from, symbols }) };
  for (const [name, found] of Object.entries(wanted)) {
    const expected = begun[name] ?? 'nothing';
    if (expected === found) continue;
    const where = `${file}, tapefold_export, ${name}`;
    throw conflict('the file was started with other settings', { where, expected, found });
  }
  return {
    from: parseCivilDate(begun.from),
    symbols: begun.symbols === whole.symbols ? undefined : begun.symbols.split(' '),
  };
}

const ruleSettings = Object.fromEntries(
  Object.entries(environmentRules).map(([name, rule]) => [`rule ${name}`, rule]),
);

/** Days that become known together: each session, or the last of each completed week. */
const cutsOf = (
  { calendar }: Dataset,
  { begin, through }: { readonly begin: CivilDate; readonly through: CivilDate },
  { weekly }: ExportOptions,
): readonly CivilDate[] =>
  weekly ? endsOfWeeks(calendar, begin, through) : calendar.sessionsBetween(begin, through);

/** Continues in `next_state` with what the file holds. */
async function copyState(connection: Connected['connection']): Promise<void> {
  const [row] = (await connection.runAndReadAll('SELECT current_database() AS name')).getRows();
  await connection.run(`COPY FROM DATABASE ${quoteName(String(row?.[0]))} TO next_state`);
}

/** The start of a file as its settings; without what is not requested. */
const startSettings = ({ from, symbols }: ExportOptions): Readonly<Record<string, string>> => ({
  ...(from !== undefined && { from: formatCivilDate(from) }),
  ...(symbols && { symbols: [...new Set(symbols)].sort().join(' ') }),
});

/**
 * A data set that itself resembles a HERCULEAN file keeps its news ids; all others are numbered.
 */
async function newsIdsOf(
  dataset: Dataset,
  database: EnvironmentDatabase,
  known: ReadonlyMap<string, string> | undefined,
): Promise<'source' | 'numbered'> {
  if (known) return known.get('news ids') === 'source' ? 'source' : 'numbered';
  if (dataset.dateRule !== 'herculean-date') return 'numbered';
  return (await database.hasWholeIds()) ? 'source' : 'numbered';
}

/**
 * The first session of the data set and the last requested one; throws `InvalidInput`
 * beyond the last bar.
 */
async function endOf(
  dataset: Dataset,
  { through }: ExportOptions,
): Promise<{ first: CivilDate; through: CivilDate }> {
  const { first, last } = await extentOf(dataset);
  if (through === undefined) return { first, through: last };
  const session = dataset.calendar.sessionOnOrBefore(through);
  if (session <= last) return { first, through: session };
  throw invalidInput('the data set does not reach that far', {
    where: dataset.name,
    expected: `at most ${formatCivilDate(last)}, its last bar`,
    found: formatCivilDate(through),
  });
}

async function extentOf(dataset: Dataset): Promise<{ first: CivilDate; last: CivilDate }> {
  const coverage = await dataset.coverage();
  const firsts = coverage.flatMap(({ firstSession }) => firstSession ?? []);
  const lasts = coverage.flatMap(({ lastSession }) => lastSession ?? []);
  if (firsts.length > 0) return { first: Math.min(...firsts), last: Math.max(...lasts) };
  throw invalidInput('the data set has no bars', { where: dataset.name, expected: 'daily bars' });
}

const earlier = (one: string, other: string): string => (one < other ? one : other);

/**
 * Removes files of processes that crashed while writing: no other process writes while
 * the file is held.
 */
function removeLeftovers(path: string): void {
  const prefix = `${basename(path)}.partial-`;
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(path), name), { force: true });
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Two processes may create the same file: the second one finds that of the first. */
function publishNew({ partial, path, name }: Place): void {
  try {
    linkSync(partial, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw unavailable('the file cannot be written', { where: name, cause });
    }
    throw conflict('another process has just written the file', { where: name });
  }
}
