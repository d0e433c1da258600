/** Rows copied one by one or as ranges are the same rows, and cleared ones leave nothing behind. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barColumns,
  factKinds,
  FactColumns,
  noInstrument,
  rankOfKind,
  rankOfSource,
} from './fact-columns.js';

/**
 * Columns of `count` rows in which every value identifies its row; every third row is
 * a session open.
 */
function filled(count: number, capacity = count): FactColumns {
  const facts = new FactColumns(capacity);
  for (let row = 0; row < count; row++) {
    if (row % 3 === 2) {
      const payload = { kind: 'sessionOpen' as const, session: row };
      const times = { knowledgeTime: row * 10, eventTime: row * 10 - 1 };
      facts.pushFact({ kind: factKinds.sessionOpen, instrument: noInstrument, ...times, payload });
      facts.endsInstant[row] = 1;
      continue;
    }
    facts.kind[row] = factKinds.bar;
    facts.instrument[row] = row % 7;
    facts.knowledgeTime[row] = row * 10;
    facts.eventTime[row] = row * 10 - 1;
    facts.endsInstant[row] = 1;
    for (const [index, column] of barColumns.entries()) facts[column][row] = row + index / 10;
    facts.count++;
  }
  return facts;
}

function rowsOf(facts: FactColumns): unknown[] {
  return Array.from({ length: facts.count }, (_, row) => ({
    kind: facts.kind[row],
    instrument: facts.instrument[row],
    times: [facts.knowledgeTime[row], facts.eventTime[row], facts.endsInstant[row]],
    prices: barColumns.map((column) => facts[column][row]),
    payload: facts.payload[row],
  }));
}

/** In the clock's input form: the mark of the end of an instant is not copied. */
const unmarked = (facts: FactColumns): unknown[] => {
  facts.endsInstant.fill(0);
  return rowsOf(facts);
};

describe('fact columns', () => {
  it('are the same rows however they are copied', () => {
    const cuts = fc.array(fc.nat({ max: 30 }), { maxLength: 10 });
    fc.assert(
      fc.property(cuts, (points) => {
        const bounds = [0, ...points.sort((a, b) => a - b), 30];
        const copy = new FactColumns(30);
        copy.endsInstant.fill(1);
        const source = filled(30);
        for (let index = 1; index < bounds.length; index++) {
          copy.appendRows(source, bounds[index - 1] as number, bounds[index] as number);
        }
        expect(rowsOf(copy)).toEqual(unmarked(source));
      }),
      { numRuns: 1000 },
    );
  });

  it('append a range from the middle', () => {
    const source = filled(9);
    const copy = new FactColumns(5);
    copy.appendRows(source, 8, 9);
    copy.appendRows(source, 3, 3);
    copy.appendRows(source, 1, 5);
    const rows = unmarked(source);
    expect(rowsOf(copy)).toEqual([rows[8], rows[1], rows[2], rows[3], rows[4]]);
  });

  it('have no bar values in a fact of another kind', () => {
    const facts = filled(3);
    expect(barColumns.map((column) => facts[column][2])).toEqual(barColumns.map(() => NaN));
    expect(facts.payload).toEqual([undefined, undefined, { kind: 'sessionOpen', session: 2 }]);
  });

  it('release their payloads when cleared', () => {
    const facts = filled(6);
    facts.clear();
    expect(facts.count).toBe(0);
    expect(facts.payload).toEqual([]);
    facts.appendRows(filled(2), 0, 2);
    expect(facts.payload.every((payload) => payload === undefined)).toBe(true);
    expect(rowsOf(facts)).toEqual(unmarked(filled(2)));
  });

  it('start with what a vendor may leave out as unknown', () => {
    const facts = new FactColumns(2);
    for (const column of ['adjClose', 'volume', 'vwap'] as const) {
      expect([...facts[column]]).toEqual([NaN, NaN]);
    }
  });
});

describe('the kinds of fact', () => {
  it('have numbers and ranks of their own, actions first, the close after what is decided on, tasks last', () => {
    const kinds = Object.values(factKinds);
    const ranked = kinds.toSorted((a, b) => rankOfKind[a] - rankOfKind[b]);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(new Set(Object.values(rankOfKind)).size).toBe(kinds.length);
    expect(ranked.slice(0, 3)).toEqual([
      factKinds.dividend,
      factKinds.split,
      factKinds.sessionOpen,
    ]);
    expect(ranked.slice(-2)).toEqual([factKinds.sessionClose, factKinds.task]);
  });

  it('leave the ranks of bars to as many sources as there can be instruments', () => {
    const first = rankOfSource(factKinds.bar, 0);
    const last = rankOfSource(factKinds.bar, 0xfffe);
    const ranks = Object.values(factKinds).map((kind) => rankOfSource(kind));
    expect(ranks.filter((rank) => rank >= first && rank <= last)).toEqual([first]);
    expect(ranks.filter((rank) => !Number.isSafeInteger(rank))).toEqual([]);
  });
});
