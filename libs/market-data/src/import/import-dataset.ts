/** Converts any readable data set to a folder of the documented format: complete and checked, or not created at all. */

import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { conflict, excerpt, invalidInput } from '#values';
import { factKinds, type FactColumns } from '#contracts';
import type { CheckReport } from '../findings/check-report.js';
import type { Dataset } from '../dataset/dataset.js';
import {
  barTables,
  parseManifest,
  tableFields,
  type DatasetManifestInput,
  type FactTableKind,
} from '../manifest/dataset-manifest.js';
import {
  manifestName,
  openDataset,
  openManifest,
  type OpenDatasetOptions,
} from '../open/open-dataset.js';
import { folderFiles } from '../tables/dataset-files.js';
import {
  barHeader,
  barLine,
  chunksOf,
  csvField,
  rowsOfFact,
  textsOf,
  tickHeaders,
  tickLine,
  tickTableOf,
} from './row-of-fact.js';

interface ImportDatasetOptions extends OpenDatasetOptions {
  /**
   * Text of a manifest that describes files without one (a single CSV and its columns); file names in
   * it are relative to the referenced file or folder.
   */
  readonly manifest?: string;
  /** Name of the new data set; defaults to that of the old one. */
  readonly name?: string;
  readonly badRows?: 'refuse' | 'drop';
}

const writeChars = 1 << 16;

/**
 * Reads a data set and writes it to `outDirectory`, which must not exist (`Conflict`). The output is
 * opened and checked before the final rename. Returns that check's report. Throws `InvalidInput` if it has tasks.
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
  const dataset = await openAny(reference, options);
  const partial = `${out}.partial-${process.pid}`;
  try {
    refuseTasks(dataset);
    mkdirSync(dirname(out), { recursive: true });
    mkdirSync(partial);
    await writeDataset(dataset, partial, options);
    const report = await checkWritten(partial);
    renameSync(partial, out);
    return report;
  } finally {
    rmSync(partial, { recursive: true, force: true });
    await dataset.close();
  }
}

async function openAny(reference: string, options: ImportDatasetOptions): Promise<Dataset> {
  if (options.manifest === undefined) return openDataset(reference, options);
  const path = resolve(options.baseDirectory ?? '.', reference);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw invalidInput('no such file', { found: excerpt(reference) });
  const folder = stat.isDirectory() ? path : dirname(path);
  return openManifest(parseManifest(options.manifest, 'manifest'), folderFiles(folder), options);
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
  { name = dataset.name, badRows = 'refuse' }: ImportDatasetOptions,
): Promise<void> {
  const symbols = [...dataset.symbols].sort();
  const until = dataset.calendar.lastDate;
  const sources = await dataset.openSources({ symbols, until, badRows });
  const writers = new Map<string, LineWriter>();
  const writer = (file: string, header?: string): LineWriter => {
    const known = writers.get(file);
    if (known) return known;
    const made = new LineWriter(join(folder, file));
    if (header !== undefined) made.write(header);
    writers.set(file, made);
    return made;
  };
  const daily = dataset.barFrequency === 'daily';
  const textOf = textsOf(dataset);
  try {
    for await (const columns of chunksOf(sources)) {
      for (let row = 0; row < columns.count; row++) {
        const symbol = symbols[columns.instrument[row] as number] as string;
        const kind = columns.kind[row] as number;
        const ticks = tickTableOf(kind);
        if (kind === factKinds.bar) {
          const line = barLine(dataset, columns, row, symbol);
          writer('prices.csv', barHeader(daily)).write(line);
        } else if (ticks) {
          const line = tickLine(ticks, columns, row, symbol);
          writer(`${ticks}.csv`, tickHeaders[ticks]).write(line);
        } else writeFact(columns, row, textOf, writer);
      }
    }
  } finally {
    for (const one of writers.values()) one.flush();
  }
  const manifest = manifestOf(dataset, name, symbols, new Set(writers.keys()));
  writeFileSync(join(folder, manifestName), stringify(manifest));
}

const csvTables: Readonly<Partial<Record<FactTableKind, readonly string[]>>> = {
  dividends: tableFields.dividends,
  splits: tableFields.splits,
};

function writeFact(
  columns: FactColumns,
  row: number,
  textOf: ReturnType<typeof textsOf>,
  writer: (file: string, header?: string) => LineWriter,
): void {
  const payload = columns.payload[row];
  const fact = payload && rowsOfFact(payload, textOf);
  if (!fact) return;
  const header = csvTables[fact.holds];
  for (const fields of fact.rows) {
    if (!header) writer(`${fact.holds}.jsonl`).write(JSON.stringify(fields));
    else {
      const line = header.map((name) => csvField(String(fields[name] ?? ''))).join(',');
      writer(`${fact.holds}.csv`, header.join(',')).write(line);
    }
  }
}

function manifestOf(
  dataset: Dataset,
  name: string,
  symbols: readonly string[],
  written: ReadonlySet<string>,
): DatasetManifestInput {
  const { calendar, currency, currencies, dateRule, synthetic, peers } = dataset.manifest;
  const kept = Object.entries(peers)
    .filter(([symbol]) => symbols.includes(symbol))
    .map(([symbol, named]) => [symbol, named.filter((peer) => symbols.includes(peer))]);
  const [bars] = barTables(dataset.manifest);
  const stamp =
    dataset.barFrequency === 'daily'
      ? { frequency: bars?.frequency ?? ('daily' as const), stamp: 'session' as const }
      : { frequency: 'intraday' as const, stamp: 'end' as const };
  const { priceBasis, tradePrice, adjusted } = dataset;
  const table = (file: string) => (written.has(file) ? { file } : undefined);
  return withoutUndefined({
    name,
    calendar,
    timeZone: 'UTC',
    currency,
    currencies: Object.keys(currencies).length === 0 ? undefined : currencies,
    dateRule,
    synthetic: synthetic || undefined,
    bars: written.has('prices.csv')
      ? { file: 'prices.csv', ...stamp, priceBasis, tradePrice, ...(adjusted && { adjusted }) }
      : undefined,
    news: table('news.jsonl'),
    filings: table('filings.jsonl'),
    fundamentals: table('fundamentals.jsonl'),
    dividends: table('dividends.csv'),
    splits: table('splits.csv'),
    trades: table('trades.csv'),
    quotes: table('quotes.csv'),
    symbols: [...symbols],
    peers: kept.length === 0 ? undefined : Object.fromEntries(kept),
  });
}

function withoutUndefined(manifest: Record<string, unknown>): DatasetManifestInput {
  const entries = Object.entries(manifest).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as DatasetManifestInput;
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
