/** The segment files of a frame log: their names, their first line, and the checks on them. */

import { lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { corruptJournal, invalidInput, isFailure, unavailable } from '#values';

export interface Segment {
  readonly path: string;
  /** Number of its first frame; frames are numbered from 1. */
  readonly first: number;
}

const namePattern = /^(\d{16})\.frames$/;

/** Folder of the segments within that of a recording. */
export const framesFolder = (folder: string): string => join(folder, 'frames');

export const segmentPath = (folder: string, first: number): string =>
  join(framesFolder(folder), `${String(first).padStart(16, '0')}.frames`);

/** The line with which a segment begins: format, version, number of its first frame. */
export const firstLine = (first: number): Buffer => Buffer.from(`TAPEFOLD FRAMES 1 ${first}\n`);

/**
 * Segments in order; empty if nothing was recorded yet. Throws `Unavailable` if the folder cannot be read,
 * `InvalidInput` if it, or anything in it, is a symbolic link.
 */
export function segmentsOf(folder: string): Segment[] {
  const frames = framesFolder(folder);
  let entries: Dirent[];
  try {
    if (lstatSync(frames).isSymbolicLink()) throw isLink(frames);
    entries = readdirSync(frames, { withFileTypes: true });
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    if ((cause as { code?: unknown }).code === 'ENOENT') return [];
    throw unavailable('the frames cannot be read', { where: frames, cause });
  }
  return entries
    .flatMap((entry) => {
      const path = join(frames, entry.name);
      const first = Number(namePattern.exec(entry.name)?.[1]);
      if (first > 0) requireFile(path, entry);
      else if (entry.isSymbolicLink()) throw isLink(path);
      return first > 0 ? [{ path, first }] : [];
    })
    .sort((a, b) => a.first - b.first);
}

/** The segment that begins with a frame; undefined if it does not exist. It does not list the folder. */
export function segmentAt(folder: string, first: number): Segment | undefined {
  const path = segmentPath(folder, first);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  requireFile(path, stats);
  return { path, first };
}

/** Throws `InvalidInput` for a link, which may leave the recording, and for a pipe, which may have no writer. */
export function requireFile(path: string, found: Pick<Stats, 'isFile' | 'isSymbolicLink'>): void {
  if (found.isSymbolicLink()) throw isLink(path);
  if (found.isFile()) return;
  throw invalidInput('this is no file', { where: path, expected: 'a file of the recording' });
}

function isLink(path: string): Error {
  const expected = 'files of its own, because a link may lead out of its folder';
  return invalidInput('a recording holds no symbolic links', { where: path, expected });
}

/** Whether a segment holds only a part of its first line, followed by zeros: a power cut leaves it so. */
export function isUnbegun(bytes: Buffer, line: Buffer): boolean {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return end < line.length && line.subarray(0, end).equals(bytes.subarray(0, end));
}

/** A `CorruptJournal` failure that names file and byte. */
export function damaged(path: string, byte: number, what = 'a frame is damaged'): Error {
  return corruptJournal(what, {
    where: `${path} byte ${byte}`,
    expected: 'frames with the CRC-32 in front of them',
  });
}
