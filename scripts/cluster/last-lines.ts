/** The end of a log file, to be shown with an error. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const bytesMax = 16_384;

/** At most `count` last lines of the file, indented by two spaces; a remark if it has none. */
export function lastLines(file: string, count: number): string {
  const lines = endOf(file).trimEnd().split('\n').slice(-count);
  const text = lines.map((line) => `  ${line}`).join('\n');
  return text.trim() === '' ? '  (nothing was logged)' : text;
}

function endOf(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const start = Math.max(0, fstatSync(handle).size - bytesMax);
    const bytes = Buffer.alloc(bytesMax);
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytesMax, start));
  } finally {
    closeSync(handle);
  }
}
