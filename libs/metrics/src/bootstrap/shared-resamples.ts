/** Resamples that all runs of a scenario with the same number of returns share. */

import { meanBlockLength } from './mean-block-length.js';
import { stationaryBootstrap, type Resamples } from './stationary-bootstrap.js';

/** A scenario has few lengths at a time; resamples of 2,500 returns take 1.5 MB, of 25,000 returns 7 MB. */
const keptMax = 4;

/** By their arguments, least recently used first. */
const kept = new Map<string, Resamples>();

/**
 * The resamples of a series of `count`, drawn once and kept while in use. They depend only on the
 * arguments, so the order in which runs ask for them changes no figure.
 */
export function sharedResamples(
  count: number,
  seed: number | string,
  resamples: number,
): Resamples {
  const key = JSON.stringify([count, seed, resamples]);
  const drawing = { seed, resamples, meanBlockLength: meanBlockLength(count) };
  const found = kept.get(key) ?? stationaryBootstrap(count, drawing);
  kept.delete(key);
  kept.set(key, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= keptMax) break;
    kept.delete(oldest);
  }
  return found;
}
