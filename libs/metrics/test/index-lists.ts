/** Resamples written out, for tests that compute a statistic the plain way. */

import type { Resamples } from '../src/bootstrap/stationary-bootstrap.js';

/** The indices of each resample, element by element. */
export function indexLists({ first, from, to }: Resamples): number[][] {
  return Array.from(first.subarray(1), (rangesEnd, resample) => {
    const indices: number[] = [];
    for (let range = first[resample]!; range < rangesEnd; range++) {
      for (let index = from[range]!; index < to[range]!; index++) indices.push(index);
    }
    return indices;
  });
}
