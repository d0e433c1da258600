/** Limits on a model's spending and time are kept, and each attempt is recorded. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asksOf,
  callsOf,
  eventsOf,
  modelOf,
  modelsFileOf,
  realData,
  resultOf,
  scenarioOf,
  sharedFolder,
  endWith,
} from './model-runs.fixture.js';
import { ScriptedModel, type ProviderName, type Reply } from './scripted-model.fixture.js';
import { followMean } from './trading-scripts.fixture.js';

const sessions = ['2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07'] as const;
const agentOf = (id: string, provider: ProviderName, rest: object): object => ({
  id,
  kind: 'llm',
  model: modelOf(provider),
  stream: true,
  ...rest,
});

const scenario = {
  name: 'budgets',
  data: join(realData, 'herculean-2026'),
  execution: 'close',
  window: { from: sessions[0], to: sessions.at(-1) },
  symbols: ['NVDA'],
  agents: [
    agentOf('one-call', 'anthropic', { budget: { decision: { calls: 1 } } }),
    agentOf('few-tokens', 'chat', { budget: { decision: { tokens: 200 } } }),
    agentOf('poor', 'chat', { budget: { decision: { usd: 0.000_001 } } }),
    agentOf('four-calls', 'responses', { budget: { run: { calls: 4 } } }),
    agentOf('hasty', 'gemini', { timeBudgetMs: 1000 }),
    agentOf('herculean', 'chat', { preset: 'herculean' }),
  ],
};

const home = sharedFolder();
const out = join(home, 'out');
let model: ScriptedModel;
/** Conversations that were begun, by session. */
const begun = new Map<string, number>();

beforeAll(async () => {
  model = await ScriptedModel.start();
  const never = new Promise<Reply>(() => undefined);
  model.script(
    ({ provider }) => provider === 'gemini',
    () => never,
  );
  model.script(
    ({ provider }) => provider === 'chat',
    (turn) => {
      const { session, results } = turn;
      if (results.length === 0) begun.set(session, (begun.get(session) ?? 0) + 1);
      const isAnswered =
        session === sessions[0] ? begun.get(session) === 3 : session !== sessions[1];
      return isAnswered ? followMean(turn) : { thought: 'I cannot decide.' };
    },
  );
  model.script(() => true, followMean);
  const models = modelsFileOf(home, model.url);
  await endWith(7, 'run', scenarioOf(home, scenario), '--models', models, '--out', out);
}, 120_000);
afterAll(() => model.stop());

const runOf = (agent: string): string => `${agent}-NVDA`;

/** Event and class of each decision. */
async function decisionsOf(agent: string): Promise<(readonly [string, string | undefined])[]> {
  const events = await eventsOf(out, runOf(agent));
  return events
    .filter(({ type }) => type.startsWith('Decision'))
    .map((event) => [event.type, event.class] as const);
}
const each = <T>(one: T): T[] => sessions.map(() => one);
const limit = ['DecisionMissing', 'limit'] as const;
const made = ['DecisionMade', undefined] as const;

describe('a budget', () => {
  it('of calls for a decision ends it before the next call', async () => {
    expect(await decisionsOf('one-call')).toEqual(each(limit));
    const sent = callsOf(out, runOf('one-call')).filter(({ tries }) => tries.length > 0);
    const answered = sent.filter(({ response }) => response?.status === 200);
    expect(answered).toHaveLength(sessions.length);
  });

  it.each(['few-tokens', 'poor'])(
    'of %s is reserved before a call, so that none is made',
    async (agent) => {
      expect(await decisionsOf(agent)).toEqual(each(limit));
      const answered = callsOf(out, runOf(agent)).filter(
        ({ response }) => response?.status === 200,
      );
      expect(answered).toEqual([]);
    },
  );

  it('of a run lasts until it is used up', async () => {
    expect(await decisionsOf('four-calls')).toEqual([made, made, limit, limit]);
  });

  it('of time makes a decision late, and its call is abandoned', async () => {
    expect(await decisionsOf('hasty')).toEqual(each(['DecisionLate', 'late']));
    const outcomes = callsOf(out, runOf('hasty')).map(({ tries }) => tries.at(-1)?.outcome);
    expect(new Set(outcomes)).toEqual(new Set(['abandoned']));
  });
});

describe('attempts', () => {
  it('continue until one is answered, and the last failure is final', async () => {
    expect(await decisionsOf('herculean')).toEqual([
      made,
      ['DecisionMissing', 'no answer'],
      made,
      made,
    ]);
  });

  it('are each on record', () => {
    const asks = asksOf(out, runOf('herculean'));
    const opened = asks.filter(({ type }) => type === 'opened');
    const found = opened.map(({ session, asOf, attempt }) => {
      const end = asks.find(
        (ask) => ask.type === 'ended' && ask.asOf === asOf && ask.attempt === attempt,
      );
      return [session, attempt, end?.class];
    });
    const failed = (session: string, attempt: number): unknown => [session, attempt, 'no answer'];
    expect(found).toEqual([
      ...[1, 2].map((attempt) => failed(sessions[0], attempt)),
      [sessions[0], 3, 'answered'],
      ...[1, 2, 3, 4, 5].map((attempt) => failed(sessions[1], attempt)),
      [sessions[2], 1, 'answered'],
      [sessions[3], 1, 'answered'],
    ]);
    const { models } = resultOf(out).runs.find(({ agent }) => agent === 'herculean')!;
    expect(models).toMatchObject({ attempts: 10, classes: { answered: 3, 'no answer': 1 } });
  });
});
