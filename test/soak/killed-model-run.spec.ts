/**
 * 100 kills of runs that ask models, five seeds of 20 each: no ask is repeated that
 * is not declared.
 */

import { expect, it } from 'vitest';
import { killAgainAndAgain } from '../models/killed-run.fixture.js';
import { folder } from '../models/model-runs.fixture.js';

it.each([1, 2, 3, 4, 5])(
  'resumes after the end of its recording after 20 kills of seed %i',
  async (seed) => {
    const found = await killAgainAndAgain(folder(), seed, 20);
    expect(found).toMatchObject({ kills: 20, undeclared: [], differing: [] });
    expect(found.uncertain).toBe(found.declared);
    console.log(JSON.stringify(found));
  },
);
