/**
 * Differences between a record and a run in words: handwritten for common cases, and some words
 * for all others.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEvent, JournalEventOf, JournaledDecision } from '#contracts';
import { eventOf, eventTypes } from '#contracts/journal/journal-event.fixture';
import { parseInstant } from '#values';
import { differenceWords, utcDateName } from './journal-difference.js';

const at = (text: string) => ({ asOf: 1, time: parseInstant(text) as number });
const monday = at('2022-01-03T21:00:00Z');
const tuesday = at('2022-01-04T21:00:00Z');

const made = (decision: JournaledDecision, place = monday): JournalEvent => ({
  type: 'DecisionMade',
  ...place,
  decision,
  rationale: null,
});
const target = (positions: Readonly<Record<string, number>>): JournaledDecision => ({
  kind: 'target',
  positions: Object.entries(positions).map(([symbol, position]) => ({ symbol, position })),
});
const long = made(target({ A: 1 }));
const flat = made(target({ A: 0 }));

const filled = (members: Partial<JournalEventOf<'OrderFilled'>>): JournalEvent => ({
  type: 'OrderFilled',
  ...monday,
  order: 1,
  symbol: 'A',
  shares: 10,
  price: 100,
  fee: 0,
  at: 'close',
  purpose: 'open',
  weightBefore: 0,
  weightAfter: 1,
  ...members,
});
const mark: JournalEvent = {
  type: 'MarkTaken',
  ...tuesday,
  session: 1,
  equity: 1000,
  cash: 0,
  gross: 1000,
  net: 1000,
  stale: [],
};

type Side = JournalEvent | undefined;
const told = (recorded: Side, now: Side, only: string | null = 'A'): string | undefined =>
  differenceWords({ recorded, now }, { only: only ?? undefined, nameOf: utcDateName });

describe('a decision', () => {
  it('is described by what it says', () => {
    expect(told(long, flat)).toBe('2022-01-03: the record says long, the agent now says flat');
  });

  it('names its symbols in a run of several', () => {
    expect(told(made(target({ A: 1, B: 0 })), made(target({ A: 1 })), null)).toBe(
      '2022-01-03: the record says long A, flat B, the agent now says long A',
    );
  });

  it('that is long is described by what differs', () => {
    const symbols = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`S${n}`, 1]));
    const other = { ...symbols, S7: 0, S9: -1 };
    expect(told(made(target(symbols)), made(target(other)))).toBe(
      '2022-01-03: the record says long S7, long S9, the agent now says flat S7, short S9',
    );
    expect(told(made(target(symbols)), made(target({})))).toBe(
      '2022-01-03: the record says long S0, long S1, long S2, long S3, and 496 more, the agent ' +
        'now says no change',
    );
  });

  it('that failed, or did not come, is described with the reason', () => {
    const failed: JournalEvent = { type: 'DecisionFailed', ...monday, reason: 'no key' };
    expect(told(long, failed)).toBe(
      '2022-01-03: the record says long, the agent now says nothing, because it failed (no key)',
    );
  });

  it('of another reason is described by its rationale', () => {
    const [one, other] = ['a', 'b'].map((letter) => ({ ...long, rationale: letter.repeat(64) }));
    expect(told(one as JournalEvent, other as JournalEvent)).toMatch(
      /^2022-01-03: the record says rationale "a{64}", the agent now says rationale "b{64}"$/,
    );
  });

  it('in a stretch is described with its length, and with the date of the later one', () => {
    const decision = target({});
    const stretch = (count: number, place = monday): JournalEvent => ({
      type: 'DecisionsUnchanged',
      ...place,
      decision,
      count,
      since: 1,
    });
    expect(told(stretch(3), stretch(4, tuesday))).toBe(
      '2022-01-03: the record says no change, 3 times, the agent now says no change, 4 times ' +
        'on 2022-01-04',
    );
  });
});

describe('another event', () => {
  it('of the same kind is described by both terms', () => {
    expect(told(filled({}), filled({ price: 99.5 }))).toBe(
      '2022-01-03: order 1 filled: the record has 10 A at 100 (close), fee 0.00, to open; ' +
        'the run now gives 10 A at 99.5 (close), fee 0.00, to open',
    );
  });

  it('whose words are the same is described by the members that differ', () => {
    expect(told(filled({}), filled({ fee: 0.001, weightAfter: 0.999 }))).toBe(
      '2022-01-03: order 1 filled: the record has fee 0, weightAfter 1; ' +
        'the run now gives fee 0.001, weightAfter 0.999',
    );
  });

  it('of another kind is described whole', () => {
    expect(told(filled({}), mark)).toBe(
      '2022-01-03: the record has "order 1 filled: 10 A at 100 (close), fee 0.00, to open"; ' +
        'the run now gives "mark: equity 1000, cash 0" on 2022-01-04',
    );
  });

  it.each([
    [
      'decided before',
      long,
      mark,
      'the record has "decision: long A"; the run now gives "mark: equity 1000, cash 0" on ' +
        '2022-01-04',
    ],
    [
      'decided now',
      mark,
      long,
      'the record has "mark: equity 1000, cash 0" on 2022-01-04; the run now gives "decision: ' +
        'long A"',
    ],
  ])('instead of a decision is described whole: %s', (_, recorded, now, words) => {
    expect(told(recorded, now)).toBe(`2022-01-03: ${words}`);
  });

  it('that only one side has is described as its continuation', () => {
    expect(told(undefined, mark)).toBe(
      '2022-01-04: the record ends here, the run goes on with "mark: equity 1000, cash 0"',
    );
    expect(told(long, undefined)).toBe(
      '2022-01-03: the run ends here, the record goes on with "decision: long A"',
    );
  });
});

it('is never silent, and never breaks the line', () => {
  const anyEvent = fc.constantFrom(...eventTypes).chain(eventOf);
  const check = fc.property(anyEvent, anyEvent, (recorded, now) => {
    const nameOf = (time: number): string => `t${time}`;
    const words = differenceWords({ recorded, now }, { only: undefined, nameOf });
    const isSame = JSON.stringify(recorded) === JSON.stringify(now);
    expect(words === undefined).toBe(isSame);
    expect(words ?? '').not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  });
  fc.assert(check, { numRuns: 500 });
});
