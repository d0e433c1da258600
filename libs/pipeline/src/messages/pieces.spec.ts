/** Facts in messages: every row once, in order, and no message larger than necessary. */

import { describe, expect, it } from 'vitest';
import { factBytes, inPieces } from './pieces.js';

/** A message that lists the rows it holds, padded to `bytes` a row. */
const made = (bytes: number) => (from: number, to: number) => ({
  topic: 'market.raw' as const,
  key: 'tape',
  value: `${from}-${to}:${'é'.repeat(((to - from) * bytes) / 2)}`,
});
const nameOf = (row: number): string => `row ${row}`;
const rangesOf = (messages: readonly { value: string }[]) =>
  messages.map(({ value }) => value.slice(0, value.indexOf(':')));

describe('inPieces', () => {
  it('cuts rows into pieces of at most so many', () => {
    const messages = inPieces({ from: 3, to: 13, most: 4, bytes: factBytes, nameOf }, made(10));
    expect(rangesOf(messages)).toEqual(['3-7', '7-11', '11-13']);
  });

  it('halves what is too large, until it is not', () => {
    const messages = inPieces({ from: 0, to: 8, most: 8, bytes: factBytes, nameOf }, made(300_000));
    expect(rangesOf(messages)).toEqual(['0-2', '2-4', '4-6', '6-8']);
  });

  it('leaves a single fact as it is, as large as topics take', () => {
    const messages = inPieces({ from: 0, to: 2, most: 8, bytes: factBytes, nameOf }, made(990_000));
    expect(rangesOf(messages)).toEqual(['0-1', '1-2']);
  });

  it('refuses a single fact that is larger, by its name', () => {
    expect(() =>
      inPieces({ from: 3, to: 5, most: 8, bytes: factBytes, nameOf }, made(2_000_000)),
    ).toThrow(
      expect.objectContaining({
        code: 'InvalidInput',
        where: 'row 3',
        expected: 'at most 998000 bytes',
        found: '2000004',
      }),
    );
  });
});
