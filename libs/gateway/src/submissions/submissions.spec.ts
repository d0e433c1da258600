/**
 * Scenarios over HTTP: the ids of `tapefold run`, the same for every repetition, and
 * clear refusals.
 */

import { describe, expect, it } from 'vitest';
import { agentConfigSchema, scenarioSchema } from '#contracts/scenario/scenario';
import { promptOf, type LlmAgentConfig } from '#agents';
import { trading } from '#workflows';
import type { RegisteredAgent } from '#service-host/config/registered-agents';
import { parseMessage } from '#contracts/streams/catalogue';
import { planRuns } from '#backtest';
import { openScenarioTape } from '#backtest/tape/scenario-tape';
import type { StoredMessage } from '#event-log';
import { scenario, testGateway, type TestGateway } from '../server/gateway.fixture.js';

async function messagesOn({ log }: TestGateway): Promise<StoredMessage[]> {
  const found: StoredMessage[] = [];
  const tail = await log.tail({
    topics: ['tapes', 'runs'],
    from: 'start',
    onBatch: ({ messages }) => void found.push(...messages),
  });
  const ends = [...(await log.endOffsets('tapes')), ...(await log.endOffsets('runs'))];
  const all = ends.reduce((sum, end) => sum + end, 0);
  await expect.poll(() => found.length, { timeout: 120_000 }).toBe(all);
  await tail.stop();
  return found;
}

