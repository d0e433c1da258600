/** The segment files of a frame log: their names, their first line, and what can be wrong with them. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { corruptJournal, unavailable } from '#values';

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

/** Segments in order; none where nothing was recorded yet. `Unavailable` when the folder cannot be read. */
export function segmentsOf(folder: string): Segment[] {
  let names: string[];
  try {
    names = readdirSync(framesFolder(folder));
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ENOENT') return [];
    throw unavailable('the frames cannot be read', { where: framesFolder(folder), cause });
  }
  return names
    .flatMap((name) => {
      const first = Number(namePattern.exec(name)?.[1]);
      return first > 0 ? [{ path: join(framesFolder(folder), name), first }] : [];
    })
    .sort((a, b) => a.first - b.first);
}

/** `CorruptJournal` that names file and byte. */
export function damaged(path: string, byte: number, what = 'a frame is damaged'): Error {
  return corruptJournal(what, {
    where: `${path} byte ${byte}`,
    expected: 'frames with the CRC-32 in front of them',
  });
}
