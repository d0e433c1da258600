/**
 * Files moved aside by rotation: `prices.jsonl.1` beside `prices.jsonl`, the one that was read,
 * and later ones.
 */

import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file in the same folder whose name begins with the name of our file. */
export interface RotatedFile {
  readonly path: string;
  readonly file: string;
  /** When its last line was written, nanoseconds. */
  readonly changedAt: bigint;
  readonly isCompressed: boolean;
}

const filesMax = 1000;

/** The suffix after our name: a number or a date, and perhaps a compression suffix. */
const rotatedName = /^([._-]\d[\dTZ:._-]*)?([.](gz|bz2|xz|zst|lz4|zip))?$/;

/** Our file and its rotated ones, ordered by last write. */
export async function filesOf(path: string): Promise<RotatedFile[]> {
  const directory = dirname(path);
  const names = await readdir(directory).catch(() => []);
  const own = basename(path);
  const ours = names
    .filter((name) => name.startsWith(own) && rotatedName.test(name.slice(own.length)))
    .slice(0, filesMax);
  const found = await Promise.all(ours.map((name) => rotatedFile(join(directory, name))));
  const written = found.filter((one) => one !== undefined);
  return written.toSorted((a, b) => order(a.changedAt, b.changedAt) || rankOf(a) - rankOf(b));

  /** File times are coarse; our file ranks as the newest. */
  function rankOf(one: RotatedFile): number {
    return one.path === path ? 1 : 0;
  }
}

const order = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

async function rotatedFile(path: string): Promise<RotatedFile | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats === undefined || !stats.isFile()) return undefined;
  return {
    path,
    file: stats.ino.toString(36),
    changedAt: stats.mtimeNs,
    isCompressed: /\.(gz|bz2|xz|zst|lz4|zip)$/.test(path),
  };
}
