/**
 * Goal: 24 minutes of a real day at 60 times its speed are whole in a cluster that is
 * killed, and replay.
 */

import { expect, it } from 'vitest';
import { ServedDay } from '../faults/served-day.fixture.js';
import { expectWholeDay } from '../faults/whole-day.fixture.js';
import { worldOf } from '../faults/world.fixture.js';

const day = new ServedDay({ speed: 60, reconcileEveryMs: 10_000 });
const world = worldOf('live-soak', day.prepare);

it('a day at 60 times its speed is whole in a cluster that is killed', async () => {
  expect(await world.told(() => expectWholeDay(world, day))).toBe(5);
});
