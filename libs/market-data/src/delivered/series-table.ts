/** What joining needs to know of a table that was guessed. */

import type { PriceBasis } from '#contracts';

/** A key of the manifest, its value, and why; undefined values are omitted. */
export type TableKey = readonly [key: string, value: unknown, why?: string | undefined];

export interface SeriesTable {
  readonly holds: 'bars' | 'trades' | 'quotes';
  readonly keys: readonly TableKey[];
  /** The symbols of its rows, each once. */
  readonly symbols: readonly string[];
  readonly frequency: string;
  /** Length of its bars. */
  readonly days: number;
  readonly basis: PriceBasis;
  /** Whether nothing tells the price basis. */
  readonly isBasisOpen: boolean;
  readonly splits: readonly unknown[];
}

/** The file that a table was guessed from. */
export const fileOfTable = ({ keys }: Pick<SeriesTable, 'keys'>): string =>
  String(keys.find(([key]) => key === 'file')?.[1] ?? '');
