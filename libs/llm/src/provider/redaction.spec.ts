/** A key is found in every spelling and framing, and nothing else changes. */

import { describe, expect, it } from 'vitest';
import { testKey } from './gateway.fixture.js';
import { readResponse } from '../transcript/response-body.js';
import { Redaction } from './redaction.js';
import { wireApis } from '../calls/recorded-call.js';
import { recordedCalls } from '../calls/recording.fixture.js';

const key = testKey;
const redaction = new Redaction();
redaction.add(key);
const each = (spell: (code: number) => string): string =>
  [...key].map((sign) => spell(sign.charCodeAt(0))).join('');
const hex2 = (code: number) => code.toString(16).padStart(2, '0');

describe('a key in a text', () => {
  it.each<readonly [string, string]>([
    ['as it is', key],
    ['in escapes of JSON', each((code) => `\\u00${hex2(code)}`)],
    [
      'with one escape, in capitals',
      `\\u00${hex2(key.charCodeAt(0)).toUpperCase()}${key.slice(1)}`,
    ],
    ['in JSON within JSON', each((code) => `\\\\u00${hex2(code)}`)],
    ['in escapes of URLs', each((code) => `%${hex2(code)}`)],
    ['escaped twice', each((code) => `%25${hex2(code)}`)],
    ['in entities', each((code) => `&#${code};`)],
    ['reversed', [...key].reverse().join('')],
    ['in hex', Buffer.from(key).toString('hex')],
    ['in hex, in capitals', Buffer.from(key).toString('hex').toUpperCase()],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 of a URL', Buffer.from(key).toString('base64url')],
    ...['a:', 'ab:', 'abc:'].map(
      (user) =>
        [
          `in basic credentials of ${user}`,
          Buffer.from(`${user}${key}:x`).toString('base64'),
        ] as const,
    ),
  ])('%s', (_, spelled) => {
    const cleaned = redaction.clean(`before ${spelled} after`);
    expect(cleaned).toMatch(/^before .{0,6}\[key\].{0,6} after$/);
  });
});

const sse = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const pieces = (text: string, size: number): string[] =>
  text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
const delta = {
  'anthropic-messages': (text: string) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text },
  }),
  'openai-chat': (content: string) => ({ choices: [{ index: 0, delta: { content } }] }),
  'openai-responses': (text: string) => ({
    type: 'response.output_text.delta',
    output_index: 0,
    delta: text,
  }),
  'google-generate-content': (text: string) => ({
    candidates: [{ content: { parts: [{ text }] } }],
  }),
};

describe.each(wireApis)('a stream of %s', (api) => {
  it.each([1, 2, 7])('that has the key in pieces of %i', (size) => {
    const events = pieces(`my key is ${key}, really`, size).map((text) => sse(delta[api](text)));
    const cleaned = redaction.cleanAll(events);
    const joined = cleaned.map((event) => JSON.stringify(JSON.parse(event.slice(6)))).join('');
    const texts = [...joined.matchAll(/"(?:text|content|delta)":"([^"]*)"/g)]
      .map(([, text]) => text)
      .join('');
    expect(texts).toContain('my key is [key], really');
    expect(cleaned).toHaveLength(events.length);
  });

  it('without the key stays as it is', () => {
    const frames = recordedCalls(api, true).flatMap(({ response }) => response?.frames ?? []);
    const texts = frames.map(({ text }) => text);
    expect(redaction.cleanAll(texts)).toEqual(texts);
  });
});

it('finds a key in the arguments of one of several calls, and in a list of parts', () => {
  const call = (index: number, text: string) =>
    sse({ choices: [{ delta: { tool_calls: [{ index, function: { arguments: text } }] } }] });
  const half = key.length / 2;
  const frames = redaction.cleanAll([
    call(0, key.slice(0, half)),
    call(1, 'other'),
    call(0, key.slice(half)),
  ]);
  const response = {
    status: 200,
    contentType: 'text/event-stream',
    frames: frames.map((text) => ({ atMs: 0, text })),
  };
  const said = readResponse({ api: 'openai-chat', response });
  expect(said.toolCalls.map((one) => one.arguments)).toEqual(['[key]', 'other']);
  const parts = [{ text: key.slice(0, half) }, { text: key.slice(half) }];
  expect(redaction.cleanAll([JSON.stringify({ parts })])).toEqual([
    '{"parts":[{"text":"[key]"},{"text":""}]}',
  ]);
});

it('keeps the other lines of an event', () => {
  const event =
    `event: delta\r\nid: 7\r\ndata: ${JSON.stringify({ text: key.replace('s', '\u0073') })}\r\n` +
    '\r\n';
  expect(redaction.cleanAll([event])).toEqual(['event: delta\nid: 7\ndata: {"text":"[key]"}\n\n']);
});

it('takes long keys, and long runs of what may begin an escape', () => {
  const long = new Redaction();
  const secret = 'eyJ0eXAi.'.repeat(300);
  long.add(secret);
  expect(long.clean(`a ${secret} b`)).toBe('a [key] b');
  expect(long.clean('\\'.repeat(200_000))).toHaveLength(200_000);
});

it('of no key leaves each text alone', () => {
  const none = new Redaction();
  none.add(undefined);
  none.add('short');
  for (const text of ['', 'undefined', 'short', '[key]', '/(?:)/']) {
    expect([none.clean(text), none.cleanAll([text])]).toEqual([text, [text]]);
  }
});
