/** A tape numbers its facts without gaps, and has one hash however it is read. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { rowsOf, sourceOf, testHeader, type TestRow } from './fact-source.fixture.js';
import { Tape } from './tape.js';

async function read(tape: Tape): Promise<TestRow[]> {
  const rows: TestRow[] = [];
  for (;;) {
    const before = tape.facts;
    const batch = await tape.next();
    if (batch === null) return rows;
    expect(tape.facts).toBe(before + batch.count);
    rows.push(...rowsOf(batch));
  }
}

const times = [1, 2, 2, 3, 5, 8, 13, 21];

describe('a tape', () => {
  it('numbers facts without gaps, and has one hash, whatever the batches and chunks', async () => {
    const list = fc
      .array(fc.nat({ max: 50 }), { maxLength: 60 })
      .map((all) => all.toSorted((a, b) => a - b));
    const size = fc.integer({ min: 1, max: 20 });
    await fc.assert(
      fc.asyncProperty(
        list,
        list,
        size,
        size,
        fc.boolean(),
        async (one, two, chunk, batch, wait) => {
          const tapeOf = (chunks: number[], batchFacts: number, waits: boolean[]): Tape =>
            new Tape(
              testHeader,
              [sourceOf(0, one, { chunks, waits }), sourceOf(1, two, { chunks, waits: [false] })],
              { batchFacts },
            );
          const first = tapeOf([100], 4096, [false]);
          const second = tapeOf([chunk], batch, [wait, false]);
          expect(await read(second)).toEqual(await read(first));
          expect(second.facts).toBe(one.length + two.length);
          expect(second.hash()).toBe(first.hash());
        },
      ),
      runsOfSweep(sweepSize(200, 1000)),
    );
  });

  it('has its hash at its end only, and ends once and for all', async () => {
    const tape = new Tape(testHeader, [sourceOf(0, times)], { batchFacts: 5 });
    await tape.next();
    expect(() => tape.hash()).toThrow(expect.objectContaining({ code: 'Invariant' }));
    await read(tape);
    const hash = tape.hash();
    expect(await tape.next()).toBeNull();
    expect([tape.hash(), tape.facts]).toEqual([hash, times.length]);
  });

  it('is read without a promise when its sources make none, up to its end', async () => {
    const tape = new Tape(testHeader, [sourceOf(0, times)], { batchFacts: 5 });
    expect(tape.next()).toMatchObject({ count: 5 });
    expect(tape.next()).toMatchObject({ count: 3 });
    expect(await tape.next()).toBeNull();
  });

  it('gives its first facts before a long source is read to its end', async () => {
    const long = sourceOf(
      0,
      Array.from({ length: 100_000 }, (_, at) => at),
      { chunks: [1000] },
    );
    const tape = new Tape(testHeader, [long, sourceOf(1, [50, 70_000])]);
    expect(await tape.next()).toMatchObject({ count: 4096 });
    // 4,095 of its rows are out: four chunks are used up, the fifth is open.
    expect(long.pulls()).toBe(5);
  });

  it('closes its sources, including those that it did not read to the end', async () => {
    const sources = [sourceOf(0, times), sourceOf(1, [1, 50, 60, 70, 80], { chunks: [1] })];
    const tape = new Tape(testHeader, sources, { batchFacts: 2 });
    await tape.next();
    expect(sources.map((source) => source.closes())).toEqual([0, 0]);
    tape.close();
    expect(sources.map((source) => source.closes())).toEqual([1, 1]);
  });

  it('rethrows the error of a source', async () => {
    const failing = {
      name: 'f',
      rank: 9,
      pull: () => Promise.reject(new Error('gone')),
      close: () => {},
    };
    const tape = new Tape(testHeader, [sourceOf(0, times), failing]);
    await expect(tape.next()).rejects.toThrow('gone');
  });
});
