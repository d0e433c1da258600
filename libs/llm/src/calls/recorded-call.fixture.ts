/** Attempts and calls of made-up runs, with texts that are hard to store. */

import { sha256Hex } from '#values';
import type { EndedAsk, OpenedAsk } from './ask.js';
import type { ClaimedCall, RecordedCall } from './recorded-call.js';

export const sampleRun = sha256Hex('a run');
const startedAt = '2025-03-03T14:31:00.000Z';

export function openedAsk(over: Partial<OpenedAsk> = {}): OpenedAsk {
  return {
    run: sampleRun,
    asOf: 1_000,
    attempt: 1,
    agent: 'thinker',
    session: '2025-03-03',
    model: 'anthropic/a-model',
    prompt: sha256Hex('a prompt'),
    openedAt: startedAt,
    ...over,
  };
}

export function endedAsk(over: Partial<EndedAsk> = {}): EndedAsk {
  return {
    run: sampleRun,
    asOf: 1_000,
    attempt: 1,
    class: 'answered',
    reason: null,
    decision: '{"action":"HOLD"}',
    notes: 'two\nlines \u2028 and 😀',
    durationMs: 12.5,
    ...over,
  };
}

/** Its digest is that of `request`. */
export function claimedCall(over: Partial<ClaimedCall> = {}): ClaimedCall {
  const request = over.request ?? '{"model":"a-model","messages":[{"content":"é\\n\\u0000"}]}';
  return {
    run: sampleRun,
    asOf: 1_000,
    attempt: 1,
    lane: 'main',
    ordinal: 1,
    provider: 'anthropic',
    api: 'anthropic-messages',
    model: 'a-model',
    path: '/v1/messages',
    request,
    canonicaliser: 'exact-1',
    digest: sha256Hex(request),
    ...over,
  };
}

export function recordedCall(over: Partial<RecordedCall> = {}): RecordedCall {
  return {
    ...claimedCall(over),
    tries: [{ outcome: 'answered', status: 200, startedAt, durationMs: 250 }],
    response: {
      status: 200,
      contentType: 'text/event-stream',
      frames: [
        { atMs: 10, text: 'event: message_start\ndata: {"type":"message_start"}\n\n' },
        { atMs: 20.25, text: 'data: "\u2028 \\ud83d 日本\t"\r\n\r\n' },
      ],
    },
    usage: { input: 10, output: 5, cachedInput: 2, cacheWrite: 0, reasoning: 1 },
    stopReason: 'end_turn',
    cost: { usd: 0.000_012_5, prices: '2025-03' },
    ...over,
  };
}
