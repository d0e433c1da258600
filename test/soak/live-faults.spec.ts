/**
 * 24 minutes of a real day at 60 times its speed are whole under seven kinds of faults, and replay.
 */

import { expect, it } from 'vitest';
import { expectWholeDays } from '../feeds/expect-accounted.fixture.js';

it('a day at 60 times its speed is whole under seven kinds of faults', async () => {
  expect(await expectWholeDays({ speed: 60, reconcileEveryMs: 10_000, slackSeconds: 60 })).toBe(7);
});
