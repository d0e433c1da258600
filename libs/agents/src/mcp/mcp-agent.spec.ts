/** An agent that works through tools: what ends its decision, and what the run then records. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requireCivilDate, unavailable } from '#values';
import type { MarketView } from '#market-view';
import { tool, type Capability, type CallOutcome } from '#tools';
import { seatFor } from '../attempts/seat.fixture.js';
import { mcpAgent } from './mcp-agent.js';
import type { DecisionDue, ToolSeat, ToolService } from './tool-seat.js';

const submit = tool({
  name: 'submit',
  title: 'Submit',
  description: 'Takes a decision of any form.',
  input: z.strictObject({ decision: z.unknown() }),
  output: z.strictObject({ taken: z.literal(true) }),
  reads: false,
  needsDesk: true,
  call: ({ decision }, { desk }) => {
    desk?.submit(decision);
    return { taken: true };
  },
});

const seat = (overrides: Partial<ToolSeat> = {}): ToolSeat => ({
  ...seatFor(),
  run: { id: 'id', label: 'outside-AAPL' },
  sets: [{ name: 'trading_mcp', title: 'Trading', instructions: '', tools: [submit] }],
  view: {} as Partial<MarketView> as MarketView,
  defectOf: (decision) => (decision.kind === 'target' ? 'kind: expected action' : undefined),
  calls: undefined,
  ...overrides,
});

interface Served {
  readonly capability: Capability;
  readonly due: DecisionDue;
}

/** A service that passes each capability to `use` once its decision is announced. */
function serviceFor(use: (served: Served) => void | Promise<void>, isListed = false) {
  const ended: Capability[] = [];
  let capability: Capability | undefined;
  const service: ToolService = {
    serve: (served) => {
      capability = served;
      return { url: 'http://127.0.0.1/mcp/token', isListed, end: () => ended.push(served) };
    },
    announce: (due) => use({ capability: capability as Capability, due }),
  };
  return { service, ended };
}

const asked = {
  asOf: 7,
  time: 1_741_035_600_000_000,
  view: {} as Partial<MarketView> as MarketView,
  session: requireCivilDate('2025-03-03', 'test'),
};
const config = { id: 'outside', kind: 'mcp', timeBudgetMs: 60_000 } as const;
const buy = { kind: 'action', action: 'BUY' } as const;
const submitted = (capability: Capability, decision: unknown): CallOutcome =>
  capability.call('submit', { decision });

describe('an agent that works through tools', () => {
  it('decides by its first valid submission, and nothing is answered after it', async () => {
    const outcomes: CallOutcome[] = [];
    const { service, ended } = serviceFor(({ capability }) => {
      outcomes.push(submitted(capability, { kind: 'action', action: 'MAYBE' }));
      outcomes.push(submitted(capability, { kind: 'target', positions: { AAPL: 1 } }));
      outcomes.push(submitted(capability, buy));
      outcomes.push(submitted(capability, { kind: 'action', action: 'SELL' }));
    });
    const agent = mcpAgent(config, seat(), service);
    expect(await agent.decide(asked)).toEqual(buy);
    const errors = outcomes.map(({ error }) => error);
    expect(errors[0]).toContain('action: expected one of BUY, SELL, HOLD');
    expect(errors[1]).toContain('kind: expected action');
    expect(errors[2]).toBeNull();
    expect(errors[3]).toContain('the decision has been made');
    expect(agent.calls?.()?.calls).toBe(3);
    expect(ended).toHaveLength(1);
  });

  it('receives which decision is due, its address and its deadline', async () => {
    let told: DecisionDue | undefined;
    const { service } = serviceFor(({ capability, due }) => {
      told = due;
      submitted(capability, buy);
    });
    const before = Date.now();
    await mcpAgent(config, seat(), service).decide(asked);
    const { deadline, ...rest } = told as DecisionDue;
    expect(rest).toEqual({
      type: 'decision-due',
      run: 'id',
      label: 'outside-AAPL',
      agent: 'outside',
      workflow: 'trading',
      symbols: ['AAPL'],
      asOf: 7,
      time: '2025-03-03T21:00:00Z',
      session: '2025-03-03',
      url: 'http://127.0.0.1/mcp/token',
    });
    expect(Date.parse(deadline)).toBeGreaterThanOrEqual(before + 60_000);
  });

  it.each([
    { calls: 0, isListed: false, reason: 'its tools were never listed' },
    { calls: 0, isListed: true, reason: '0 tool calls' },
    { calls: 1, isListed: true, reason: '1 tool call' },
    { calls: 2, isListed: false, reason: '2 tool calls' },
  ])('is late at its deadline: $reason', async ({ calls, isListed, reason }) => {
    const { service, ended } = serviceFor(({ capability }) => {
      for (let call = 0; call < calls; call++) submitted(capability, null);
    }, isListed);
    const agent = mcpAgent({ ...config, timeBudgetMs: 20 }, seat(), service);
    const said = await agent.decide(asked);
    expect(said).toEqual({ kind: 'late', reason: `no decision within 20 ms: ${reason}` });
    expect(agent.calls?.()?.calls ?? 0).toBe(calls);
    expect(ended[0]?.isEnded).toBe(true);
  });

  it('fails if the client could not be notified', async () => {
    const { service } = serviceFor(() => Promise.reject(unavailable('refused', { where: 'here' })));
    const said = await mcpAgent(config, seat(), service).decide(asked);
    expect(said).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(
        'the agent could not be notified that the decision is due',
      ) as unknown,
    });
  });

  it('loses its capability once the run is abandoned, and its calls are not settled', async () => {
    const abandoned = new AbortController();
    let settled = 0;
    const calls = { keep: () => undefined, settle: () => void settled++ };
    const { service, ended } = serviceFor(() => abandoned.abort());
    await mcpAgent(config, seat({ calls }), service).decide(asked, abandoned.signal);
    expect(ended[0]?.isEnded).toBe(true);
    expect(settled).toBe(0);
  });

  it('has its calls kept under the as-of, and settled before the answer is given', async () => {
    const kept: string[] = [];
    const calls: ToolSeat['calls'] = {
      keep: (asOf, { ordinal, error }, text) =>
        void kept.push(`${asOf} ${ordinal} ${error === null} ${text}`),
      settle: () => void kept.push('settled'),
    };
    const { service } = serviceFor(({ capability }) => {
      capability.call('peek', {});
      submitted(capability, buy);
    });
    await mcpAgent(config, seat({ calls }), service).decide(asked);
    expect(kept).toEqual(['7 1 false null', '7 2 true {"taken":true}', 'settled']);
  });
});
