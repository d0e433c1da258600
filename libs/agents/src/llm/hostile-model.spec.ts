/**
 * A model's output is not trusted: whatever it is, the attempt ends in a class, and the
 * next one proceeds.
 */

import { describe, expect, it } from 'vitest';
import { askedAt, seatFor } from '../attempts/seat.fixture.js';
import { buy, call, configOf, look } from './model-agent.fixture.js';
import { modelAgent } from './model-agent.js';
import { scriptedModels, turns, type ScriptedTurn } from './scripted-model.fixture.js';

const apis = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'google-generate-content',
] as const;
const deep = '['.repeat(2_000) + ']'.repeat(2_000);
const hostile: readonly { readonly what: string; readonly said: ScriptedTurn }[] = [
  { what: 'arguments nested too deeply', said: { calls: [call('get_price', JSON.parse(deep))] } },
  {
    what: 'a prototype among its arguments',
    said: {
      calls: [call('get_price', JSON.parse('{"__proto__":{"symbol":"AAPL"},"symbol":"AAPL"}'))],
    },
  },
  { what: 'half a character', said: { text: 'I think \ud83d', calls: look.calls ?? [] } },
  { what: 'control characters', said: { text: '\u0000\u001b[2J\u202e', calls: look.calls ?? [] } },
  {
    what: 'a tool that there is not',
    said: { calls: [call('__proto__', {}), call('constructor', {})] },
  },
  {
    what: 'arguments of a megabyte',
    said: { calls: [call('get_price', { symbol: 'A'.repeat(1_000_000) })] },
  },
];

describe.each(apis.flatMap((api) => [true, false].map((stream) => ({ api, stream }))))(
  'a model on $api, stream $stream',
  ({ api, stream }) => {
    it.each(hostile)('that says $what does not end the run', async ({ said }) => {
      const models = scriptedModels(api, turns(said, buy, buy));
      const agent = modelAgent(configOf({ stream, attempts: 2 }), seatFor(), {
        models,
        directory: '.',
      });
      const decided = await agent.decide(askedAt());
      expect(decided).toEqual({ kind: 'action', action: 'BUY' });
    });
  },
);
