/**
 * Ten minutes of mutated filings, beyond the seeds of CI: none crashes, hangs or fills the memory.
 */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fuzzFilings } from '../data/xbrl-fuzz/fuzz.js';

const root = process.env['TAPEFOLD_DATA'] ?? '../shared/data';

/** `TAPEFOLD_FUZZ_SEED=12` tries that one again. */
const again = process.env['TAPEFOLD_FUZZ_SEED'];
/** Ten minutes of a processor that has nothing else to do. */
const filings = 25_000;

it(`refuses ${filings} mutated filings by name, or reads them`, async () => {
  const [from, count] = again === undefined ? [1_000_000, filings] : [Number(again), 1];
  const fuzzed = await fuzzFilings(join(root, 'xbrl/XBRL/10q-nflx-20100930'), from, count);
  console.log(
    `seeds ${from} to ${from + count - 1}: ${fuzzed.read} read, ${fuzzed.refused} refused`,
  );
  expect(fuzzed.findings).toEqual([]);
  if (again !== undefined) return;
  expect(fuzzed.read).toBeGreaterThan(filings);
  expect(fuzzed.refused).toBeGreaterThan(filings / 4);
});
