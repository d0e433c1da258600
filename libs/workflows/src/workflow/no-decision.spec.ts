/** The event of each class of failure, and of failures without one. */

import { describe, expect, it } from 'vitest';
import { failureClasses } from '#contracts/journal/answer-class';
import { eventOfNone } from './no-decision.js';

/** The mapping that docs/reference/answer-classes.md publishes. */
const types = {
  late: 'DecisionLate',
  refused: 'DecisionMissing',
  truncated: 'DecisionMissing',
  limit: 'DecisionMissing',
  'no answer': 'DecisionMissing',
  invalid: 'DecisionInvalid',
  'provider error': 'DecisionFailed',
  'tool error': 'DecisionFailed',
} as const;

describe('a missing answer', () => {
  it.each(failureClasses)('of class %s is the event of its class, and names it', (name) => {
    const event = eventOfNone({ kind: 'failed', reason: 'why', class: name });
    const reason = types[name] === 'DecisionMissing' ? {} : { reason: 'why' };
    expect(event).toStrictEqual({ type: types[name], ...reason, class: name });
  });

  it('of a class that needs a reason has its class for one when it comes without', () => {
    expect(eventOfNone({ kind: 'missing', class: 'late' })).toStrictEqual({
      type: 'DecisionLate',
      reason: 'late',
      class: 'late',
    });
  });

  it.each([
    ['x'.repeat(299), 'x'.repeat(299)],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(299)}…`],
    [`  two\n\tlines${' '.repeat(400)}`, 'two lines'],
    [`${'x'.repeat(298)}😀x`, `${'x'.repeat(298)}\ufffd…`],
  ])('states its reason on one line of at most 300 characters: %#', (reason, shown) => {
    expect(eventOfNone({ kind: 'late', reason })).toStrictEqual({
      type: 'DecisionLate',
      reason: shown,
    });
  });

  it('without a class has no member for it', () => {
    expect(eventOfNone({ kind: 'missing' })).toStrictEqual({ type: 'DecisionMissing' });
    expect(eventOfNone({ kind: 'late', reason: 'slow' })).toStrictEqual({
      type: 'DecisionLate',
      reason: 'slow',
    });
  });
});
