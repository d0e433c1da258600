/**
 * A model agent beyond one conversation: attempts, budgets, deadlines, malformed calls, and memory.
 */

import { describe, expect, it } from 'vitest';
import { corruptJournal } from '#values';
import type { WireApi } from '#llm';
import type { CallRecord } from '#tools';
import { askedAt, seatFor } from '../attempts/seat.fixture.js';
import { buy, call, configOf, look } from './model-agent.fixture.js';
import { modelAgent } from './model-agent.js';
import { scriptedModels, turns, type Scripted } from './scripted-model.fixture.js';

const silent: Scripted = { text: 'I am not sure.' };
const open = (
  script: readonly Scripted[],
  config: object = {},
  { api = 'openai-chat', ...options }: { api?: WireApi | null; graceMs?: number } = {},
) => {
  const models = scriptedModels(api, turns(...script));
  const records: CallRecord[] = [];
  const calls = {
    keep: (_: number, record: CallRecord) => void records.push(record),
    settle: () => undefined,
  };
  const agent = modelAgent(configOf(config), seatFor({ calls }), {
    models,
    directory: '.',
    ...options,
  });
  const classes = () => models.asks.map(({ ended }) => ended?.class);
  return { agent, models, classes, records };
};
const sentText = (models: ReturnType<typeof scriptedModels>, index: number): string =>
  JSON.stringify(models.sent[index]?.body);

describe('attempts', () => {
  it('asks again until there is an answer, from the same prompt, and numbers tool calls on', async () => {
    const script = [look, silent, { end: 'refusal' } as const, look, buy];
    const { agent, models, classes, records } = open(script, { attempts: 4 });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'BUY' });
    expect(classes()).toEqual(['no answer', 'refused', 'answered']);
    expect(records.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
    expect(agent.calls?.()?.calls).toBe(3);
    expect(models.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(models.requests.map(({ prompt }) => prompt)).size).toBe(1);
    expect(sentText(models, 2)).toBe(sentText(models, 0));
  });

  it('takes the class of the last attempt', async () => {
    const { agent, classes } = open([silent, { end: 'length' }], { attempts: 2 });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'missing', class: 'truncated' });
    expect(classes()).toEqual(['no answer', 'truncated']);
  });

  it('asks five times under the preset herculean, at medium effort', async () => {
    const { agent, models } = open([silent, silent, silent, silent, silent], {
      preset: 'herculean',
    });
    await agent.decide(askedAt());
    expect(models.asks).toHaveLength(5);
    expect(models.sent[0]?.body['reasoning_effort']).toBe('medium');
  });

  it('is invalid when all submissions were refused', async () => {
    const maybe = { calls: [call('submit_decision', { action: 'MAYBE' })] };
    const { agent } = open([maybe, silent]);
    expect(await agent.decide(askedAt())).toMatchObject({
      kind: 'invalid',
      class: 'invalid',
      reason: expect.stringContaining('action') as unknown,
    });
  });

  it('is no answer when only an earlier attempt submitted', async () => {
    const maybe = { calls: [call('submit_decision', { action: 'MAYBE' })] };
    const { agent, classes } = open([maybe, silent, silent], { attempts: 2 });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'missing', class: 'no answer' });
    expect(classes()).toEqual(['invalid', 'no answer']);
  });
});

