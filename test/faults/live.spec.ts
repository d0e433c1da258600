/**
 * Goal: a live day of a faulty feed, through deaths and a full disk, has the journals that its
 * recording gives.
 */

import { expect, it } from 'vitest';
import { ServedDay } from './served-day.fixture.js';
import { expectWholeDay } from './whole-day.fixture.js';
import { worldOf } from './world.fixture.js';

const day = new ServedDay({ speed: 1440, reconcileEveryMs: 3000 });
const world = worldOf('live', day.prepare);

it('SIGKILLs, a feed that fails in all its ways, and a full disk change no journal of a live tape', async () => {
  expect(await world.told(() => expectWholeDay(world, day))).toBe(5);
});
