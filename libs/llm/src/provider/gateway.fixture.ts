/** A gateway over one scripted provider, and attempts to open at it. */

import { modelsFileSchema, type ModelsFile } from './models-file.js';
import { modelsOf, type Models } from './models.js';
import type { AskRequest } from '../calls/ask.js';
import type { OpenAsk } from '../calls/model-service.js';
import type { WireApi } from '../calls/recorded-call.js';

export const runId = 'a'.repeat(64);
export const promptHash = 'b'.repeat(64);
export const testKey = 'sk-test-0123456789';

export interface ModelsOfTest {
  readonly url: string;
  readonly api?: WireApi;
  /** Members of the provider that differ from what tests need: short waits, three tries. */
  readonly provider?: object;
  readonly prices?: ModelsFile['prices'];
}

export function testModels({
  url,
  api = 'openai-chat',
  provider = {},
  prices,
}: ModelsOfTest): Models {
  const file = modelsFileSchema.parse({
    providers: {
      test: {
        api,
        baseUrl: url,
        key: { env: 'TEST_KEY' },
        triesMax: 3,
        backoffMs: 1,
        ...provider,
      },
    },
    prices,
  });
  return modelsOf(file, { directory: '.', env: { TEST_KEY: testKey } });
}

export const askOf = (overrides: Partial<AskRequest> = {}): AskRequest => ({
  run: runId,
  asOf: 7,
  attempt: 1,
  agent: 'one',
  session: '2025-03-03',
  model: 'test/m-1',
  prompt: promptHash,
  budget: {},
  deadline: '2999-01-01T00:00:00.000Z',
  ...overrides,
});

export const answered: Parameters<OpenAsk['end']>[0] = {
  class: 'answered',
  reason: null,
  decision: '{"action":"BUY","kind":"action"}',
  notes: null,
  durationMs: 5,
};

/** Sends a request as an agent would, and reads the response to its end. */
export async function post(
  ask: OpenAsk,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; contentType: string | null; text: string }> {
  const response = await ask.fetch(`${ask.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'none', ...headers },
    body: JSON.stringify(body),
  });
  const contentType = response.headers.get('content-type');
  return { status: response.status, contentType, text: await response.text() };
}

/** A chat request of one message. */
export const chat = (content: string, rest: object = {}): object => ({
  model: 'm-1',
  messages: [{ role: 'user', content }],
  ...rest,
});
export const chatPath = '/v1/chat/completions';
/** A whole chat completion of 10 tokens in, 5 out. */
export const chatAnswer = {
  choices: [{ message: { role: 'assistant', content: 'fine' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 5 },
};
