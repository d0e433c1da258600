/**
 * Lines that vendors write around a table of prices: an address above the header, a note on the
 * download below.
 */

import type { LineCursor } from './line-cursor.js';

type Line = Pick<LineCursor, 'bytes' | 'start' | 'end'>;

/** CryptoDataDownload writes its address in a line above the header. */
const addresses = ['http://', 'https://'];
/** Barchart closes a file with when it was downloaded. */
const remarks = ['Downloaded from ', '"Downloaded from '];

const startsWith = ({ bytes, start, end }: Line, text: string): boolean =>
  end - start >= text.length && bytes.toString('latin1', start, start + text.length) === text;

/** Whether the current line is an address, which no header begins with. */
export const isAddress = (cursor: Line): boolean =>
  addresses.some((text) => startsWith(cursor, text));

const capitalD = 68;
const quote = 34;

/**
 * Whether the current line says where the file was downloaded: it is no row, as an
 * empty line is none.
 */
export function isRemark(cursor: Line): boolean {
  const first = cursor.bytes[cursor.start];
  if (first !== capitalD && first !== quote) return false;
  return remarks.some((text) => startsWith(cursor, text));
}
