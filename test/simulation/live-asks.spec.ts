/**
 * On a live tape answers are timed, and an agent whose adapter died during an ask is
 * not asked again.
 */

import { describe, expect, it } from 'vitest';
import type { TradingPlan } from '#backtest';
import { openEnd } from '#contracts/scenario/trading-terms';
import { parseMessage } from '#contracts/streams/catalogue';
import type { Decisions } from '#contracts/streams/runs';
import type { OutgoingMessage } from '#event-log';
import { AdapterProcessor } from '#pipeline';
import { microsPerMilli, microsPerDay } from '#values';
import type { Agent } from '#agents';
import { HeldAsks } from './held-asks.js';
import { smallWorld, submitted } from './small-world.js';
import { batchOf, tapeMessages } from './world-messages.js';

const world = await smallWorld(3);
const plan: TradingPlan = {
  ...(world.plans[0] as TradingPlan),
  agent: { id: 'slow', kind: 'module', file: 'none', trusted: true, timeBudgetMs: 1, config: {} },
  lastSession: openEnd,
  data: null,
};
const decide: Agent['decide'] = ({ symbols }) => ({
  kind: 'target',
  positions: { [symbols[0] as string]: 1 },
});

/**
 * An adapter that has read `before` from its own topic, and the tape; its decisions, in the order
 * of publication.
 */
async function opened(
  before: readonly OutgoingMessage[],
  now: () => number,
  decides: Agent['decide'] = decide,
) {
  const asks = new HeldAsks();
  const said: OutgoingMessage[] = [...before];
  const stuck: unknown[] = [];
  const adapter = new AdapterProcessor({
    openAgent:
      ({ run }) =>
      () =>
        asks.agentOf(run, decides),
    onFailure: (_, error) => stuck.push(error),
    now,
  });
  let isGone = false;
  adapter.publish = async (messages) => {
    if (!isGone) said.push(...messages);
  };
  adapter.open(0, before.length, new Map());
  await adapter.receive(batchOf([submitted(plan, world.header)]));
  if (before.length > 0) await adapter.receive(batchOf(before));
  await adapter.tapeBatch(batchOf(await tapeMessages(world, false)));
  await asks.quiet();
  const crash = (): void => {
    isGone = true;
    adapter.close(0);
  };
  return { asks, said, crash, stuck };
}

const decisionsIn = (messages: readonly OutgoingMessage[]) =>
  messages
    .map(({ value }) => parseMessage('agent.decisions', value) as Decisions)
    .flatMap(({ decisions }) => decisions);

describe('an agent that is asked on a live tape', () => {
  it('is noted before it is asked, and its answer says how long it took', async () => {
    let time = 0;
    const { asks, said, stuck } = await opened([], () => time);
    const [ask] = asks.asked;
    expect(parseMessage('agent.decisions', said[0]?.value ?? '')).toMatchObject({
      decisions: [],
      asking: ask?.asOf,
    });
    // The third day has come, and the answer to the close of the second.
    time = 1e17;
    ask?.settle();
    await asks.quiet();
    const [timed, made] = decisionsIn(said);
    expect(timed).toMatchObject({ type: 'AnswerTimed', asOf: ask?.asOf });
    expect(made).toMatchObject({ type: 'DecisionMade', asOf: ask?.asOf });
    const tookMs = timed?.type === 'AnswerTimed' ? timed.tookMs : NaN;
    expect((time - (timed?.time ?? 0)) / microsPerMilli).toBeCloseTo(tookMs, 0);
    expect(tookMs).toBeGreaterThan(microsPerDay / microsPerMilli);
    expect(stuck).toEqual([]);
  });

  it('is not asked again when its adapter died meanwhile: that decision has failed', async () => {
    const first = await opened([], () => 0);
    const asked = first.asks.asked[0]?.asOf;
    first.crash();
    const next = await opened(first.said, () => 0);
    expect(next.asks.asked.map(({ asOf }) => asOf)).not.toContain(asked);
    expect(next.asks.asked).toHaveLength(1);
    expect(decisionsIn(next.said)).toMatchObject([
      { type: 'AnswerTimed', asOf: asked },
      { type: 'DecisionFailed', asOf: asked, reason: expect.stringContaining('process ended') },
    ]);
  });

  it('that exceeds its time budget is journaled as late, with the time that it took', async () => {
    let time = 0;
    const reason = 'no decision within 1 ms';
    const { asks, said } = await opened(
      [],
      () => time,
      () => ({ kind: 'late', reason }),
    );
    time = 1e17;
    asks.asked[0]?.settle();
    await asks.quiet();
    const asOf = asks.asked[0]?.asOf;
    expect(decisionsIn(said).slice(0, 2)).toMatchObject([
      { type: 'AnswerTimed', asOf },
      { type: 'DecisionLate', asOf, reason },
    ]);
  });

  it('is not asked when that cannot be noted', async () => {
    const asks = new HeldAsks();
    const adapter = new AdapterProcessor({
      openAgent:
        ({ run }) =>
        () =>
          asks.agentOf(run, decide),
    });
    adapter.publish = () => new Promise(() => undefined);
    adapter.open(0, 0, new Map());
    await adapter.receive(batchOf([submitted(plan, world.header)]));
    await adapter.tapeBatch(batchOf(await tapeMessages(world, false)));
    await asks.quiet();
    expect(asks.asked).toEqual([]);
  });
});
