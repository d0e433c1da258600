/** Every journal event is valid as JSON; an event with undeclared forms of members is not. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventOf, eventTypes } from './journal-event.fixture.js';
import { decisionEventSchema, isJournalEvent, journalEventSchema } from './journal-event-schema.js';

const anyEvent = fc.constantFrom(...eventTypes).chain(eventOf);
/** Matches no layout: not a number, text, boolean, list or null. */
const optional = ['class', 'trailPercent', 'trailAmount', 'entry', 'until'];
const foreign = { neither: 'this nor that' };

describe('an event as JSON', () => {
  it('passes, of any type and with any members that its layout can write', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const text = JSON.stringify(event);
        expect(journalEventSchema.safeParse(JSON.parse(text)).success, text).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not pass with any one member missing or of another type, and names it', () => {
    fc.assert(
      fc.property(anyEvent, fc.nat(), fc.boolean(), (event, at, isMissing) => {
        const names = Object.keys(event);
        const name = names[at % names.length] as string;
        fc.pre(!isMissing || !optional.includes(name));
        const { [name]: _, ...rest } = JSON.parse(JSON.stringify(event)) as Record<string, unknown>;
        const broken = isMissing ? rest : { ...rest, [name]: foreign };
        const { error } = journalEventSchema.safeParse(broken);
        expect(error?.issues[0]?.message).toContain(`not an event of a journal at "event.${name}`);
      }),
      { numRuns: 3000 },
    );
  });

  it('may lack the class of a failure, but has none that is not its own', () => {
    const late = { type: 'DecisionLate', asOf: 1, time: 1, reason: 'slow' };
    expect(isJournalEvent(late)).toBe(true);
    expect(isJournalEvent({ ...late, class: 'late' })).toBe(true);
    for (const stray of ['refused', 'answered', null]) {
      const { error } = journalEventSchema.safeParse({ ...late, class: stray });
      expect(error?.issues[0]?.message).toContain('"event.class"');
    }
  });

  it('may have members of a later version', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const later = { ...(JSON.parse(JSON.stringify(event)) as object), colour: 'red' };
        expect(journalEventSchema.safeParse(later).success).toBe(true);
      }),
    );
  });

  it.each([null, 7, 'MarkTaken', [], {}, { type: 'toString', asOf: 1, time: 1 }])(
    'is not %j',
    (value) => {
      expect(journalEventSchema.safeParse(value).success).toBe(false);
      expect(decisionEventSchema.safeParse(value).success).toBe(false);
    },
  );

  it('names the place inside of a decision', () => {
    const orders = [{ symbol: 'AAPL', side: 'hold' }];
    const decision = { kind: 'orders', orders, cancel: [] };
    const event = { type: 'DecisionMade', asOf: 1, time: 1, decision, rationale: null };
    const { error } = decisionEventSchema.safeParse(event);
    expect(error?.issues[0]?.message).toContain('event.decision.orders.0.id');
  });

  it('is a decision when its name says so', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const isDecision = decisionEventSchema.safeParse(JSON.parse(JSON.stringify(event))).success;
        const { type } = event;
        const others = [
          'AnswerGiven',
          'PairDecided',
          'ToolsCalled',
          'PriceDisputed',
          'AnswerTimed',
        ];
        expect(isDecision).toBe(type.startsWith('Decision') || others.includes(type));
      }),
    );
  });
});
