/**
 * Whatever fails between feed and disk, a live day replays to the same journals; nothing is
 * lost silently.
 */

import { expect, it } from 'vitest';
import { expectWholeDays } from './expect-accounted.fixture.js';

it('a day of real bars, trades and quotes is whole under seven kinds of faults', async () => {
  expect(await expectWholeDays({ speed: 3000, reconcileEveryMs: 1500, slackSeconds: 25 })).toBe(7);
});
