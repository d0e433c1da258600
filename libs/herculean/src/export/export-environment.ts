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
import type { Dataset } from '#market-data/dataset/dataset';
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
 * Writes `out`, or appends what the data set has after its last day. Throws `Conflict` with table, row and column of a
 * difference in existing rows; `Unavailable` if another process holds the file. A crash leaves the file either
 * unchanged or complete.
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
 * Writes the new state into another file. The old one stays open meanwhile, which locks out other writers. Its content
 * is copied through the database, because a second handle on a file would release the lock when closed.
 */
async function writeInto(
  dataset: Dataset,
  { connection }: Connected,
  { partial, name }: Place,
  isNew: boolean,
  options: ExportOptions,
): Promise<ExportReport> {
  await connection.run(`ATTACH ${quoteText(partial)} AS next_state`);
  if (!isNew) {
    const [row] = (await connection.runAndReadAll('SELECT current_database() AS name')).getRows();
    await connection.run(`COPY FROM DATABASE ${quoteName(String(row?.[0]))} TO next_state`);
  }
  await connection.run('USE next_state');
  const database = new EnvironmentDatabase(connection, name);
  const known = isNew ? undefined : await database.settings();
  const { from, symbols } = startOf(known, options, name);
  const last = isNew ? undefined : await database.lastCut();
  const { first, through } = await endOf(dataset, options);
  const rows = new EnvironmentRows(dataset, { from: from ?? -Infinity, through, symbols });
  await database.stage(rows.rows());
  const newsIds = await newsIdsOf(dataset, database, known);
  if (isNew) await database.create(settingsOf(dataset, from, symbols, newsIds));
  const compared =
    last === undefined ? noRows : await database.compare(earlier(last, formatCivilDate(through)));
  const begin =
    last === undefined ? Math.max(first, from ?? first) : (parseCivilDate(last) as CivilDate) + 1;
  // Days that become known together: each session, or the last of each completed week.
  const cuts = options.weekly
    ? endsOfWeeks(dataset.calendar, begin, through)
    : dataset.calendar.sessionsBetween(begin, through);
  const days = cuts.map(formatCivilDate);
  const appended = await database.append(last, days, newsIds);
  await connection.run('CHECKPOINT next_state');
  return {
    ...{ file: name, isNew, from: from === undefined ? null : formatCivilDate(from) },
    ...{ through: days.at(-1) ?? last ?? null, cuts: days, appended, compared },
    ...{ leftOut: Object.fromEntries(rows.leftOut), rules: environmentRules },
  };
}

/** Where the file begins and what it holds: its own settings and the requested ones must agree. */
function startOf(
  known: ReadonlyMap<string, string> | undefined,
  { from, symbols }: ExportOptions,
  file: string,
): { from: CivilDate | undefined; symbols: readonly string[] | undefined } {
  if (!known) return { from, symbols };
  for (const [name, rule] of Object.entries(environmentRules)) {
    requireSame(file, `rule ${name}`, known.get(`rule ${name}`) ?? 'nothing', rule);
  }
  const begun = known.get('from') ?? beginning;
  if (from !== undefined) requireSame(file, 'from', begun, formatCivilDate(from));
  const held = known.get('symbols') ?? allSymbols;
  if (symbols) requireSame(file, 'symbols', held, symbolsText(symbols));
  return {
    from: parseCivilDate(begun),
    symbols: held === allSymbols ? undefined : held.split(' '),
  };
}

function requireSame(file: string, name: string, held: string, wanted: string): void {
  if (held === wanted) return;
  throw conflict('the file was begun otherwise', {
    where: `${file}, tapefold_export, ${name}`,
    expected: held,
    found: wanted,
  });
}

const beginning = 'the beginning';
const allSymbols = 'all';
const symbolsText = (symbols: readonly string[] | undefined): string =>
  symbols ? [...new Set(symbols)].sort().join(' ') : allSymbols;

function settingsOf(
  dataset: Dataset,
  from: CivilDate | undefined,
  symbols: readonly string[] | undefined,
  newsIds: string,
): Map<string, string> {
  return new Map([
    ['dataset', dataset.name],
    ['from', from === undefined ? beginning : formatCivilDate(from)],
    ['symbols', symbolsText(symbols)],
    ['price basis', dataset.priceBasis],
    ['news ids', newsIds],
    ...Object.entries(environmentRules).map(([name, rule]) => [`rule ${name}`, rule] as const),
  ]);
}

/** A data set that itself resembles a HERCULEAN file keeps its news ids; all others are numbered. */
async function newsIdsOf(
  dataset: Dataset,
  database: EnvironmentDatabase,
  known: ReadonlyMap<string, string> | undefined,
): Promise<'source' | 'numbered'> {
  if (known) return known.get('news ids') === 'source' ? 'source' : 'numbered';
  if (dataset.dateRule !== 'herculean-date') return 'numbered';
  return (await database.hasWholeIds()) ? 'source' : 'numbered';
}

/** The first session of the data set and the last requested one; throws `InvalidInput` beyond the last bar. */
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

/** Removes files of processes that crashed while writing: no other process writes while the file is held. */
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
