/**
 * 10,000 symbols at 20,000 trades a second into one process: nothing is lost, and
 * memory stays flat.
 */

import { expect, it } from 'vitest';
import { passesLoad } from './load-case.fixture.js';

it('takes what comes for a minute, keeps nothing, and replays to the same tape', async () => {
  await expect(passesLoad(60)).resolves.toBeUndefined();
});
