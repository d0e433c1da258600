/** What a file of a vendor must lead to, and how its texts are put together. */

import { clockOf } from '../../properties/published-hours.js';
import type { Candle } from './walk.fixture.js';

export interface VendorFile {
  readonly vendor: string;
  /** The name under which it is downloaded or saved. */
  readonly file: string;
  readonly text: string | Uint8Array;
  readonly candles: Readonly<Record<string, readonly Candle[]>>;
  /** Lines of the guessed description. */
  readonly says: readonly string[];
  readonly options?: readonly string[];
  /** Whether the file has closes alone. */
  readonly isCloseOnly?: boolean;
  /**
   * The bars in the session, out of those of all hours: a decision before it fills at its open, and
   * its close ends the run.
   */
  readonly regular?: readonly Candle[];
  /** What of the form is not certain; undefined if all of it is as documented. */
  readonly unsure?: string;
}

/** Names of columns before the rows of candles. */
export function table(
  header: string,
  candles: readonly Candle[],
  rowOf: (candle: Candle) => string,
  end = '\n',
): string {
  const rows = candles.map(rowOf);
  return [...(header === '' ? [] : [header]), ...rows, ''].join(end);
}

export const newestFirst = (candles: readonly Candle[]): Candle[] => candles.toReversed();

/** Open, high, low and close. */
export const ohlc = ({ open, high, low, close }: Candle, sign = ','): string =>
  [open, high, low, close].join(sign);

export const monthFirst = (date: string): string => date.replace(/(....)-(..)-(..)/, '$2/$3/$1');
export const dayFirst = (date: string): string => date.replace(/(....)-(..)-(..)/, '$3/$2/$1');
export const plainDate = (date: string): string => date.replaceAll('-', '');
export const newYork = (at: number): string => clockOf(at, 'America/New_York');
/** `2024-01-02 14:30:00`. */
export const utc = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ');
/** Hours of New York behind UTC at a date of the walk. */
export const offsetOf = (date: string): string => (date > '2024-03-10' ? '04' : '05');
/** The midnight in New York with which a session's date begins. */
export const midnightOf = (date: string): number => Date.parse(`${date}T${offsetOf(date)}:00:00Z`);
/** A number as continental pages write it. */
export const withComma = (price: number): string => price.toFixed(2).replace('.', ',');
export const grouped = (count: number): string => count.toLocaleString('en-US');
