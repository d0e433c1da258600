/** The writers that are spelled out for orders and fills write what the members alone would. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from './byte-writer.js';
import { eventOf } from './journal-event.fixture.js';
import { journalEvents } from './journal-events.js';
import { plainOrderLayouts } from './order-layouts.js';
import type { Layout, LayoutContext } from './record-layout.js';

const symbols = ['AAPL', 'GS', 'Ω-東京'];

const newContext = (): LayoutContext => ({
  symbols,
  numberOfSymbol: new Map(symbols.map((name, number) => [name, number])),
  last: undefined,
  lastNumber: 0,
});

describe('the spelled-out writer', () => {
  it.each(['OrderAccepted', 'OrderFilled'] as const)('of %s writes as its members do', (type) => {
    const spelled = journalEvents[type].layout as Layout<object>;
    const plain = plainOrderLayouts[type] as Layout<object>;
    fc.assert(
      fc.property(fc.array(eventOf(type), { maxLength: 8 }), (events) => {
        const [one, other] = [new ByteWriter(), new ByteWriter()];
        const context = newContext();
        for (const event of events) {
          spelled.write(one, event, context);
          plain.write(other, event, newContext());
        }
        expect(one.slice()).toEqual(other.slice());
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    { type: 'OrderAccepted', member: 'side' },
    { type: 'OrderFilled', member: 'purpose' },
  ] as const)('of $type refuses a word that is none', ({ type, member }) => {
    const [event] = fc.sample(eventOf(type), 1);
    const broken = { ...event, [member]: 'sideways' };
    const layout = journalEvents[type].layout as Layout<object>;
    expect(() => layout.write(new ByteWriter(), broken, newContext())).toThrow(/sideways/);
  });
});
