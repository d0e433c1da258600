/** An agent behind a URL: what it receives, what it may answer, and how each ask ends. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import type { CallFailure } from '#llm';
import type { Capability } from '#tools';
import { askedAt, seatFor } from '../attempts/seat.fixture.js';
import { scriptedModels, turns } from '../llm/scripted-model.fixture.js';
import type { ToolService } from '../mcp/tool-seat.js';
import { decisionRequestSchema, type PostedDecision } from './decision-request.fixture.js';
import { httpAgent, type HttpAgentConfig } from './http-agent.js';

interface Answer {
  readonly status?: number;
  readonly body?: string;
}
/** The agent's response to a request; undefined: it never answers. */
type Behavior = (request: PostedDecision, capability: Capability) => Answer | undefined;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(behavior: Behavior, config: object = {}, failure?: CallFailure) {
  const posted: { request: PostedDecision; headers: IncomingHttpHeaders }[] = [];
  let capability: Capability | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    const request = decisionRequestSchema.parse(JSON.parse(Buffer.concat(parts).toString()));
    posted.push({ request, headers: incoming.headers });
    const answer = behavior(request, capability as Capability);
    if (answer !== undefined) outgoing.writeHead(answer.status ?? 200).end(answer.body);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`;
  const ended: Capability[] = [];
  const tools: ToolService = {
    serve: (served) => {
      capability = served;
      const end = (): void => void ended.push(served);
      return { url: 'http://127.0.0.1/mcp/token', isListed: false, end };
    },
    announce: () => undefined,
  };
  const scripted = scriptedModels('anthropic-messages', turns());
  const models = {
    ...scripted,
    open: async (ask: Parameters<typeof scripted.open>[0]) => ({
      ...(await scripted.open(ask)),
      failure: () => failure,
    }),
  };
  const parsed = agentConfigSchema.parse({ id: 'far', kind: 'http', url, ...config });
  const agent = httpAgent(parsed as HttpAgentConfig, seatFor(), { models, tools });
  return { agent, posted, ended, asks: scripted.asks };
}

const json = (value: unknown): Answer => ({ body: JSON.stringify(value) });
const buy = { kind: 'action', action: 'BUY' } as const;

describe('an agent behind a URL', () => {
  it('is posted the decision, and answers with one', async () => {
    const { agent, posted, ended, asks } = await serve(() => json(buy), { model: 'p/m' });
    expect(await agent.decide(askedAt())).toEqual(buy);
    expect(agent.calls?.()).toBeNull();
    expect(ended).toHaveLength(1);
    expect(ended[0]?.isEnded).toBe(true);
    const { request, headers } = posted[0] as (typeof posted)[number];
    expect(headers['idempotency-key']).toBe(request.ask);
    expect(request).toMatchObject({
      ask: `${'a'.repeat(64)}-7-1`,
      session: '2025-03-03',
      account: { cash: 400, equity: 1000, positions: { AAPL: 6 } },
      prices: { AAPL: 101.5 },
      model: { name: 'm', api: 'anthropic-messages', baseUrl: 'http://127.0.0.1:1/ask' },
    });
    expect(asks).toMatchObject([
      { opened: { model: 'p/m', prompt: null }, ended: { class: 'answered' } },
    ]);
  });

  it('may submit through a tool, and say nothing more', async () => {
    const { agent } = await serve((_, capability) => {
      capability.call('submit_decision', { action: 'SELL' });
      return { status: 204 };
    });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'SELL' });
    expect(agent.calls?.()?.calls).toBe(1);
  });

  it('decides with its first valid submission: what it answers after it counts no more', async () => {
    const { agent } = await serve((_, capability) => {
      capability.call('submit_decision', { action: 'SELL' });
      return json(buy);
    });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'SELL' });
  });

  it('has decided once it submitted, answered or not', async () => {
    const { agent } = await serve((_, capability) => {
      capability.call('submit_decision', { action: 'SELL' });
      return undefined;
    });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'SELL' });
  });

  it.each([
    ['no answer', 'missing', { status: 204 }],
    ['refused', 'missing', json({ kind: 'none', class: 'refused', reason: 'the model declined' })],
    ['no answer', 'missing', json({ kind: 'none' })],
    ['provider error', 'failed', { status: 500 }],
    ['provider error', 'failed', { status: 302 }],
    ['provider error', 'failed', { body: 'x'.repeat(2 ** 20 + 1) }],
    ['invalid', 'invalid', json({ kind: 'action', action: 'MAYBE' })],
    ['invalid', 'invalid', { body: 'BUY' }],
  ] as const)('ends %s', async (came, kind, answer) => {
    const { agent, asks } = await serve(() => answer);
    expect(await agent.decide(askedAt())).toMatchObject({ kind, class: came });
    expect(asks[0]?.ended?.class).toBe(came);
  });

  it('is invalid when what it submitted was refused', async () => {
    const { agent } = await serve((_, capability) => {
      capability.call('submit_decision', { action: 'MAYBE' });
      return { status: 204 };
    });
    expect(await agent.decide(askedAt())).toMatchObject({ kind: 'invalid', class: 'invalid' });
  });

  it('ends as the gateway said when that refused its model calls', async () => {
    const failure = { class: 'limit', reason: 'no tokens are left' } as const;
    const { agent, asks } = await serve(() => ({ status: 500 }), {}, failure);
    expect(await agent.decide(askedAt())).toEqual({ kind: 'missing', class: 'limit' });
    expect(asks[0]?.ended?.reason).toBe('no tokens are left');
  });

  it('fails if nothing listens', async () => {
    const { agent } = await serve(() => json(buy), { url: 'http://127.0.0.1:1/' });
    expect(await agent.decide(askedAt())).toMatchObject({ class: 'provider error' });
  });

  it('is late when it does not answer', async () => {
    const { agent, asks } = await serve(() => undefined, { timeBudgetMs: 50, attempts: 3 });
    expect(await agent.decide(askedAt())).toEqual({
      kind: 'late',
      class: 'late',
      reason: 'no decision within 50 ms: 0 tool calls',
    });
    expect(asks).toHaveLength(1);
  });

  it('is asked again, under another key', async () => {
    const { agent, posted } = await serve(
      ({ attempt }) => (attempt === 1 ? { status: 500 } : json(buy)),
      { attempts: 2 },
    );
    expect(await agent.decide(askedAt())).toEqual(buy);
    const keys = posted.map(({ headers }) => String(headers['idempotency-key']).split('-').at(-1));
    expect(keys).toEqual(['1', '2']);
  });

  it('gets what the page shows', async () => {
    const page = readFileSync('docs/reference/http-agent.md', 'utf8');
    const shown = /```json\n([^`]*)```/.exec(page)?.[1] ?? '';
    expect(decisionRequestSchema.safeParse(JSON.parse(shown)).error).toBeUndefined();
  });
});
