/** Creates a data set from downloaded files: copies, and a `dataset.yaml` that explains its entries. */

import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { conflict } from '#values';
import { requireRegular } from '#files';
import { parseManifest } from '../manifest/dataset-manifest.js';
import { manifestName } from '../open/open-dataset.js';
import { folderFiles, lazyDatabase, locate } from '../tables/dataset-files.js';
import { currencyPair } from './guess-stamps.js';
import { guessTables, type Guess, type GuessedTable } from './guess-table.js';
import { unpackGzip } from './unpack-gzip.js';

export interface InitOptions {
  /** The symbol of files without a symbol column; by default taken from their names. */
  readonly symbol?: string | undefined;
  readonly calendar?: string | undefined;
  /** Name of the data set; defaults to that of the folder. */
  readonly name?: string;
}

const known = /\.(csv|txt|tsv|jsonl|ndjson|parquet)$/i;

/**
 * Copies the files into a new folder (`Conflict` if it exists) and writes its manifest, atomically. The caller
 * checks it: a guess may be wrong. Throws `InvalidInput` with the file, and what was expected in it.
 */
export async function initDataset(
  paths: readonly string[],
  folder: string,
  { symbol, calendar, name = basename(folder) }: InitOptions = {},
): Promise<void> {
  const out = resolve(folder);
  if (existsSync(out)) throw conflict('the directory already exists', { where: folder });
  const partial = `${out}.partial-${process.pid}`;
  const parquet = lazyDatabase(null, name);
  try {
    mkdirSync(partial, { recursive: true });
    const tables: GuessedTable[] = [];
    for (const path of paths) {
      const file = await copyInto(partial, path);
      const format = known.test(file) ? undefined : ('csv' as const);
      const location = locate(folderFiles(partial), { file, format }, parquet.open);
      const guessed = await guessTables(location, symbol);
      const keys = Object.entries({ file, format });
      tables.push(...guessed.map((one) => ({ ...one, keys: [...keys, ...one.keys] })));
    }
    const manifest = manifestOf(tables, name, calendar);
    parseManifest(manifest, manifestName);
    writeFileSync(join(partial, manifestName), manifest);
    renameSync(partial, out);
  } finally {
    await parquet.close();
    rmSync(partial, { recursive: true, force: true });
  }
}

async function copyInto(folder: string, path: string): Promise<string> {
  const file = basename(path).replace(/\.gz$/i, '');
  const target = join(folder, file);
  requireRegular(path, path);
  if (existsSync(target)) throw conflict('two files have the same name', { where: path });
  const bounds = /\.parquet$/i.test(file) ? { lineBytesMax: Infinity } : {};
  if (/\.gz$/i.test(path)) await unpackGzip(path, target, path, bounds);
  else copyFileSync(path, target, constants.COPYFILE_FICLONE);
  return file;
}

function manifestOf(tables: readonly GuessedTable[], name: string, calendar?: string): string {
  const widest = (['24/7', '24/5', 'XNYS'] as const).find((one) =>
    tables.some((table) => table.calendar === one),
  );
  const fit = Math.floor(100 * Math.min(...tables.map((table) => table.fit)));
  const why = calendar ? '--calendar' : `times, ${fit}% of which are of sessions in New York`;
  const symbols = tables.flatMap(({ keys }) =>
    keys.flatMap(([key, value]) => (key === 'symbol' ? String(value) : [])),
  );
  const quote = currencyPair.exec(symbols[0] ?? '')?.[2]?.toUpperCase();
  // All bars of a data set have one basis: the one that uses the most future information.
  const basis = ['adjusted', 'split-adjusted', 'raw'].find((one) =>
    tables.some(({ keys }) => keys.some(([key, value]) => key === 'priceBasis' && value === one)),
  );
  const lines = [
    line('', ['name', name]),
    line('', ['calendar', calendar ?? widest, why]),
    line('', ['currency', quote ?? 'USD', quote ? 'the pair' : 'nothing: the files do not tell']),
  ];
  for (const holds of ['bars', 'quotes', 'trades'] as const) {
    const those = tables.filter((table) => table.holds === holds);
    if (those.length > 0) lines.push(`${holds}:`);
    for (const { keys } of those) {
      const given = keys.filter(([, value]) => value !== undefined);
      for (const [index, [key, value, reason]] of given.entries()) {
        const guess: Guess = [key, key === 'priceBasis' ? basis : value, reason];
        lines.push(line(index === 0 ? '  - ' : '    ', guess));
      }
    }
  }
  return ['# Written by tapefold data init: edit what is wrong.', ...lines, ''].join('\n');
}

function line(indent: string, [key, value, why]: Guess): string {
  const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  return `${indent}${key}: ${text}${why === undefined ? '' : ` # guessed from ${why}`}`;
}
