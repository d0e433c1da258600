/**
 * Agents that work through tools: their journals over a bad network, and their calls, none lost
 * and none doubled.
 */

import { describe, expect, it } from 'vitest';
import type { Processor } from '#event-log';
import { AdapterProcessor } from '#pipeline';
import { seededRandom } from '#values';
import { sweepSize } from '#values/sweep-size.fixture';
import { simulate } from './simulated-network.js';
import { restlessClient, steadyClient, toolWorld } from './tool-world.js';

const seeds = Array.from({ length: sweepSize(8, 400) }, (_, seed) => seed);
const worlds = 4;

describe('an agent that works through tools', () => {
  it('journals its calls and the prices that it had wrong, before each decision', async () => {
    const { journals, plans } = await toolWorld(0, steadyClient);
    const events = journals.get(plans.at(-1)?.id ?? '')?.map((text) => JSON.parse(text) as object);
    const decided = events?.filter((event) => 'type' in event && event.type === 'DecisionMade');
    const called = events?.filter((event) => 'type' in event && event.type === 'ToolsCalled');
    const disputed = events?.filter((event) => 'type' in event && event.type === 'PriceDisputed');
    expect(decided?.length).toBe(8);
    // The client adds one to each price of a hundred or less.
    expect(disputed?.length).toBeGreaterThan(0);
    expect(disputed?.length).toBeLessThan(8);
    expect(called).toMatchObject(Array.from({ length: 8 }, () => ({ calls: 4 })));
  });

  it(`has the undisturbed journal and all of its calls, over ${seeds.length} storms`, async () => {
    const made = await Promise.all(
      Array.from({ length: worlds }, (_, seed) => toolWorld(seed, steadyClient)),
    );
    for (const seed of seeds) {
      const world = made[seed % worlds];
      const outcome = world && (await simulate(world, seed).catch((error: unknown) => error));
      expect({ seed, outcome }).toEqual({ seed, outcome: world?.expected });
    }
  });

  it('has the calls of the answers that count, even when it never calls the same twice', async () => {
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const world = await toolWorld(seed % worlds, restlessClient(random));
      // Which calls it makes is chance; that those which the journal names are there is
      // checked on the way.
      const outcome = await simulate(world, seed).catch((error: unknown) => String(error));
      expect({ seed, outcome }).toMatchObject({ seed, outcome: expect.any(Map) });
    }
  });

  it('is detected if its calls are lost', async () => {
    const wrap = (processor: Processor): Processor => {
      if (!(processor instanceof AdapterProcessor)) return processor;
      const { receive } = processor;
      // The host sets `publish` behind this: it is wrapped when the first message comes.
      processor.receive = (batch, controls) => {
        const { publish } = processor;
        processor.receive = receive;
        processor.publish = async (messages) => {
          const kept = messages.filter(({ topic }) => topic !== 'agent.calls');
          if (kept.length > 0) await publish?.(kept);
        };
        return receive.call(processor, batch, controls);
      };
      return processor;
    };
    const world = await toolWorld(0, steadyClient);
    await expect(simulate(world, 0, { wrap })).rejects.toThrow(/has at as-of \d+ 0 of 4 calls/);
  });
});
