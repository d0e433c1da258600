/** Packed texts: long ones survive a round trip, short ones are left alone. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedText, unpackedText } from './packed-text.js';

describe('a packed text', () => {
  it('comes back as it was, of any length', () => {
    const long = fc
      .tuple(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 5000 }))
      .map(([text, times]) => JSON.stringify([text.repeat(times).slice(0, 200_000)]));
    fc.assert(
      fc.property(fc.oneof(fc.json(), long), (text) => {
        expect(unpackedText(packedText(text))).toBe(text);
      }),
    );
  });

  it('is small if it repeats itself, and unchanged if it is short', () => {
    const event = '{"type":"DecisionMade","asOf":2,"time":1577836860000000}';
    expect(packedText(`[${event}]`)).toBe(`[${event}]`);
    const events = `[${Array.from({ length: 1000 }, () => event).join()}]`;
    expect(packedText(events).length).toBeLessThan(events.length / 50);
  });
});
