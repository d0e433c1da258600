/**
 * Opens a data set from a reference: a folder, filings, a HERCULEAN environment file, a bundled
 * name, a recording.
 */

import { textAtStar } from './star-name.js';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import type { CalendarTables } from '#contracts/facts/own-calendars';
import { boundedText, requireRegular } from '#files';
import type { FileWarning } from '../findings/check-report.js';
import { bundledDataset, listBundledDatasets } from '../bundled/bundled-datasets.js';
import type { Dataset } from '../dataset/dataset.js';
import {
  barTables,
  factTables,
  filesOfTables,
  parseManifest,
  tableKinds,
  type DescribedManifest,
  type FactTable,
} from '../manifest/dataset-manifest.js';
import { calendarFiles, withOwnCalendars } from '../own-calendar/with-own-calendars.js';
import { tableDataset, type ReadingOptions } from './table-dataset.js';
import type { TaskFiles } from './dataset-tasks.js';
import { parseKnownAt } from '../tasks/known-at.js';
import { insideFolder } from '../rows/inside-folder.js';
import { fileInput } from '../rows/byte-input.js';
import { folderFiles, lazyDatabase, locate, type DatasetFiles } from '../tables/dataset-files.js';
import { herculeanTables } from '../tables/herculean-environment.js';
import type { TextLocation } from '../tables/table-location.js';
import { splitCases } from '../xbrl/cases-reference.js';
import { type CaseFiles, holdsXbrl, readXbrlFolder } from '../xbrl/xbrl-dataset.js';

export const manifestName = 'dataset.yaml';
const recordingName = 'recording.yaml';
const manifestBytesMax = 1 << 20;

export interface OpenDatasetOptions extends ReadingOptions {
  /** The own calendars of a recorded run, in place of their files if these are missing. */
  readonly calendars?: CalendarTables | undefined;
  /** Base of relative paths; defaults to the working directory. */
  readonly baseDirectory?: string;
  /** Opens the recording of a feed in a folder; if omitted, recordings are rejected. */
  readonly openRecording?: (folder: string) => Promise<Dataset>;
}

/**
 * Opens a data set; its files are read on first use. Throws `InvalidInput` with the file and line
 * of an error in the manifest, or with the valid kinds of reference; `Unavailable` for a database
 * that another process holds.
 */
export async function openDataset(
  reference: string,
  options: OpenDatasetOptions = {},
): Promise<Dataset> {
  const bundled = bundledDataset(reference);
  if (bundled) return openManifest(bundled.manifest, bundled.files, options);
  const path = resolve(options.baseDirectory ?? '.', reference);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return openCases(reference, path, options);
  if (stat.isDirectory()) {
    if (isRecordingFolder(path)) return openRecording(path, reference, options);
    return isXbrlFolder(path) ? openXbrl(path, undefined, options) : openFolder(path, options);
  }
  if (basename(path) === recordingName) return openRecording(dirname(path), reference, options);
  if (basename(path) === manifestName) return openFolder(dirname(path), options);
  if (['.duckdb', '.db'].includes(extname(path))) return openEnvironment(path, options);
  throw notADataset(
    ['.yaml', '.yml'].includes(extname(path))
      ? 'a YAML file is not a data set; a feed is recorded by `tapefold record`, and traded by ' +
          '`tapefold live`'
      : 'a single file is not a data set: put it into a folder with a dataset.yaml',
    reference,
  );
}

const isRecordingFolder = (path: string): boolean =>
  existsSync(resolve(path, recordingName)) && !existsSync(resolve(path, manifestName));

const isXbrlFolder = (path: string): boolean =>
  ![manifestName, recordingName].some((name) => existsSync(resolve(path, name))) && holdsXbrl(path);

/**
 * `path`: the whole reference, which does not exist. Messages name no folder: a registered data
 * set's is private.
 */
async function openCases(
  reference: string,
  path: string,
  options: OpenDatasetOptions,
): Promise<Dataset> {
  const parts = splitCases(path);
  if (parts === undefined || !reference.includes('#')) {
    throw notADataset('no such data set', reference);
  }
  if (isXbrlFolder(parts.data)) return openXbrl(parts.data, parts, options);
  throw invalidInput('a file of cases belongs to a folder of filing packages', {
    expected: `a folder that holds XBRL/ and no ${manifestName} before the #`,
    found: excerpt(basename(parts.data)),
  });
}

async function openXbrl(
  folder: string,
  cases: CaseFiles | undefined,
  options: OpenDatasetOptions,
): Promise<Dataset> {
  const { manifest, files, warnings, complete } = readXbrlFolder(folder, cases);
  return complete(await openManifest(manifest, files, { ...options, warnings }));
}

function openRecording(
  folder: string,
  reference: string,
  options: OpenDatasetOptions,
): Promise<Dataset> {
  if (options.openRecording) return options.openRecording(folder);
  throw notADataset('the recording of a feed cannot be used here', reference);
}

