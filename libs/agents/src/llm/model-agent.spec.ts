/**
 * A model agent on all wire formats: its requests, its reading of responses, and how each ask ends.
 */

import { describe, expect, it } from 'vitest';
import { askedAt, seatFor } from '../attempts/seat.fixture.js';
import { buy, configOf, look } from './model-agent.fixture.js';
import { modelAgent } from './model-agent.js';
import { scriptedModels, turns, type Scripted } from './scripted-model.fixture.js';

const apis = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'google-generate-content',
] as const;
const everyWire = apis.flatMap((api) => [true, false].map((stream) => ({ api, stream })));

async function decideOn(
  api: (typeof apis)[number],
  script: readonly Scripted[],
  config: object = {},
) {
  const models = scriptedModels(api, turns(...script));
  const agent = modelAgent(configOf(config), seatFor(), { models, directory: '.' });
  const said = await agent.decide(askedAt());
  return { said, models, agent, ends: models.asks.map(({ ended }) => ended) };
}

describe.each(everyWire)('a model agent on $api, stream $stream', ({ api, stream }) => {
  it('thinks, calls a tool, sees its result and submits', async () => {
    const { said, models, agent, ends } = await decideOn(api, [look, buy], { stream });
    expect(said).toEqual({ kind: 'action', action: 'BUY' });
    expect(agent.calls?.()?.calls).toBe(2);
    expect(models.sent).toHaveLength(2);
    const [first, second] = models.sent.map(({ body }) => JSON.stringify(body));
    expect(first).toContain('Session: 2025-03-03');
    expect(first).toContain('submit_decision');
    expect(second).toContain('I look at the price.');
    expect(second).toContain('101.5');
    expect(ends).toMatchObject([
      { class: 'answered', decision: '{"action":"BUY","kind":"action"}', reason: null },
    ]);
  });

  it('sends the same bytes each time it is asked the same', async () => {
    const sent = async () => {
      const { models } = await decideOn(api, [look, look, buy], { stream });
      return models.sent.map(({ path, body }) => path + JSON.stringify(body));
    };
    expect(await sent()).toEqual(await sent());
  });

  it('ends refused when the model declines', async () => {
    const { said, ends } = await decideOn(api, [{ text: 'No.', end: 'refusal' }], { stream });
    expect(said).toEqual({ kind: 'missing', class: 'refused' });
    expect(ends).toMatchObject([{ class: 'refused' }]);
  });

  it('ends truncated when the response was cut off at its limit', async () => {
    const { said } = await decideOn(api, [{ text: 'I would', end: 'length' }], { stream });
    expect(said).toEqual({ kind: 'missing', class: 'truncated' });
  });

  it('gives no answer when the model stops without a submission', async () => {
    const { said, ends } = await decideOn(api, [{ text: 'BUY' }], { stream });
    expect(said).toEqual({ kind: 'missing', class: 'no answer' });
    expect(ends[0]?.reason).toBe('the model stopped without a submission');
  });

  it('gives no answer when the response is empty', async () => {
    const { said, ends } = await decideOn(api, [{}], { stream });
    expect(said).toEqual({ kind: 'missing', class: 'no answer' });
    expect(ends[0]?.reason).toBe('an empty response');
  });

  it('fails if the provider answers with an error or an unreadable response', async () => {
    const error = { status: 401, body: '{"error":{"message":"no such key"}}' };
    const refused = await decideOn(api, [error], { stream });
    expect(refused.said).toMatchObject({ kind: 'failed', class: 'provider error' });
    const garbage = await decideOn(api, [{ body: 'garbage' }], { stream });
    expect(garbage.said).toMatchObject({ class: 'provider error' });
    expect(garbage.models.sent).toHaveLength(1);
  });
});

describe('settings of the model', () => {
  const sentFor = async (
    api: (typeof apis)[number],
    model: string,
    config: object = {},
  ): Promise<object> => {
    const models = scriptedModels(api, turns(buy));
    const settings = { temperature: 0.5, modelSeed: 7, effort: 'medium', maxOutputTokens: 8000 };
    const agent = modelAgent(configOf({ ...settings, ...config, model }), seatFor(), {
      models,
      directory: '.',
    });
    await agent.decide(askedAt());
    return models.sent[0]?.body ?? {};
  };

  it('go to OpenAI in its words, without a store', async () => {
    expect(await sentFor('openai-chat', 'p/m')).toMatchObject({
      max_tokens: 8000,
      temperature: 0.5,
      seed: 7,
      reasoning_effort: 'medium',
      stream_options: { include_usage: true },
    });
    expect(await sentFor('openai-responses', 'p/gpt-5.2')).toMatchObject({
      max_output_tokens: 8000,
      store: false,
      reasoning: { effort: 'medium' },
    });
  });

  it('go to Anthropic in its words', async () => {
    const sent = await sentFor('anthropic-messages', 'p/claude-sonnet-5');
    expect(sent).toMatchObject({ max_tokens: 8000, output_config: { effort: 'medium' } });
    expect(JSON.stringify(sent)).not.toContain('eager_input_streaming');
  });

  it('go to Gemini in its words, with fewer thoughts than output', async () => {
    expect(await sentFor('google-generate-content', 'p/gemini-2.5-pro')).toMatchObject({
      generationConfig: {
        maxOutputTokens: 8000,
        temperature: 0.5,
        seed: 7,
        thinkingConfig: { thinkingBudget: 2400, includeThoughts: true },
      },
    });
    expect(await sentFor('google-generate-content', 'p/gemini-3-pro')).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'medium', includeThoughts: true } },
    });
  });
});
