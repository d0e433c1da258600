/** Mutated filings are read or refused by name: none crashes, hangs or fills the memory. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawnNumber, isDrawing } from '#values/commit-draw.fixture';
import { fuzzFilings } from './xbrl-fuzz/fuzz.js';

const root = process.env['TAPEFOLD_DATA'];
if (root === undefined) throw new Error('set TAPEFOLD_DATA to the folder of the reference data');

/** `TAPEFOLD_FUZZ_SEED=12` tries that one again. */
const again = process.env['TAPEFOLD_FUZZ_SEED'];
/**
 * A minute of a processor that has nothing else to do; a build takes a third of it, with other
 * seeds each time.
 */
const filings = isDrawing ? 800 : 2_500;
const firstSeed = drawnNumber('xbrl-fuzz', 1_000_000);

it(`refuses ${filings} mutated filings by name, or reads them`, async () => {
  const [from, count] = again === undefined ? [firstSeed, filings] : [Number(again), 1];
  const fuzzed = await fuzzFilings(join(root, 'xbrl/XBRL/10q-nflx-20100930'), from, count);
  console.log(
    `seeds ${from} to ${from + count - 1}: ${fuzzed.read} read, ${fuzzed.refused} refused`,
  );
  expect(fuzzed.findings).toEqual([]);
  if (again !== undefined) return;
  expect(fuzzed.read).toBeGreaterThan(filings);
  expect(fuzzed.refused).toBeGreaterThan(filings / 4);
}, 900_000);
