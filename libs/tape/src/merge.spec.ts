/** The merge is a sort that never holds more than a chunk of each source. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FactColumns, factKinds, noInstrument, type FactSource } from '#contracts';
import { rowsOf, sourceOf, type TestRow, type TestSource } from './fact-source.fixture.js';
import { Merge } from './merge.js';

interface MergedRow extends TestRow {
  readonly ends: boolean;
}

/** The whole output, batch by batch; `seen` inspects each batch. */
async function merged(
  sources: readonly FactSource[],
  capacity: number,
  seen: (batch: FactColumns) => void = () => {},
): Promise<MergedRow[]> {
  const merge = new Merge(sources);
  const batch = new FactColumns(capacity);
  const rows: MergedRow[] = [];
  for (;;) {
    const filling = merge.fill(batch);
    if (filling !== undefined) await filling;
    if (batch.count === 0) return rows;
    rows.push(...rowsOf(batch).map((row, at) => ({ ...row, ends: batch.endsInstant[at] === 1 })));
    seen(batch);
  }
}

/** The tape's order by definition. */
function sorted(times: readonly (readonly number[])[], ranks: readonly number[]): MergedRow[] {
  const rows = times
    .flatMap((list, source) => list.map((time, sequence) => ({ time, source, sequence })))
    .toSorted(
      (a, b) =>
        a.time - b.time ||
        (ranks[a.source] as number) - (ranks[b.source] as number) ||
        a.sequence - b.sequence,
    );
  return rows.map((row, at) => ({ ...row, ends: rows[at + 1]?.time !== row.time }));
}

const ascending = fc
  .array(fc.integer({ min: -3, max: 30 }), { maxLength: 40 })
  .map((times) => times.toSorted((a, b) => a - b));
const declared = fc.record({
  times: ascending,
  chunks: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  waits: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
});
const declaredSources = fc.array(declared, { maxLength: 12 }).chain((list) =>
  fc.tuple(
    fc.constant(list),
    fc.uniqueArray(fc.integer({ min: 0, max: 10 * 65_536 }), {
      minLength: list.length,
      maxLength: list.length,
    }),
  ),
);

