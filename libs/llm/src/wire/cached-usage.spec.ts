/** Cached tokens in the dialects of servers, and counts that come in parts. */

import { describe, expect, it } from 'vitest';
import { wires } from './wires.js';

const { 'openai-chat': chat, 'openai-responses': responses } = wires;
const usageOf = (usage: object) => chat.readBody({ usage }).usage;

describe('cached input of chat servers', () => {
  it.each([
    // A gateway before Claude: the same counts in the details and beside them.
    [
      {
        prompt_tokens: 98_805,
        completion_tokens: 5120,
        total_tokens: 103_925,
        prompt_tokens_details: { cached_tokens: 66_360, cache_creation_tokens: 32_435 },
        cache_read_input_tokens: 66_360,
        cache_creation_input_tokens: 32_435,
      },
      { input: 98_805, cachedInput: 66_360, cacheWrite: 32_435 },
    ],
    [
      {
        prompt_tokens: 17_111,
        completion_tokens: 10,
        cache_read_input_tokens: 17_102,
        cache_creation_input_tokens: 0,
      },
      { input: 17_111, cachedInput: 17_102, cacheWrite: 0 },
    ],
    // Nearly all of the prompt.
    [
      {
        prompt_tokens: 27_147,
        completion_tokens: 351,
        total_tokens: 27_498,
        prompt_tokens_details: { cached_tokens: 27_146 },
      },
      { input: 27_147, cachedInput: 27_146, cacheWrite: 0 },
    ],
    // Beside the prompt, by the total and without one.
    [
      {
        prompt_tokens: 200,
        completion_tokens: 100,
        total_tokens: 1100,
        prompt_tokens_details: { cached_tokens: 500, cache_write_tokens: 300 },
      },
      { input: 1000, cachedInput: 500, cacheWrite: 300 },
    ],
    [
      { prompt_tokens: 200, completion_tokens: 100, cache_read_input_tokens: 800 },
      { input: 1000, cachedInput: 800, cacheWrite: 0 },
    ],
    // Reasoning beside the output as well.
    [
      {
        prompt_tokens: 200,
        completion_tokens: 100,
        total_tokens: 1150,
        prompt_tokens_details: { cached_tokens: 800 },
        completion_tokens_details: { reasoning_tokens: 50 },
      },
      { input: 1000, output: 150, cachedInput: 800, reasoning: 50 },
    ],
  ])('is read from %j', (usage, counted) => {
    expect(usageOf(usage)).toMatchObject(counted);
  });

  it('counts nothing where the total contradicts it', () => {
    const usage = { prompt_tokens: 200, completion_tokens: 100, total_tokens: 300 };
    expect(usageOf({ ...usage, prompt_tokens_details: { cached_tokens: 800 } })).toBeNull();
  });

  it('has the same names before responses', () => {
    const usage = {
      input_tokens: 1000,
      output_tokens: 100,
      total_tokens: 1100,
      input_tokens_details: { cached_tokens: 500, cache_write_tokens: 300 },
    };
    expect(responses.readBody({ usage, status: 'completed' }).usage).toMatchObject({
      input: 1000,
      cachedInput: 500,
      cacheWrite: 300,
    });
  });
});

describe('a zero at the end of a stream does not erase the start', () => {
  const texts = (...events: readonly object[]) => events.map((event) => JSON.stringify(event));

  it('of chat', () => {
    const details = { prompt_tokens_details: { cached_tokens: 800 } };
    const { usage } = chat.readStream(
      texts(
        { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 1, ...details } },
        { choices: [], usage: { prompt_tokens: 0, completion_tokens: 100 } },
        { choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } },
      ),
    );
    expect(usage).toMatchObject({ input: 1000, output: 100, cachedInput: 800 });
  });

  it('of messages', () => {
    const start = { input_tokens: 200, cache_read_input_tokens: 800, output_tokens: 1 };
    const end = { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 100 };
    const { usage } = wires['anthropic-messages'].readStream(
      texts(
        { type: 'message_start', message: { usage: start } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: end },
        { type: 'message_stop' },
      ),
    );
    expect(usage).toMatchObject({ input: 1000, output: 100, cachedInput: 800 });
  });

  it('of contents', () => {
    const { usage } = wires['google-generate-content'].readStream(
      texts(
        { usageMetadata: { promptTokenCount: 1000, cachedContentTokenCount: 800 } },
        { usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 100 } },
      ),
    );
    expect(usage).toMatchObject({ input: 1000, output: 100, cachedInput: 800 });
  });
});
