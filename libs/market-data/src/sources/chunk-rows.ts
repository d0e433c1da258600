/** How much one of many sources brings at a time: the more there are, the less, so that a merge has it at hand. */

/** A share of `total` for each of `count`, within bounds. */
export const share = (total: number, count: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(total / count)));

/** Rows of a chunk, where there are so many sources: some 8 MB in all beyond a handful. */
export const chunkRowsOf = (sources: number): number => share(65_536, sources, 64, 4096);
