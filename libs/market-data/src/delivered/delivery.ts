/** Brings files into a folder as plain tables: archives are unpacked, all others are copied. */

import { constants, copyFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { conflict, invalidInput, printable } from '#values';
import { fileInput, hashOfInput } from '../rows/byte-input.js';
import { CsvLines } from './csv-lines.js';
import { writeCandles } from './json-candles.js';
import { isNoPriceFile, kindOfFile, type ReadableKind } from './kind-of-file.js';
import { isPriceName, notRead, priceFilesOf } from './price-files.js';
import { unpackGzip, unpackZstd } from './unpack-stream.js';
import { withZip, type ZipMember } from './zip-archive.js';

export interface DeliveredFile {
  /** Its name in the folder. */
  readonly file: string;
  /** Where it came from: a path, and a member of it. */
  readonly from: string;
}

export interface Delivery {
  readonly files: readonly DeliveredFile[];
  /** What was not read, in sentences. */
  readonly notes: readonly string[];
}

/** A file that is brought into the folder. */
interface Piece {
  readonly path: string;
  /** The name that it gets, before its suffixes are removed. */
  readonly name: string;
  /** As errors name it. */
  readonly from: string;
  /** How many archives it was in. */
  readonly depth: number;
}

/** An archive in an archive in an archive is no delivery of a vendor. */
const depthMax = 2;

/**
 * The tables of `paths` as files of `folder`, which exists; a path may be a folder. `columns`:
 * names of the members of candles in JSON that are lists. Throws `InvalidInput` for a file that is
 * no table, `Conflict` if two have one name.
 */
export async function deliverInto(
  folder: string,
  paths: readonly string[],
  columns?: readonly string[],
): Promise<Delivery> {
  const delivering = new Delivering(folder, columns);
  const { files, notes } = priceFilesOf(paths);
  delivering.notes.push(...notes);
  for (const path of files) {
    await delivering.bring({ path, name: basename(path), from: path, depth: 0 });
  }
  if (columns !== undefined && !delivering.usesColumns) {
    const expected =
      'a file of JSON whose candles are lists; other files have names, or are guessed';
    throw invalidInput('no file needs --columns', { where: '--columns', expected });
  }
  return delivering;
}

class Delivering implements Delivery {
  readonly files: DeliveredFile[] = [];
  readonly notes: string[] = [];
  /** Whether a file needed the declared columns. */
  usesColumns = false;
  private unpacked = 0;

  constructor(
    private readonly folder: string,
    private readonly columns: readonly string[] | undefined,
  ) {}

  async bring(piece: Piece): Promise<void> {
    const kind = kindOfFile(piece.path, piece.from);
    if (kind === 'gzip' || kind === 'zstd') return this.bringUnpacked(piece, kind);
    if (kind === 'zip') return this.bringMembers(piece);
    if (kind === 'json') return this.bringCandles(piece);
    this.copy(piece, kind);
  }

  private copy({ path, name, from }: Piece, kind: ReadableKind): void {
    const plain = name.replace(/\.(gz|zst)$/i, '');
    const isNamed = kind !== 'parquet' || /\.parquet$/i.test(plain);
    const file = isNamed ? plain : `${plain}.parquet`;
    const target = join(this.folder, file);
    const other = this.files.find((one) => one.file === file);
    if (other === undefined) {
      copyFileSync(path, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      this.files.push({ file, from });
    } else if (contentOf(path, from) === contentOf(target, other.from)) {
      this.notes.push(`${file}: given twice with the same bytes, and read once`);
    } else {
      throw conflict('two files have the same name', {
        where: from,
        expected: 'files with different names, or a data set for each',
        found: `the name of ${other.from}, with other bytes`,
      });
    }
  }

  private async bringUnpacked(piece: Piece, kind: 'gzip' | 'zstd'): Promise<void> {
    const unpack = kind === 'gzip' ? unpackGzip : unpackZstd;
    const name = piece.name.replace(/\.(gz|zst|tgz)$/i, '');
    const bounds = boundsOf(name);
    await this.bringPart({ ...piece, name }, (target) =>
      unpack(piece.path, target, piece.from, bounds),
    );
  }

  /** Candles of JSON become a file of CSV. */
  private bringCandles(piece: Piece): void {
    const name = `${piece.name.replace(/\.(json|csv|txt)$/i, '')}.csv`;
    const path = this.nextPath();
    try {
      const { note, isDeclared } = writeCandles(piece.path, path, piece.from, this.columns);
      this.usesColumns ||= isDeclared;
      if (note !== undefined) this.notes.push(`${name}: ${note}`);
      this.copy({ ...piece, path, name }, 'text');
    } finally {
      rmSync(path, { force: true });
    }
  }

  private async bringMembers(piece: Piece): Promise<void> {
    const { path, from } = piece;
    await withZip(path, from, async (members) => {
      refuseDocuments(members, from);
      if (members.some(({ name }) => name === 'xl/workbook.xml')) {
        return this.bringSheet(piece, members);
      }
      const read = members.filter(({ name }) => isPriceName(name));
      const others = members.filter((member) => !read.includes(member)).map(({ name }) => name);
      if (read.length === 0) {
        throw invalidInput('the archive has no price files', {
          where: from,
          expected: 'members .csv, .txt, .tsv, .jsonl, .json or .parquet',
          found: others.length === 0 ? 'no members' : printable(others.join(', '), 200),
        });
      }
      if (others.length > 0) this.notes.push(notRead(from, others));
      for (const member of read) {
        const name = basename(member.name);
        const own = { ...piece, name, from: `${from}: ${printable(member.name, 200)}` };
        await this.bringPart(own, (target) => member.unpack(target, boundsOf(name)));
      }
    });
  }

  /** The sheet of an Excel workbook becomes a file of CSV. */
  private async bringSheet(piece: Piece, members: readonly ZipMember[]): Promise<void> {
    const name = `${piece.name.replace(/\.(xlsx|zip|csv)$/i, '')}.csv`;
    const path = this.nextPath();
    // Its parser of XML is a package, and few files are workbooks.
    const { eachSheetRow } = await import('./workbook/workbook.js');
    try {
      const lines = new CsvLines(path);
      try {
        const parts = { members, where: piece.from, scratch: this.nextPath() };
        await eachSheetRow(parts, (row) => lines.write(row));
      } finally {
        lines.close();
      }
      this.copy({ ...piece, path, name }, 'text');
    } finally {
      rmSync(path, { force: true });
    }
  }

  private nextPath(): string {
    return join(this.folder, `.unpacked-${this.unpacked++}`);
  }

  /** Unpacks into a file that is removed afterwards, and brings that one. */
  private async bringPart(piece: Piece, unpack: (target: string) => Promise<void>): Promise<void> {
    const depth = piece.depth + 1;
    if (depth > depthMax) {
      throw invalidInput('the archives are nested too deeply', {
        where: piece.from,
        expected: `at most ${depthMax} inside each other; unpack the outer one first`,
      });
    }
    const path = this.nextPath();
    try {
      await unpack(path);
      await this.bring({ ...piece, path, depth });
    } finally {
      rmSync(path, { force: true });
    }
  }
}

function contentOf(path: string, where: string): string {
  const input = fileInput(path, where);
  try {
    return hashOfInput(input);
  } finally {
    input.close();
  }
}

/** Parquet has no lines. */
const boundsOf = (name: string): { lineBytesMax?: number } =>
  /\.parquet$/i.test(name) ? { lineBytesMax: Infinity } : {};

/** Documents of office programs are zip archives, too. */
function refuseDocuments(members: readonly ZipMember[], from: string): void {
  const has = (name: string): boolean => members.some((member) => member.name === name);
  const next = 'save the sheet as CSV';
  if (has('xl/workbook.bin')) throw isNoPriceFile(from, 'a binary Excel workbook', next);
  if (has('META-INF/manifest.xml') && has('content.xml')) {
    throw isNoPriceFile(from, 'an OpenDocument spreadsheet', next);
  }
}
