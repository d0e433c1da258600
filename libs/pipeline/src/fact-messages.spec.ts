/** Facts in messages: every row once, in order, and none too large that could be smaller. */

import { describe, expect, it } from 'vitest';
import { factMessages } from './fact-messages.js';

/** A message that says which rows it holds, padded to `bytes` a row. */
const made = (bytes: number) => (from: number, to: number) => ({
  topic: 'market.raw' as const,
  key: 'tape',
  value: `${from}-${to}:${'é'.repeat(((to - from) * bytes) / 2)}`,
});
const rangesOf = (messages: readonly { value: string }[]) =>
  messages.map(({ value }) => value.slice(0, value.indexOf(':')));

describe('factMessages', () => {
  it('cuts rows into pieces of at most so many', () => {
    const messages = factMessages({ from: 3, to: 13 }, 4, made(10));
    expect(rangesOf(messages)).toEqual(['3-7', '7-11', '11-13']);
  });

  it('halves what is too large, until it is not', () => {
    const messages = factMessages({ from: 0, to: 8 }, 8, made(300_000));
    expect(rangesOf(messages)).toEqual(['0-2', '2-4', '4-6', '6-8']);
  });

  it('leaves a single fact as it is, however large', () => {
    expect(rangesOf(factMessages({ from: 0, to: 2 }, 8, made(2_000_000)))).toEqual(['0-1', '1-2']);
  });
});
