/**
 * Weekly reports whose spelling differs from the template's: what readers do not see costs nothing.
 */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseFolder } from './case-run.fixture.js';
import { runTasks } from './judged-case.fixture.js';

/** The three scores of each agent of a case. */
async function scoresOf(name: string) {
  const folder = caseFolder(`2026-11/${name}`);
  const { runs } = await runTasks(join(folder, 's.yaml'), join(folder, 'out'));
  return runs.map(({ agent, figures }) => [
    agent,
    figures['quantitativeAlignment']?.value,
    figures['structureAndFormat']?.value,
    figures['metadataAccuracy']?.value,
  ]);
}

it('reads escapes, currencies, hyphens, pictures and a second table as readers do', async () => {
  const scores = await scoresOf('report-escapes');
  expect(scores).toHaveLength(11);
  expect(scores.filter(([, ...own]) => own.join() !== '5,5,5')).toEqual([]);
});

it('takes an address, a picture, a signature and another script for ends', async () => {
  expect(await scoresOf('report-end')).toEqual([
    ['asis', 5, 5, 5],
    ['emoji', 5, 5, 5],
    ['address', 5, 5, 5],
    ['signature', 5, 5, 5],
    ['other-script', 5, 5, 5],
    ['cut', 5, 2, 5],
  ]);
});

it('takes a date that is still to come for no look-ahead', async () => {
  const scores = await scoresOf('report-later-date');
  expect(scores.filter(([, ...own]) => own.join() !== '5,5,5')).toEqual([]);
});
