/** The files of a data set: in a folder, or made by a program. */

import { globSync } from 'node:fs';
import { extname } from 'node:path';
import { invalidInput } from '#values';
import { fileInput, memoryInput, type ByteInput } from '../rows/byte-input.js';
import { insideFolder } from '../rows/inside-folder.js';
import { openDatabase, parquetRelation, type Database } from './database.js';
import type { FileText, TableLocation } from './table-location.js';

export interface DatasetFiles {
  open(file: string): ByteInput;
  /** The file's path on disk, links resolved; undefined for one in memory. */
  pathOf(file: string): string | undefined;
  /** The files whose names match a pattern with `*`. */
  list(pattern: string): readonly string[];
  /** Files that hold the texts of rows, by the path that rows use. */
  readonly texts?: ReadonlyMap<string, FileText>;
}

export function folderFiles(folder: string): DatasetFiles {
  return {
    open: (file) => fileInput(insideFolder(folder, file), file),
    pathOf: (file) => insideFolder(folder, file),
    list: (pattern) => globSync(pattern, { cwd: folder }),
  };
}

export function memoryFiles(files: ReadonlyMap<string, Uint8Array>): DatasetFiles {
  return {
    open: (file) => {
      const bytes = files.get(file);
      if (bytes) return memoryInput(file, bytes);
      throw invalidInput('no such file', { where: file });
    },
    pathOf: () => undefined,
    list: () => [...files.keys()],
  };
}

const formatOfExtension: Readonly<Record<string, 'csv' | 'jsonl' | 'parquet'>> = {
  '.csv': 'csv',
  '.txt': 'csv',
  '.tsv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.parquet': 'parquet',
};

/** Locates a table of the manifest. `parquet` opens the database through which Parquet is read. */
export function locate(
  files: DatasetFiles,
  table: { readonly file: string; readonly format?: 'csv' | 'jsonl' | 'parquet' | undefined },
  parquet: () => Promise<Database>,
): TableLocation {
  const { file } = table;
  const format = table.format ?? formatOfExtension[extname(file).toLowerCase()];
  if (format === undefined) {
    throw invalidInput('the format of the file is not known', {
      where: file,
      expected: '.csv, .txt, .tsv, .jsonl, .parquet, or a format in dataset.yaml',
    });
  }
  if (format !== 'parquet') {
    return { format, name: file, texts: files.texts, open: () => files.open(file) };
  }
  return {
    format: 'database',
    ...parquetRelation(existingPath(files, file), file, ', file_row_number=true'),
    rowNumber: 'file_row_number',
    database: parquet,
    open: () => files.open(file),
  };
}

function existingPath(files: DatasetFiles, file: string): string {
  files.open(file).close();
  const path = files.pathOf(file);
  if (path !== undefined) return path;
  throw invalidInput('Parquet is read from files only', { where: file });
}

/** A database that is opened once, on first use. */
export function lazyDatabase(
  path: string | null,
  name: string,
): { open(): Promise<Database>; close(): Promise<void> } {
  let opened: Promise<Database> | undefined;
  return {
    open: () => (opened ??= openDatabase(path, name)),
    close: async () => {
      const database = await opened?.catch(() => undefined);
      database?.close();
      opened = undefined;
    },
  };
}
