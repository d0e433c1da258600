/** What was sound from the start stays so: the neighbors of the cases that broke. */

import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

it('rotates by participation', async () => {
  const result = await runCase(caseFolder('rotation-participation'));
  expect(valuesOf(runOf(result, 'm')).cumulativeReturn).toBeCloseTo(0.236111111, 9);
});
