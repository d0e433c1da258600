/** A place in a file that grows, as the recording keeps it: which file, how far, and what stood before. */

import { createHash } from 'node:crypto';
import type { Instant } from '#values';

/** Bytes before the place by which it is known again. */
export const markBytes = 64;

export interface FilePlace {
  /** Number of the file in its file system, in base 36: it stays when the file is moved. */
  readonly file: string;
  readonly offset: number;
  /** Of the bytes right before the offset, `markBytes` at most. */
  readonly mark: string;
  /** When the line before the place was read: since then something may be lost, should the place be gone. */
  readonly readAt: Instant;
}

export const formatPlace = ({ file, offset, mark, readAt }: FilePlace): string =>
  `${file}:${offset}:${mark}:${Math.floor(readAt / 1000).toString(36)}`;

/** Undefined for what is no place. */
export function parsePlace(text: string): FilePlace | undefined {
  const match = /^([0-9a-z]{1,16}):(\d{1,16}):([0-9a-f]{8}):([0-9a-z]{1,9})$/.exec(text);
  if (!match) return undefined;
  const [, file = '', offset, mark = '', millis = ''] = match;
  return { file, offset: Number(offset), mark, readAt: Number.parseInt(millis, 36) * 1000 };
}

/** Eight hexadecimal digits: a file that was written again from its start has others there. */
export const markOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 8);
