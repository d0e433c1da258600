/** Events are the same however a stream is cut into chunks, and no part of it is lost. */

import { describe, expect, it } from 'vitest';
import { dataOf, FrameSplitter } from './frame-splitter.js';

function split(chunks: readonly string[]): string[] {
  const splitter = new FrameSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

describe('a stream', () => {
  it.each([
    ['line feeds', 'data: a\n\ndata: b\n\n', ['data: a\n\n', 'data: b\n\n']],
    ['both', 'data: a\r\n\r\ndata: b\r\n\r\n', ['data: a\r\n\r\n', 'data: b\r\n\r\n']],
    ['carriage returns', 'data: a\r\rdata: b\n\n', ['data: a\r\r', 'data: b\n\n']],
    ['a cut end', 'data: a\n\ndata: b', ['data: a\n\n', 'data: b']],
    ['comments', ': ping\n\ndata: a\n\n', [': ping\n\n', 'data: a\n\n']],
  ])('with %s is the same events whole, by character and in every two parts', (_, text, frames) => {
    expect(split([text])).toEqual(frames);
    expect(split([...text])).toEqual(frames);
    for (let at = 0; at <= text.length; at++) {
      expect(split([text.slice(0, at), text.slice(at)])).toEqual(frames);
    }
  });
});

it.each([
  ['event: x\ndata: {"a":1}\n\n', '{"a":1}'],
  ['data:tight\r\n\r\n', 'tight'],
  ['data: one\ndata: two\n\n', 'one\ntwo'],
  [': comment\n\n', undefined],
])('data of %j', (frame, data) => {
  expect(dataOf(frame)).toBe(data);
});
