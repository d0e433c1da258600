/**
 * Converts any readable data set to a folder of the documented format: complete and checked, or not
 * created at all.
 */

import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { conflict, invalidInput } from '#values';
import type { CheckReport } from '../findings/check-report.js';
import type { Dataset } from '../dataset/dataset.js';
import { barTables, tableKinds, type TableKind } from '../manifest/dataset-manifest.js';
import { manifestName, openDataset, type OpenDatasetOptions } from '../open/open-dataset.js';
import { writtenCalendars, type WrittenCalendars } from '../own-calendar/written-calendars.js';
import { chunksOf, csvLine, tableRowsOf, textsOf, type TableRows } from './row-of-fact.js';

interface ImportDatasetOptions extends OpenDatasetOptions {
  readonly badRows?: 'refuse' | 'drop';
}

const writeChars = 1 << 16;

/**
 * Reads a data set and writes it to `outDirectory`, which must not exist (`Conflict`). The output
 * is opened and checked before the final rename. Returns that check's report. Throws `InvalidInput`
 * if it has tasks.
 */
export async function importDataset(
  reference: string,
  outDirectory: string,
  options: ImportDatasetOptions = {},
): Promise<CheckReport> {
  const out = resolve(options.baseDirectory ?? '.', outDirectory);
  if (statSync(out, { throwIfNoEntry: false })) {
    throw conflict('the directory already exists', { where: basename(out) });
  }
  const dataset = await openDataset(reference, options);
  const partial = `${out}.partial-${process.pid}`;
  try {
    refuseTasks(dataset);
    mkdirSync(dirname(out), { recursive: true });
    mkdirSync(partial);
    await writeDataset(dataset, partial, options.badRows);
    const report = await checkWritten(partial);
    renameSync(partial, out);
    return report;
  } finally {
    rmSync(partial, { recursive: true, force: true });
    await dataset.close();
  }
}

/** They would be lost silently, because an import must not read solutions. */
function refuseTasks({ manifest: { name, tasks } }: Dataset): void {
  if (tasks === undefined) return;
  throw invalidInput('a data set with tasks cannot be imported', {
    where: name,
    expected: 'tables alone; files of tasks and solutions are copied as they are',
  });
}

async function writeDataset(
  dataset: Dataset,
  folder: string,
  badRows: 'refuse' | 'drop' = 'refuse',
): Promise<void> {
  const symbols = [...dataset.symbols].sort();
  const until = dataset.calendar.lastDate;
  const sources = await dataset.openSources({ symbols, until, badRows });
  const writers = new Map<string, LineWriter>();
  const write = ({ holds, rows }: TableRows): void => {
    const file = fileOf(holds);
    const isLines = file.endsWith('.jsonl');
    const known = writers.get(file);
    const writer = known ?? new LineWriter(join(folder, file));
    writers.set(file, writer);
    if (!known && !isLines) writer.write(csvLine(Object.keys(rows[0] as object)));
    for (const row of rows)
      writer.write(isLines ? JSON.stringify(row) : csvLine(Object.values(row)));
  };
  const textOf = textsOf(dataset);
  try {
    for await (const columns of chunksOf(sources)) {
      for (let row = 0; row < columns.count; row++) {
        const symbol = symbols[columns.instrument[row] as number] as string;
        const rows = tableRowsOf(dataset, columns, row, symbol, textOf);
        if (rows) write(rows);
      }
    }
  } finally {
    for (const one of writers.values()) one.flush();
  }
  const calendars = writtenCalendars(dataset.manifest);
  for (const { file, text } of calendars.files) writeFileSync(join(folder, file), text);
  const manifest = manifestOf(dataset, symbols, new Set(writers.keys()), calendars);
  writeFileSync(join(folder, manifestName), stringify(manifest));
}

/** The file of a table; texts and nested values do not fit into CSV. */
function fileOf(holds: TableRows['holds']): string {
  if (holds === 'bars') return 'prices.csv';
  return `${holds}.${['news', 'filings', 'fundamentals'].includes(holds) ? 'jsonl' : 'csv'}`;
}

/** Undefined members are not written. */
function manifestOf(
  dataset: Dataset,
  symbols: readonly string[],
  written: ReadonlySet<string>,
  { calendar, calendars }: WrittenCalendars,
): object {
  const { currency, currencies, dateRule, synthetic, peers } = dataset.manifest;
  const { dayStart, weekStart } = dataset.manifest;
  const kept = Object.entries(peers)
    .filter(([symbol]) => symbols.includes(symbol))
    .map(([symbol, named]) => [symbol, named.filter((peer) => symbols.includes(peer))]);
  const [bars] = barTables(dataset.manifest);
  const stamp =
    dataset.barFrequency === 'daily'
      ? { frequency: bars?.frequency ?? ('daily' as const), stamp: 'session' as const }
      : { frequency: 'intraday' as const, stamp: 'end' as const };
  const { priceBasis, tradePrice, adjusted, closeOnly } = dataset;
  const table = (holds: TableKind) => {
    const file = fileOf(holds);
    return [holds, written.has(file) ? { file } : undefined];
  };
  return {
    name: dataset.name,
    calendar,
    dayStart,
    weekStart,
    calendars,
    timeZone: 'UTC',
    currency,
    currencies: Object.keys(currencies).length === 0 ? undefined : currencies,
    dateRule,
    synthetic: synthetic || undefined,
    bars: written.has(fileOf('bars'))
      ? {
          file: fileOf('bars'),
          ...stamp,
          priceBasis,
          tradePrice,
          ...(adjusted && { adjusted }),
          ...(closeOnly && { closeOnly }),
        }
      : undefined,
    ...Object.fromEntries(tableKinds.map(table)),
    symbols: [...symbols],
    peers: kept.length === 0 ? undefined : Object.fromEntries(kept),
  };
}

async function checkWritten(folder: string): Promise<CheckReport> {
  const written = await openDataset(folder);
  try {
    const report = await written.check();
    const [first] = report.errors;
    if (!first) return report;
    throw invalidInput(`the data set does not survive the import: ${first.what}`, {
      where: `${first.file} line ${first.line}`,
    });
  } finally {
    await written.close();
  }
}

/** Writes lines into a file in batches. */
class LineWriter {
  private text = '';

  constructor(private readonly path: string) {}

  write(line: string): void {
    this.text += `${line}\n`;
    if (this.text.length > writeChars) this.flush();
  }

  flush(): void {
    appendFileSync(this.path, this.text);
    this.text = '';
  }
}
