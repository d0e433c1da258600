/** What is sealed comes out whole however the stream is cut, and shows nothing on the way. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sealer, unsealer } from './sealed-stream.js';

it('opens what was sealed, in whatever pieces it comes', () => {
  const messages = fc.array(fc.uint8Array({ maxLength: 90 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(messages, fc.integer({ min: 1, max: 60 }), (sent, step) => {
      const seal = sealer();
      const stream = Buffer.concat(sent.map((message) => seal(message)));
      const unseal = unsealer();
      const opened: Buffer[] = [];
      for (let at = 0; at < stream.length; at += step) {
        opened.push(unseal(stream.subarray(at, at + step)));
      }
      expect(Buffer.concat(opened)).toEqual(Buffer.concat(sent));
    }),
  );
});

it('shows nothing of a message, nor that two are the same', () => {
  const text = Buffer.from('the close of tomorrow is 987654.25. '.repeat(40));
  const seal = sealer();
  const first = seal(text);
  const second = seal(text);
  for (const part of ['tomorrow', '987654']) {
    expect(Buffer.concat([first, second]).includes(part)).toBe(false);
  }
  expect(first.subarray(-text.length).equals(second)).toBe(false);
  expect(sealer()(text).equals(first)).toBe(false);
});