/** A data set from a manifest and the files that it names. */
export async function openManifest(
  described: DescribedManifest,
  files: DatasetFiles,
  options: OpenDatasetOptions & { warnings?: readonly FileWarning[] } = {},
): Promise<Dataset> {
  const manifest = withOwnCalendars(withEachFile(described, files), files, options.calendars);
  const parquet = lazyDatabase(null, manifest.name);
  const located = <T extends { readonly table: FactTable }>(one: T) => ({
    ...one,
    location: locate(files, one.table, parquet.open),
  });
  const bars = barTables(manifest).map((table) => located({ table }));
  const facts = factTables(manifest).map(located);
  const tasks = taskFiles(manifest, files);
  if (bars.length + facts.length === 0 && tasks === null) {
    throw invalidInput('the data set has no table', {
      where: manifest.name,
      expected: `bars, ${tableKinds.join(', ')}, tasks`,
    });
  }
  return tableDataset({ ...options, manifest, bars, facts, tasks, dispose: parquet.close });
}

function taskFiles(
  { tasks, origin }: Pick<DescribedManifest, 'tasks' | 'origin'>,
  files: DatasetFiles,
): TaskFiles | null {
  if (tasks === undefined) return null;
  const located = (file: string): TextLocation => ({
    format: 'jsonl',
    name: file,
    open: () => files.open(file),
  });
  return {
    location: located(tasks.file),
    knownAt: tasks.knownAt === undefined ? null : (parseKnownAt(tasks.knownAt) ?? null),
    solutions: tasks.solutions === undefined ? null : located(tasks.solutions),
    origin,
    root: files.pathOf(''),
  };
}

async function openFolder(folder: string, options: OpenDatasetOptions): Promise<Dataset> {
  const files = folderFiles(folder);
  const manifest = withEachFile(parseManifest(readManifest(folder), manifestName), files);
  const { ignore, tasks } = manifest;
  const spokenOf = new Set([
    ...filesOfTables(manifest),
    ...calendarFiles(manifest),
    tasks?.solutions,
    ...ignore,
  ]);
  const what = 'the file is neither used nor ignored by dataset.yaml';
  const warnings = readdirSync(folder)
    .filter((name) => /\.(csv|jsonl|ndjson|parquet)$/i.test(name) && !spokenOf.has(name))
    .sort()
    .map((name) => ({ file: name, what }));
  return openManifest(manifest, files, { ...options, warnings });
}

async function openEnvironment(path: string, options: OpenDatasetOptions): Promise<Dataset> {
  const name = basename(path);
  // The library would wait for the writer of a pipe.
  requireRegular(path, name);
  const database = lazyDatabase(path, name);
  try {
    const tables = await herculeanTables(await database.open(), {
      name: basename(path, extname(path)),
      open: () => fileInput(path, name),
      database: database.open,
    });
    return await tableDataset({ ...options, ...tables, dispose: database.close });
  } catch (error) {
    await database.close();
    throw error;
  }
}

function readManifest(folder: string): string {
  const path = insideFolder(folder, manifestName);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) {
    throw invalidInput(`the folder has no ${manifestName}`, { where: basename(folder) });
  }
  return boundedText(path, manifestName, manifestBytesMax);
}

function notADataset(what: string, reference: string): Error {
  const bundled = listBundledDatasets().map(({ name }) => name);
  return invalidInput(what, {
    expected: `a folder with a ${manifestName}, a .duckdb file, or one of ${bundled.join(', ')}`,
    found: excerpt(reference),
  });
}

type ListedTable = Pick<FactTable, 'file' | 'symbol' | 'columns'>;

/**
 * The manifest with one table of bars, trades or quotes per file that a name with `*` matches. The
 * text matched by the first `*` is the symbol, unless the table names one or a symbol column.
 * Throws `InvalidInput` if no file matches.
 */
function withEachFile(manifest: DescribedManifest, files: DatasetFiles): DescribedManifest {
  // Manifests without a `*` stay unchanged: their content hash depends on whether there is a list.
  const expand = <T extends ListedTable>(tables: T | T[] | undefined): T | T[] | undefined => {
    const list = [tables ?? []].flat() as T[];
    return list.some(isMany)
      ? list.flatMap((table) => (isMany(table) ? eachFile(table, files) : table))
      : tables;
  };
  const { bars, trades, quotes } = manifest;
  return { ...manifest, bars: expand(bars), trades: expand(trades), quotes: expand(quotes) };
}

const isMany = ({ file }: ListedTable): boolean => file.includes('*');

function eachFile<T extends ListedTable>(table: T, files: DatasetFiles): T[] {
  const isNamed = table.symbol !== undefined || table.columns?.['symbol'] !== undefined;
  const symbols = new Map<string, string>();
  for (const name of files.list(table.file)) {
    const symbol = textAtStar(table.file, name);
    if (symbol !== undefined) symbols.set(name, symbol);
  }
  if (symbols.size === 0) throw invalidInput('no file matches this name', { where: table.file });
  const names = [...symbols.keys()].sort();
  return names.map((file) => {
    return isNamed ? { ...table, file } : { ...table, file, symbol: symbols.get(file)! };
  });
}
