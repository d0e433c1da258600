/** Which stretches of a journal are settled at a cut. */

import type { Instant } from '#values';
import { expect, it } from 'vitest';
import type { MarketFact } from './generated-market.js';
import { MemoryJournal } from './memory-journal.js';

const at = (second: number) => (second * 1e6) as Instant;
const facts = [1, 2, 3].map((second) => ({ time: at(second) }) as MarketFact);

/** A journal of two stretches: one at the first fact, one from the second fact to the third. */
function journalOf(last: { asOf: number; count: number }): MemoryJournal {
  const journal = new MemoryJournal({ facts });
  const decision = { kind: 'target', positions: [] } as const;
  const type = 'DecisionsUnchanged';
  journal.append({ type, asOf: 1, time: at(1), decision, count: 1, since: 1 });
  journal.append({ type, time: at(last.asOf), decision, since: 2, ...last });
  return journal;
}

it('settles a stretch at the beginning of the next, wherever that one ends', () => {
  const within = journalOf({ asOf: 2, count: 1 });
  const beyond = journalOf({ asOf: 3, count: 2 });
  expect([within, beyond].map((journal) => journal.countUpTo(at(2)))).toEqual([1, 1]);
  expect(beyond.bytesUpTo(at(2))).toEqual(within.bytesUpTo(at(2)));
});

it('leaves a stretch open that nothing follows up to the cut', () => {
  expect(journalOf({ asOf: 3, count: 2 }).countUpTo(at(1))).toBe(0);
});
