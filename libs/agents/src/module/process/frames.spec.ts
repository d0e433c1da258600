/** Messages survive any cut of the stream, and a length over the limit stops it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, FrameReader } from './frames.js';

describe('frames', () => {
  it('come out whole and in order, however the stream is cut', () => {
    const messages = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 });
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 50 }), (sent, step) => {
        const stream = Buffer.concat(sent.map(frame));
        const reader = new FrameReader(40);
        const received: Buffer[] = [];
        for (let at = 0; at < stream.length; at += step) {
          received.push(...(reader.push(stream.subarray(at, at + step)) ?? []));
        }
        expect(received.map((message) => [...message])).toEqual(
          sent.map((message) => [...message]),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [10, true],
    [11, false],
  ])('of %i bytes under a limit of 10: %s', (length, fits) => {
    const read = new FrameReader(10).push(frame(new Uint8Array(length)));
    expect(read !== undefined).toBe(fits);
  });
});
