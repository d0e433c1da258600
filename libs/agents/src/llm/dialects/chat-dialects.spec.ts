/**
 * Chat completions in servers' dialects, read as if OpenAI had sent them, and sent back in the
 * server's form.
 */

import { describe, expect, it } from 'vitest';
import { askedAt, seatFor } from '../../attempts/seat.fixture.js';
import { configOf } from '../model-agent.fixture.js';
import { modelAgent } from '../model-agent.js';
import { scriptedModels, turns } from '../scripted-model.fixture.js';

const submit = JSON.stringify({ action: 'BUY' });
const look = JSON.stringify({ symbol: 'AAPL' });
const fn = (name: string, args: unknown) => ({ function: { name, arguments: args } });
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const sse = (...chunks: object[]): string =>
  [...chunks.map((one) => JSON.stringify(one)), '[DONE]'].map((one) => `data: ${one}\n\n`).join('');
const whole = (message: object, finish_reason = 'tool_calls'): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', ...message }, finish_reason }] });
const called = (...calls: object[]): string =>
  sse(...calls.map((call) => chunk({ tool_calls: [call] })), chunk({}, 'tool_calls'));

/** Whether the agent decides from these responses, and what it sent. */
async function decide(bodies: readonly string[], stream = bodies[0]?.startsWith('data') === true) {
  const models = scriptedModels('openai-chat', turns(...bodies.map((body) => ({ body }))));
  const agent = modelAgent(configOf({ stream }), seatFor(), { models, directory: '.' });
  const decided = await agent.decide(askedAt());
  const last = models.sent.at(-1)?.body['messages'] as Record<string, unknown>[];
  return {
    decided,
    ended: models.asks[0]?.ended,
    assistants: last.filter((m) => m['role'] === 'assistant'),
    last,
  };
}
const bought = { kind: 'action', action: 'BUY' };
const half = submit.length / 2;

describe('tool calls', () => {
  it.each([
    ['without an index', [called({ id: 'a', ...fn('submit_decision', submit) })]],
    [
      'with arguments that are an object',
      [called({ index: 0, id: 'a', ...fn('submit_decision', { action: 'BUY' }) })],
    ],
    [
      'whose id and name come with each piece',
      [
        called(
          { index: 0, id: 'a', ...fn('submit_decision', submit.slice(0, half)) },
          { index: 0, id: 'a', ...fn('submit_decision', submit.slice(half)) },
        ),
      ],
    ],
    [
      'whose later pieces have an empty id',
      [
        called(
          { id: 'a', ...fn('submit_decision', submit.slice(0, half)) },
          { id: '', ...fn('', submit.slice(half)) },
        ),
      ],
    ],
    [
      'of one index',
      [
        called(
          { index: 0, id: 'a', ...fn('get_price', look) },
          { index: 0, id: 'b', ...fn('submit_decision', submit) },
        ),
      ],
    ],
    [
      'of one index and no id',
      [
        called(
          { index: 0, ...fn('get_price', look) },
          { index: 0, ...fn('submit_decision', submit) },
        ),
      ],
    ],
    [
      'beside a content of parts',
      [
        sse(
          chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
          chunk(
            {
              content: [{ type: 'text', text: 'so' }],
              tool_calls: [{ id: 'a', ...fn('submit_decision', submit) }],
            },
            'tool_calls',
          ),
        ),
      ],
    ],
    [
      'beside a content of parts, whole',
      [
        whole({
          content: [{ type: 'text', text: 'so' }],
          tool_calls: [{ id: 'a', ...fn('submit_decision', { action: 'BUY' }) }],
        }),
      ],
    ],
  ])('%s are made', async (_, bodies) => {
    expect((await decide(bodies)).decided).toEqual(bought);
  });

  it.each([{ id: undefined }, { id: '' }, { id: null }])(
    'with id $id are numbered',
    async ({ id }) => {
      const piece = (index: number, name: string, args: string) => ({
        index,
        id,
        ...fn(name, args),
      });
      const two = [piece(0, 'get_price', look), piece(1, 'get_price', look)];
      const bodies = [
        [
          called(...two),
          called(piece(0, 'get_price', look)),
          called(piece(0, 'submit_decision', submit)),
        ],
        [
          whole({ tool_calls: two }),
          whole({ tool_calls: [piece(0, 'get_price', look)] }),
          whole({ tool_calls: [piece(0, 'submit_decision', submit)] }),
        ],
      ];
      for (const script of bodies) {
        const { decided, last } = await decide(script);
        expect(decided).toEqual(bought);
        const results = last
          .filter(({ role }) => role === 'tool')
          .map((one) => one['tool_call_id']);
        expect(results).toEqual(['call-1', 'call-2', 'call-3']);
      }
    },
  );
});

it('returns the fields that a server expects back, with their message and call', async () => {
  const extra_content = { google: { thought_signature: 'abc' } };
  const { decided, assistants } = await decide([
    sse(
      chunk({ reasoning_content: 'Let me ' }),
      chunk({ reasoning_content: 'look.' }),
      chunk(
        { tool_calls: [{ index: 0, id: 'a', ...fn('get_price', look), extra_content }] },
        'tool_calls',
      ),
    ),
    called({ index: 0, id: 'a', ...fn('get_price', look) }),
    called({ index: 0, id: 'c', ...fn('submit_decision', submit) }),
  ]);
  expect(decided).toEqual(bought);
  expect(assistants).toMatchObject([
    { reasoning_content: 'Let me look.', tool_calls: [{ id: 'a', extra_content }] },
    { tool_calls: [{ id: 'a' }] },
  ]);
  expect(JSON.stringify(assistants[1])).not.toContain('extra_content');
  expect(assistants[1]).not.toHaveProperty('reasoning_content');
});

it.each([
  ['text', sse(chunk({ content: 7 }, 'stop')), 'no answer'],
  [
    'an empty finish reason',
    sse(chunk({ tool_calls: [{ id: 'a', ...fn('get_price', look) }] }, '')),
    'provider error',
  ],
])('ends with a sentence for an odd %s', async (_, body, end) => {
  const { ended } = await decide([body]);
  expect(ended?.class).toBe(end);
  expect(ended?.reason?.length).toBeLessThan(100);
});

it.each(['{"choices":[]}', '{"object":"list"}', sse({ choices: 'none' })])(
  'names a response of another form in a sentence: %s',
  async (body) => {
    const { ended } = await decide([body]);
    expect(ended?.class).toBe('provider error');
    expect(ended?.reason).toMatch(/^[^{[\n]{1,160}$/);
  },
);