describe('a merge', () => {
  it('is a sort by time, rank and sequence, whatever the chunks, batches and waits', async () => {
    await fc.assert(
      fc.asyncProperty(
        declaredSources,
        fc.integer({ min: 1, max: 50 }),
        async ([list, ranks], capacity) => {
          const sources = list.map(({ times, ...rest }, number) =>
            sourceOf(number, times, { ...rest, rank: ranks[number] as number }),
          );
          const times = list.map((source) => source.times);
          expect(await merged(sources, capacity)).toEqual(sorted(times, ranks));
          expect(sources.every((source) => source.closes() > 0)).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('is the same sort for symbols that take turns, with gaps and two bars of an instant here and there', async () => {
    const days = 40;
    const symbol = fc.record({
      missing: fc.uniqueArray(fc.integer({ min: 0, max: days - 1 }), { maxLength: 3 }),
      twice: fc.uniqueArray(fc.integer({ min: 0, max: days - 1 }), { maxLength: 2 }),
      chunk: fc.integer({ min: 1, max: 12 }),
      waits: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(symbol, { minLength: 2, maxLength: 20 }),
        fc.integer({ min: 1, max: 64 }),
        async (symbols, capacity) => {
          const times = symbols.map(({ missing, twice }) =>
            [...range(0, days, 1), ...twice]
              .filter((day) => !missing.includes(day))
              .toSorted((a, b) => a - b),
          );
          const sources = symbols.map(({ chunk, waits }, number) =>
            sourceOf(number, times[number] as number[], { chunks: [chunk], waits }),
          );
          expect(await merged(sources, capacity)).toEqual(
            sorted(
              times,
              symbols.map((_, rank) => rank),
            ),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is done without a promise when no source makes one', () => {
    const merge = new Merge([sourceOf(0, [1, 2]), sourceOf(1, [1, 3])]);
    const batch = new FactColumns(10);
    expect(merge.fill(batch)).toBeUndefined();
    expect(rowsOf(batch).map(({ time }) => time)).toEqual([1, 1, 2, 3]);
    expect(merge.fill(batch)).toBeUndefined();
    expect(batch.count).toBe(0);
  });

  it.each([
    ['no sources', []],
    ['sources of nothing', [sourceOf(0, []), sourceOf(1, [], { waits: [true] })]],
  ])('of %s ends at once', async (_, sources) => {
    expect(await merged(sources, 8)).toEqual([]);
  });

  it('fills every batch but the last', async () => {
    const sizes: number[] = [];
    const sources = [sourceOf(0, range(0, 20, 2)), sourceOf(1, range(1, 20, 2))];
    await merged(sources, 8, (batch) => sizes.push(batch.count));
    expect(sizes).toEqual([8, 8, 4]);
  });

  it('pulls no earlier than it needs: one chunk of each source, and the next when one is used up', async () => {
    const long = sourceOf(0, range(0, 100_000, 1), { chunks: [100] });
    const other = sourceOf(1, range(0, 100_000, 1), { chunks: [100] });
    const far = sourceOf(2, [99_999], { chunks: [1] });
    const sources: TestSource[] = [long, other, far];
    const merge = new Merge(sources);
    const batch = new FactColumns(50);
    for (let batches = 1; batches <= 40; batches++) {
      await merge.fill(batch);
      // Two sources share the batch; a chunk of 100 is followed by the next once it is used up.
      const taken = (batches * 50) / 2;
      expect(long.pulls()).toBeLessThanOrEqual(Math.floor(taken / 100) + 1);
      expect(other.pulls()).toBeLessThanOrEqual(Math.floor(taken / 100) + 1);
      expect(far.pulls()).toBe(1);
    }
    expect(long.pulls()).toBe(11);
  });

  it('knows whether an instant ends with a batch before the next batch is asked for', async () => {
    const ends: number[][] = [];
    const sources = [sourceOf(0, [1, 1, 2, 3]), sourceOf(1, [1, 3, 3], { chunks: [1] })];
    await merged(sources, 2, (batch) => ends.push([...batch.endsInstant.subarray(0, batch.count)]));
    expect(ends).toEqual([[0, 0], [1, 1], [0, 0], [1]]);
  });

  it('refuses two sources of one rank, which would have no order', () => {
    expect(() => new Merge([sourceOf(0, [1], { rank: 5 }), sourceOf(1, [1], { rank: 5 })])).toThrow(
      expect.objectContaining({ code: 'Invariant' }),
    );
  });
});

describe('an empty chunk', () => {
  it.each([0, 1])('is refused as chunk %i: it is no end', async (at) => {
    const plain = sourceOf(0, [1, 2, 3], { chunks: [1] });
    const empty = new FactColumns(1);
    const pull = () => (plain.pulls() === at ? empty : plain.pull());
    await expect(merged([{ ...plain, pull }], 4)).rejects.toMatchObject({ code: 'Invariant' });
  });
});

describe('disorder', () => {
  it.each([
    ['within a chunk', [1, 3, 2], [9]],
    ['between chunks', [1, 3, 2], [2]],
    ['in the last row', range(10, 30, 1).concat(29 - 1), [7]],
    ['that is not a time', [1, NaN, 3], [9]],
  ])('%s of a file is an error that names it', async (_, times, chunks) => {
    const sources = [sourceOf(0, times, { chunks }), sourceOf(1, [1, 2])];
    await expect(merged(sources, 4)).rejects.toMatchObject({
      code: 'InvalidInput',
      where: 'source 0',
    });
  });

  it('is reported with the times of both facts', async () => {
    const sources = [sourceOf(0, [1_000_000, 3_000_000, 2_000_000])];
    await expect(merged(sources, 4)).rejects.toMatchObject({
      message:
        'source 0: facts are out of order; expected knowledge times at or after ' +
        '1970-01-01T00:00:03Z; found 1970-01-01T00:00:02Z',
    });
  });

  it('of a feed is a notice in its place, and the fact is left out', async () => {
    const notices: unknown[] = [];
    const feed = sourceOf(0, [10, 40, 20, 50, 45], { live: true, chunks: [2, 3] });
    const rows = await merged([feed, sourceOf(1, [30, 40, 60])], 3, (batch) => {
      for (let row = 0; row < batch.count; row++) {
        if (batch.kind[row] !== factKinds.lateFact) continue;
        expect(batch.instrument[row]).toBe(noInstrument);
        notices.push([batch.knowledgeTime[row], batch.eventTime[row], batch.payload[row]]);
      }
    });
    const expected = [10, 30, 40, 40, 40, 50, 50, 60];
    expect(rows.map(({ time }) => time)).toEqual(expected);
    expect(rows.map(({ ends }) => ends)).toEqual(
      expected.map((time, at) => time !== expected[at + 1]),
    );
    const notice = { kind: 'lateFact', source: 'source 0' };
    expect(notices).toEqual([
      [40, 20, expect.objectContaining({ ...notice, knowledgeTime: 20 })],
      [50, 45, expect.objectContaining({ ...notice, knowledgeTime: 45 })],
    ]);
  });

  it('of feeds never makes the tape go back, and every fact is on it or has a notice', async () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 });
    const feeds = fc.array(fc.tuple(anyTimes, fc.integer({ min: 1, max: 6 })), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(feeds, fc.integer({ min: 1, max: 9 }), async (list, capacity) => {
        const sources = list.map(([times, size], number) =>
          sourceOf(number, times, { live: true, chunks: [size], waits: [number % 2 === 0] }),
        );
        const seen: string[] = [];
        const rows = await merged(sources, capacity, (batch) => {
          for (let row = 0; row < batch.count; row++) {
            const late = batch.payload[row];
            const isLate = late?.kind === 'lateFact';
            const source = isLate ? late.source : `source ${batch.instrument[row]}`;
            seen.push(`${source}: ${isLate ? late.knowledgeTime : batch.knowledgeTime[row]}`);
          }
        });
        const times = rows.map(({ time }) => time);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        // Facts of a live feed are released at once: an instant may end before others deliver facts
        // of the same time.
        const open = rows.filter(({ ends }, at) => !ends && times[at] !== times[at + 1]);
        expect(open).toEqual([]);
        const given = list.flatMap(([own], number) =>
          own.map((time) => `source ${number}: ${time}`),
        );
        expect(seen.toSorted()).toEqual(given.toSorted());
      }),
      { numRuns: 1000 },
    );
  });
});

function range(from: number, to: number, step: number): number[] {
  const values: number[] = [];
  for (let value = from; value < to; value += step) values.push(value);
  return values;
}

describe('a live source that is closed while more of it is awaited', () => {
  /** Emits one fact, then waits until it fails. */
  function failing() {
    const first = sourceOf(0, [10], { live: true });
    const { promise, reject } = Promise.withResolvers<never>();
    let pulls = 0;
    const source: FactSource = {
      name: 'feed',
      rank: 0,
      live: true,
      close: () => undefined,
      pull: () => (pulls++ === 0 ? first.pull() : promise),
    };
    return { source, fail: () => reject(new Error('closed')) };
  }

  it('fails only the readers that ask for more', async () => {
    const unhandled: unknown[] = [];
    const collect = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', collect);
    try {
      const { source, fail } = failing();
      const merge = new Merge([source]);
      const batch = new FactColumns(4);
      await merge.fill(batch);
      expect(batch.count).toBe(1);
      fail();
      await new Promise((resolve) => setTimeout(resolve));
      expect(unhandled).toEqual([]);
      await expect(merge.fill(batch)).rejects.toThrow('closed');
    } finally {
      process.off('unhandledRejection', collect);
    }
  });
});