describe('what ends an attempt from outside', () => {
  it.each([
    { class: 'limit', kind: 'missing' },
    { class: 'late', kind: 'late' },
  ] as const)('$class is final', async ({ class: came, kind }) => {
    const { agent, classes } = open([{ failure: { class: came, reason: 'the gateway' } }, buy], {
      attempts: 5,
    });
    expect(await agent.decide(askedAt())).toMatchObject({ kind, class: came });
    expect(classes()).toEqual([came]);
  });

  it('reaches the recorded end even if the protocol of its model is unknown', async () => {
    const limit: Scripted = { failure: { class: 'limit', reason: 'no calls are left' } };
    const { agent } = open([limit], {}, { api: null });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'missing', class: 'limit' });
  });

  it('asks again after an error of the provider, as the gateway words it', async () => {
    const { agent, models } = open(
      [{ failure: { class: 'provider error', reason: 'status 500, 6 tries' } }, buy],
      { attempts: 2 },
    );
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'BUY' });
    expect(models.asks[0]?.ended).toMatchObject({
      class: 'provider error',
      reason: 'status 500, 6 tries',
    });
  });

  it('stops a model that never stops calling tools', async () => {
    const { agent, models, classes } = open([look, look, look, look], { steps: 3, attempts: 2 });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'missing', class: 'limit' });
    expect(models.sent).toHaveLength(3);
    expect(classes()).toEqual(['limit']);
    expect(models.asks[0]?.ended?.reason).toBe('no submission within 3 model calls');
  });

  it('is invalid, and asked again when the steps were used up by submissions that were refused', async () => {
    const maybe = { calls: [call('submit_decision', { action: 'MAYBE' })] };
    const { agent, classes } = open([maybe, look, look, maybe], { steps: 2, attempts: 2 });
    expect(await agent.decide(askedAt())).toMatchObject({
      kind: 'invalid',
      class: 'invalid',
      reason: expect.stringContaining('action') as unknown,
    });
    expect(classes()).toEqual(['invalid', 'invalid']);
  });

  it('counts the submissions of the attempt alone that used up its steps', async () => {
    const maybe = { calls: [call('submit_decision', { action: 'MAYBE' })] };
    const { agent, classes } = open([maybe, look, look, look], { steps: 2, attempts: 2 });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'missing', class: 'limit' });
    expect(classes()).toEqual(['invalid', 'limit']);
  });

  it('is late if the provider does not answer', async () => {
    const { agent } = open([look], { timeBudgetMs: 20 }, { graceMs: 0 });
    expect(await agent.decide(askedAt())).toEqual({
      kind: 'late',
      class: 'late',
      reason: 'no decision within 20 ms: 2 model calls, 1 tool call',
    });
  });

  it('leaves the attempt open when the run is abandoned', async () => {
    const { agent, classes } = open([look]);
    const gone = new AbortController();
    const said = agent.decide(askedAt(), gone.signal);
    gone.abort();
    expect(await said).toEqual({ kind: 'missing' });
    expect(classes()).toEqual([undefined]);
  });

  it('hands on what the recording throws', async () => {
    const { agent } = open([{ thrown: corruptJournal('not recorded', { where: 'call 2' }) }]);
    await expect(agent.decide(askedAt())).rejects.toMatchObject({ code: 'CorruptJournal' });
  });

  it('fails when a tool breaks by itself', async () => {
    const { agent } = open([{ calls: [call('get_price', { symbol: 'BROKEN' })] }]);
    expect(await agent.decide(askedAt())).toEqual({
      kind: 'failed',
      class: 'tool error',
      reason: 'Error: the table is gone',
    });
  });
});

describe('calls that cannot be made', () => {
  it.each([
    ['arguments that break their schema', call('get_price', { ticker: 'A' }), 'get_price.symbol'],
    ['arguments that are no JSON', call('get_price', '{"symbol": '), 'arguments that are no JSON'],
    ['a tool that there is not', call('get_weather', {}), 'no such tool'],
  ])('are reported to the model: %s', async (_, asked, error) => {
    const { agent, models, records } = open([{ calls: [asked] }, buy]);
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'BUY' });
    expect(records[0]?.error).toContain(error);
    expect(sentText(models, 1)).toContain(error);
  });

  it('tells Gemini that its call was malformed', async () => {
    const script: Scripted[] = [{ end: 'malformed call' }, buy];
    const { agent, models } = open(script, { stream: false }, { api: 'google-generate-content' });
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'BUY' });
    expect(sentText(models, 1)).toContain('was malformed');
  });

  it('answers several calls of one turn in their order, and none after the submission', async () => {
    const both = { calls: [...(look.calls ?? []), ...(buy.calls ?? []), ...(look.calls ?? [])] };
    const { agent, records } = open([both]);
    expect(await agent.decide(askedAt())).toEqual({ kind: 'action', action: 'BUY' });
    expect(records.map(({ tool }) => tool)).toEqual(['get_price', 'submit_decision']);
  });
});

describe('memory', () => {
  const days = async (config: object, script: readonly Scripted[]) => {
    const opened = open(script, config);
    await opened.agent.decide(askedAt(7, '2025-03-03'));
    await opened.agent.decide(askedAt(9, '2025-03-04'));
    return opened;
  };

  it('has none unless the scenario declares one', async () => {
    const { models } = await days({}, [buy, buy]);
    expect(sentText(models, 1)).toContain('no memory of earlier decisions');
  });

  it('shows the last decisions, and those that were not made', async () => {
    const memory = { last: 2 };
    const first = await days({ memory }, [buy, buy]);
    expect(sentText(first.models, 0)).toContain('This is your first decision.');
    expect(first.models.sent[1]?.body).toMatchObject({
      messages: [
        {},
        {
          content: expect.stringContaining(
            '2025-03-03: {"action":"BUY","kind":"action"}',
          ) as unknown,
        },
      ],
    });
    const second = await days({ memory }, [silent, buy]);
    expect(sentText(second.models, 1)).toContain('2025-03-03: no decision (no answer)');
  });

  it('keeps notes that the agent writes, which are no tool call of the run', async () => {
    const note = { calls: [call('save_notes', { notes: 'AAPL looks cheap.' })] };
    const { models, records } = await days({ memory: 'notes' }, [note, buy, buy]);
    expect(models.asks[0]?.ended?.notes).toBe('AAPL looks cheap.');
    expect(records.map(({ tool }) => tool)).toEqual(['submit_decision', 'submit_decision']);
    expect(sentText(models, 2)).toContain('AAPL looks cheap.');
  });

  it('has no notes tool without notes', async () => {
    const note = { calls: [call('save_notes', { notes: 'x' })] };
    const { agent, records } = open([note, buy]);
    await agent.decide(askedAt());
    expect(records[0]?.error).toContain('no such tool');
  });
});
