/**
 * Goal: 200 runs of a slow model in a cluster have as many asks in flight as the settings allow,
 * all the time, in flat memory. Asks are counted where they arrive, at the model.
 */

import { describe, expect, it } from 'vitest';
import { ModelOfWorld } from '../faults/model-agents.fixture.js';
import { untilTrue } from '../faults/until.fixture.js';
import { worldOf } from '../faults/world.fixture.js';
import { expectFlat, halfOf, watchMemory } from '../models/memory.fixture.js';
import { seat } from '../models/seats.fixture.js';

/** Requests that the model gateway has under way at once. */
const concurrent = 100;
const models = new ModelOfWorld({ limits: { concurrent } });
const world = worldOf('models-in-flight', models.prepare);

const runs = 200;
/** How long a model takes for each decision. */
const latencyMs = 2000;
const window = { from: '2022-02-01', to: '2022-02-04' };
const sessions = 4;

/** What holds asks while a model thinks. */
const watched = ['agent-adapter', 'model-gateway'];

/** TAPEFOLD_ASKS of the agent adapter. The smaller of the two settings is the limit. */
const settings = [
  { asks: 64, symbol: 'ALDR' },
  { asks: 200, symbol: 'BRKW' },
];

describe.each(settings)('$asks asks of an agent adapter', ({ asks, symbol }) => {
  it(`are in flight, or else ${concurrent}`, async () => {
    await world.told(async () => {
      await world.remove('agent-adapter');
      await world.add('agent-adapter', 'agent-adapter', { TAPEFOLD_ASKS: `${asks}` });
      const limit = Math.min(asks, concurrent);
      const applies = ({ symbols }: { symbols: readonly string[] }): boolean =>
        symbols.includes(symbol);
      const seats = seat(models.model, { runs, limit, latencyMs, last: window.to, applies });
      const memory = watchMemory(
        () => watched.map((name) => world.service(name).pid),
        () => halfOf(seats.counted.length, runs * sessions),
      );
      const scenario = {
        name: `in-flight-${asks}`,
        data: 'synthetic-market',
        window,
        symbols: [symbol],
        execution: 'close',
        repeats: runs,
      };
      const submitted = await models.submit(world, scenario, ['chat']);
      expect(submitted.runs).toHaveLength(runs);
      await untilTrue('all runs are scored', () => world.isScored(submitted));
      expect(seats.counted).toHaveLength(runs * sessions);
      expect(seats.most).toBe(limit);
      expectFlat(memory.stop(), watched.length);
    });
  });
});
