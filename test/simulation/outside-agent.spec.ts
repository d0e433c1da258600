/**
 * Answers of an agent outside of the system: taken where they are due, refused as an event
 * everywhere else.
 */

import { describe, expect, it } from 'vitest';
import { AdapterProcessor, submittedPlan } from '#pipeline';
import type { TradingPlan } from '#backtest';
import { engineSemantics } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { AgentAnswer, Decisions } from '#contracts/streams/runs';
import { outgoing, type OutgoingMessage } from '#event-log';
import { sha256Hex } from '#values';
import { smallWorld } from './small-world.js';
import { batchOf, tapeMessages } from './world-messages.js';

const world = await smallWorld(5);
const plan: TradingPlan = {
  ...(world.plans[0] as TradingPlan),
  id: sha256Hex('outside'),
  agent: { id: 'outside', kind: 'external' },
};
/** The session closes of the window: one decision is due at each. */
const dueCount = 8;

/** An adapter with the run and the tape, and what becomes of answers that are handed to it. */
async function adapterOn(isWhole: boolean) {
  const adapter = new AdapterProcessor();
  const broken: string[] = [];
  adapter.onBroken = ({ reason }) => broken.push(reason);
  adapter.open(0, 0, new Map());
  const submitted = outgoing('runs', {
    type: 'RunSubmitted',
    version: 1,
    run: plan.id,
    label: 'outside',
    submission: sha256Hex('small'),
    tape: world.header.id,
    semantics: engineSemantics,
    plan: submittedPlan(plan),
  });
  const said = [...(await adapter.receive(batchOf([submitted])))];
  for (const message of await tapeMessages(world, isWhole)) {
    said.push(...(await adapter.tapeBatch(batchOf([message]))));
  }
  let offset = 0;
  const answer = async (terms: Partial<AgentAnswer> & { asOf: number }): Promise<unknown[]> => {
    const message: AgentAnswer = {
      type: 'AgentAnswer',
      version: 1,
      run: plan.id,
      agent: 'outside',
      decision: { kind: 'target', positions: { AA: 1 } },
      ...terms,
    };
    const out = await adapter.receive(batchOf([outgoing('agent.decisions', message)], offset++));
    return out.map(({ value }) => parseMessage('agent.decisions', value));
  };
  return { adapter, answer, broken, said };
}

/**
 * The as-of of the session close before which a run stalls, from the watermark that it has sent.
 */
function stalledAt(said: readonly OutgoingMessage[]): number {
  const last = said.at(-1);
  if (last === undefined) throw new Error('a run tells how far it has come');
  return (parseMessage('agent.decisions', last.value) as Decisions).watermark + 1;
}

describe('an answer from outside', () => {
  it('becomes the decision that is due, one after the other, to the end of the tape', async () => {
    const { answer, said } = await adapterOn(true);
    let asOf = stalledAt(said);
    const decided: number[] = [];
    for (let turn = 0; turn < dueCount; turn++) {
      const [message] = (await answer({ asOf })) as [Decisions];
      expect(message).toMatchObject({ type: 'Decisions', first: turn + 1 });
      decided.push(...message.decisions.map((one) => one.asOf));
      asOf = message.watermark + 1;
    }
    expect(decided).toHaveLength(dueCount);
    expect(decided[0]).toBe(stalledAt(said));
    expect(decided).toEqual(decided.toSorted((a, b) => a - b));
  });

  it('is refused after the end of the tape', async () => {
    const { answer } = await adapterOn(true);
    expect(await answer({ asOf: 1000 })).toEqual([
      expect.objectContaining({
        type: 'AnswerRefused',
        asOf: 1000,
        reason: 'asOf: expected a fact of the tape, up to 36; found 1000',
      }),
    ]);
  });

  it('waits for facts that have not come yet, and is refused when the tape ends before them', async () => {
    const { adapter, answer } = await adapterOn(false);
    expect(await answer({ asOf: 1000 })).toEqual([]);
    const end = (await tapeMessages(world, true)).slice(-1);
    const out = await adapter.tapeBatch(batchOf(end));
    expect(out.map(({ value }) => parseMessage('agent.decisions', value))).toEqual([
      expect.objectContaining({ type: 'AnswerRefused', asOf: 1000 }),
    ]);
  });

  it('is refused for the run of another agent, and when nothing is due any more', async () => {
    const { answer, said } = await adapterOn(true);
    const asOf = stalledAt(said);
    expect(await answer({ asOf, agent: 'somebody' })).toEqual([
      expect.objectContaining({
        type: 'AnswerRefused',
        reason: 'agent: expected outside, whose run it is; found "somebody"',
      }),
    ]);
    await answer({ asOf });
    expect(await answer({ asOf })).toEqual([
      expect.objectContaining({ type: 'AnswerRefused', agent: 'outside', asOf }),
    ]);
  });

  it('is a dead letter when it breaks the schema, and decides nothing', async () => {
    const { adapter, broken } = await adapterOn(true);
    const value = JSON.stringify({ type: 'AgentAnswer', version: 1, run: plan.id, asOf: 'soon' });
    const out = await adapter.receive(batchOf([{ topic: 'agent.decisions', key: plan.id, value }]));
    expect(out).toEqual([]);
    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain('AgentAnswer');
  });
});
