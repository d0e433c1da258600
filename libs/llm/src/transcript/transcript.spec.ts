/**
 * Transcripts: the same from all four wire formats, streamed and whole, and safe for any
 * content on the wire.
 */

import { describe, expect, it } from 'vitest';
import { wireApis, type RecordedCall } from '../calls/recorded-call.js';
import { transcribe, type DecisionTranscript } from './transcript.js';
import {
  asked,
  asOf,
  keptText,
  madeToolCalls,
  prices,
  recordedAsk,
  recordedCalls,
  run,
  replyText,
  submission,
  thought,
  prompts,
} from '../calls/recording.fixture.js';

const transcriptOf = (
  calls: readonly RecordedCall[],
  toolCalls = madeToolCalls,
): DecisionTranscript => {
  const [decision] = transcribe({ asks: [recordedAsk], calls, toolCalls, textOf: keptText });
  return decision as DecisionTranscript;
};

const firstCall = (calls: readonly RecordedCall[]) => transcriptOf(calls).attempts[0]?.calls[0];

describe.each(wireApis)('a transcript of %s', (api) => {
  it.each([true, false])(
    'shows prompts, thoughts, calls and submissions with their authors; streamed: %s',
    (is) => {
      const { attempts, otherTools, session } = transcriptOf(recordedCalls(api, is));
      const [look, decide] = attempts[0]?.calls ?? [];
      expect(session).toBe('2025-03-03');
      expect(look?.told).toEqual([
        { role: 'system', text: prompts.system },
        { role: 'user', text: prompts.user },
      ]);
      expect(look).toMatchObject({
        thought,
        text: replyText,
        usd: 0.004,
        status: 200,
        error: null,
      });
      expect(look?.tools).toMatchObject([
        { name: 'get_prices', result: prices, error: null, isSubmission: false },
      ]);
      expect(JSON.parse(look?.tools[0]?.arguments ?? '')).toEqual(JSON.parse(asked));
      // Earlier messages are not repeated, and neither are the model's own words.
      expect(decide?.told).toEqual([]);
      expect(decide).toMatchObject({ thought: '', text: '', usd: null });
      expect(decide?.tools).toMatchObject([
        { name: 'submit_decision', result: '{"taken":true}', isSubmission: true },
      ]);
      expect(JSON.parse(decide?.tools[0]?.arguments ?? '')).toEqual(JSON.parse(submission));
      expect(attempts[0]?.tools).toEqual([
        { name: 'get_prices', description: 'Bars.', parameters: { type: 'object' } },
      ]);
      expect(otherTools).toEqual([]);
    },
  );

  it('has the part of a stream that came before it was cut off', () => {
    const [first] = recordedCalls(api, true);
    const { response } = first as RecordedCall;
    const frames = response?.frames.slice(0, -1) ?? [];
    const cut = { ...first, response: { ...response, frames } } as RecordedCall;
    const last = frames.at(-1)?.text ?? '';
    const torn = [...frames.slice(0, -1), { atMs: 9, text: last.slice(0, -9) }];
    expect(firstCall([cut])?.thought).toBe(thought);
    const half = { ...first, response: { ...response, frames: torn } } as RecordedCall;
    expect(firstCall([half])?.thought).toBe(thought);
  });

  it.each([
    'null',
    '7',
    '[]',
    '"text"',
    '{}',
    'no JSON',
    '',
    `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
  ])('takes any request and response: %#', (text) => {
    const [first] = recordedCalls(api, false);
    const response = { status: 200, contentType: 'x', frames: [{ atMs: 0, text }] };
    const call = firstCall([{ ...(first as RecordedCall), request: text, response }]);
    expect(call).toMatchObject({ told: [], text: '', thought: '', tools: [] });
    const event = [{ atMs: 0, text: `data: ${text}\n\n` }];
    const streamed = { ...response, frames: event };
    expect(firstCall([{ ...(first as RecordedCall), response: streamed }])?.text).toBe('');
  });

  it('says what an error body says', () => {
    const [first] = recordedCalls(api, false);
    const text = '{"error":{"type":"overloaded_error","message":"Overloaded"}}';
    const response = { status: 529, contentType: 'x', frames: [{ atMs: 0, text }] };
    const call = firstCall([{ ...(first as RecordedCall), response }]);
    expect(call).toMatchObject({ status: 529, error: 'overloaded_error: Overloaded' });
  });
});

describe('the tool calls of a transcript', () => {
  it('are shown when no model asked for them: a program called them by itself', () => {
    const { attempts, otherTools } = transcriptOf([]);
    expect(attempts[0]?.calls).toEqual([]);
    expect(otherTools.map(({ name, result }) => [name, result])).toEqual([
      ['get_prices', prices],
      ['submit_decision', '{"taken":true}'],
    ]);
  });

  it('are joined once each, also after the name of their server', () => {
    const calls = recordedCalls('openai-chat', false).map((call) => ({
      ...call,
      request: call.request.replaceAll('"get_prices"', '"mcp__t__get_prices"'),
      response: {
        ...(call.response as NonNullable<RecordedCall['response']>),
        frames: (call.response?.frames ?? []).map(({ atMs, text }) => ({
          atMs,
          text: text.replaceAll('"get_prices"', '"mcp__t__get_prices"'),
        })),
      },
    }));
    const refused = { ...(madeToolCalls[0] as object), ordinal: 3, result: null, error: 'late' };
    const { attempts, otherTools } = transcriptOf(calls, [
      ...madeToolCalls,
      refused as (typeof madeToolCalls)[number],
    ]);
    expect(attempts[0]?.calls[0]?.tools[0]).toMatchObject({ error: null, result: prices });
    expect(otherTools).toMatchObject([{ name: 'get_prices', error: 'late', result: null }]);
  });

  it('say where their text was erased', () => {
    const [decision] = transcribe({
      asks: [recordedAsk],
      calls: [],
      toolCalls: madeToolCalls,
      textOf: () => undefined,
    });
    expect(decision?.otherTools[0]?.result).toBe('(the text was erased)');
  });
});

it('keeps attempts apart, and an attempt that is open without an end', () => {
  const again = {
    opened: { ...recordedAsk.opened, attempt: 2 },
    ended: null,
  };
  const [call] = recordedCalls('openai-chat', false);
  const [decision, ...others] = transcribe({
    asks: [recordedAsk, again],
    calls: [{ ...(call as RecordedCall), attempt: 2 }],
    toolCalls: [],
    textOf: keptText,
  });
  expect(others).toEqual([]);
  expect(decision).toMatchObject({ asOf, session: '2025-03-03' });
  expect(
    decision?.attempts.map(({ attempt, class: end, calls }) => [attempt, end, calls.length]),
  ).toEqual([
    [1, 'answered', 0],
    [2, null, 1],
  ]);
  expect(again.opened.run).toBe(run);
});
