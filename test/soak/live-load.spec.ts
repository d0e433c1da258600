/**
 * Ten minutes of 20,000 trades a second of 10,000 symbols take as much memory at the end as at
 * the beginning.
 */

import { expect, it } from 'vitest';
import { passesLoad } from '../feeds/load-case.fixture.js';

const seconds = Number(process.env['TAPEFOLD_SOAK_SECONDS'] ?? 600);

it('takes what comes, keeps nothing, and replays to the same tape', async () => {
  await expect(passesLoad(seconds)).resolves.toBeUndefined();
});