describe('POST /v1/submissions', () => {
  it('gives the run ids and the tape of the command line, and publishes them', async () => {
    const gateway = await testGateway();
    const tape = await openScenarioTape(scenarioSchema.parse(scenario), '/');
    const parsed = scenarioSchema.parse(scenario);
    const plans = planRuns({ scenario: parsed, fileHashes: new Map(), ...tape });
    await tape.dataset.close();

    const { status, body, headers } = await gateway.post('/v1/submissions', scenario);

    expect(status).toBe(201);
    expect(body['runs']).toEqual(plans.map(({ id }) => id));
    expect(body['tape']).toBe(tape.header.id);
    expect(headers.get('location')).toBe(`/v1/submissions/${String(body['submission'])}`);
    const messages = (await messagesOn(gateway)).map(({ topic, value }) =>
      parseMessage(topic, value),
    );
    expect(messages.map(({ type }) => type).sort()).toEqual([
      'RunSubmitted',
      'RunSubmitted',
      'ScenarioSubmitted',
      'TapeRequested',
    ]);
  });

  it('can be read at once', async () => {
    const gateway = await testGateway();
    const { body } = await gateway.post('/v1/submissions', scenario);
    const read = await gateway.ask(`/v1/submissions/${String(body['submission'])}`);
    expect(read.status).toBe(200);
    expect(read.body['runs']).toEqual(body['runs']);
    const symbols = scenarioSchema.parse(scenario).symbols ?? [];
    const sound = { sessions: expect.any(Number) as number, warnings: [] };
    expect(symbols.length).toBeGreaterThan(0);
    expect(read.body['data']).toEqual(
      symbols.map((symbol) => ({ symbol, ...sound, withBars: expect.any(Number) as number })),
    );
  });

  it('given the same again, says 200, gives the same ids, and publishes nothing', async () => {
    const gateway = await testGateway();
    const first = await gateway.post('/v1/submissions', scenario);
    const before = await messagesOn(gateway);
    const again = await gateway.post('/v1/submissions', scenario);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, created: false });
    expect(await messagesOn(gateway)).toHaveLength(before.length);
  });

  it('given the same twice at once, publishes it once', async () => {
    const gateway = await testGateway();
    const answers = await Promise.all(
      [1, 2, 3].map(() => gateway.post('/v1/submissions', scenario)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await messagesOn(gateway)).toHaveLength(4);
  });

  it('takes YAML for the same scenario', async () => {
    const gateway = await testGateway();
    const json = await gateway.post('/v1/submissions', scenario);
    const yaml = await gateway.ask('/v1/submissions', {
      method: 'POST',
      headers: { 'content-type': 'application/yaml' },
      body: [
        'name: gateway-test',
        'data: aapl-2013-2018',
        'window: { from: 2017-01-03, to: 2017-03-31 }',
        'symbols: [AAPL]',
        'execution: close',
        'agents:',
        '  - { id: hold, kind: buy-and-hold }',
        '  - { id: cross, kind: sma-cross, fast: 5, slow: 20 }',
      ].join('\n'),
    });
    expect(yaml.status).toBe(200);
    expect(yaml.body['submission']).toBe(json.body['submission']);
  });

  const refused: readonly [string, object, string][] = [
    [
      'an agent of a file',
      { agents: [{ id: 'a', kind: 'script', file: 'a.csv' }] },
      'agents.0.kind',
    ],
    ['a module', { agents: [{ id: 'a', kind: 'module', file: '/tmp/a.js' }] }, 'agents.0.kind'],
    [
      'an address to which a service would post',
      { agents: [{ id: 'a', kind: 'mcp', post: 'http://169.254.169.254/latest' }] },
      'agents.0.post',
    ],
    [
      'an agent that would ask models with the keys of the services',
      { agents: [{ id: 'a', kind: 'llm', model: 'anthropic/a-model' }] },
      'agents.0.kind',
    ],
    [
      'an agent behind an address',
      { agents: [{ id: 'a', kind: 'http', url: 'http://169.254.169.254/latest' }] },
      'agents.0.kind',
    ],
    [
      'an unregistered agent',
      { agents: [{ id: 'a', kind: 'registered', agent: 'thinker' }] },
      'agents.0.agent',
    ],
    ['a path for data', { data: '/etc/passwd' }, 'data'],
    ['a path that climbs', { data: '../../etc' }, 'data'],
    ['a bundled data set that is not registered', { data: 'synthetic-market' }, 'data'],
    ['more runs than are allowed', { repeats: 10_000 }, 'agents, symbols, repeats'],
    ['a symbol that there is not', { symbols: ['NOPE'] }, 'symbols'],
    ['a window before the data', { window: { from: '1990-01-01', to: '1990-02-01' } }, 'window'],
    ['a policy that there is not', { execution: 'free-money' }, 'execution'],
    ['a policy of pairs where none is traded', { execution: 'pair-close' }, 'execution'],
    [
      'a rule of pairs where none is traded',
      { agents: [{ id: 'a', kind: 'pair-hold' }] },
      'agents.0.kind',
    ],
    [
      'a rule that trades no pairs',
      { workflow: 'hedging', symbols: ['AAPL', 'MSFT'] },
      'agents.0.kind',
    ],
  ];

  it('refuses what cannot be run with 422 and the place', async () => {
    const gateway = await testGateway();
    for (const [what, change, where] of refused) {
      const { status, body } = await gateway.post('/v1/submissions', { ...scenario, ...change });
      expect(status, what).toBe(422);
      expect(body, what).toMatchObject({ code: 'InvalidInput', where });
    }
    expect(await messagesOn(gateway)).toHaveLength(0);
  });

  it('takes an agent that works through tools, with the data set whose texts they show', async () => {
    const gateway = await testGateway();
    const agents = [{ id: 'outside', kind: 'mcp' }];
    expect((await gateway.post('/v1/submissions', { ...scenario, agents })).status).toBe(201);
    const messages = (await messagesOn(gateway)).map(({ topic, value }) =>
      parseMessage(topic, value),
    );
    const runs = messages.filter(({ type }) => type === 'RunSubmitted');
    expect(runs).toMatchObject([
      { dataset: scenario.data, plan: { agent: { id: 'outside', kind: 'mcp' } } },
    ]);
  });

  it('puts registered agents in place of their names', async () => {
    const thinker = { kind: 'llm', id: 'x', model: 'local/one', effort: 'low' };
    const registered = agentConfigSchema.parse(thinker) as RegisteredAgent;
    const register = {
      agents: new Map([['thinker', registered]]),
      directory: '/',
      file: 'agents.yaml',
    };
    const gateway = await testGateway({}, { register });
    const agents = [{ id: 'mine', kind: 'registered', agent: 'thinker' }];
    expect((await gateway.post('/v1/submissions', { ...scenario, agents })).status).toBe(201);
    const messages = (await messagesOn(gateway)).map(({ topic, value }) =>
      parseMessage(topic, value),
    );
    const agent = { ...registered, id: 'mine' };
    const runs = messages.filter(({ type }) => type === 'RunSubmitted');
    expect(runs).toMatchObject([{ dataset: scenario.data, plan: { agent } }]);
    const submitted = messages.filter(({ type }) => type === 'ScenarioSubmitted');
    expect(submitted).toMatchObject([{ scenario: { agents: [agent] } }]);
    // The prompt is part of the plan.
    expect(runs.map((run) => run.type === 'RunSubmitted' && run.plan.file)).toEqual([
      promptOf(registered as LlmAgentConfig, { prompts: trading.prompts, directory: '/' }).sha256,
    ]);
  });

  it('does not reveal the location of a data set that cannot be opened', async () => {
    const gateway = await testGateway();
    const { status, body } = await gateway.post('/v1/submissions', { ...scenario, data: 'gone' });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'InvalidInput', where: 'data: gone' });
    expect(JSON.stringify(body)).not.toContain('tapefold-gateway-');
    const logged = gateway.lines.filter((line) => line.includes('cannot be opened'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/tapefold-gateway-.*"dataset":"gone"/);
  });

  it('says 503 when the topics are away', async () => {
    const gateway = await testGateway();
    await gateway.log.close();
    const { status, body, headers } = await gateway.post('/v1/submissions', scenario);
    expect(status).toBe(503);
    expect(body['code']).toBe('Unavailable');
    expect(headers.get('retry-after')).toBe('5');
  });
});
