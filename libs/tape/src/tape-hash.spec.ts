/** One hash per tape: independent of its batches, but dependent on every field of every fact. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { barColumns, FactColumns, type TapeHeader } from '#contracts';
import { barsOf, sessionOpens, testHeader } from './fact-source.fixture.js';
import { TapeHash } from './tape-hash.js';

/** `count` one-minute bars, every hundredth row a session open. */
function sampleFacts(count: number): FactColumns {
  const facts = new FactColumns(count);
  const minute = 60_000_000;
  const opens = sessionOpens(Array.from({ length: count }, (_, row) => row * minute));
  const bars = barsOf(
    Array.from({ length: count }, (_, row) => ({
      time: row * minute,
      source: row % 3,
      sequence: row,
    })),
  );
  for (let row = 0; row < count; row++) {
    facts.appendRows(row % 100 === 0 ? opens : bars, row, row + 1);
    if (row % 100 !== 0) facts.volume[row] = row;
  }
  return facts;
}

/** The hash of a tape whose facts come in batches of these sizes, in turn. */
async function hashOf(
  facts: FactColumns,
  sizes: readonly number[] = [facts.count],
  header: TapeHeader = testHeader,
): Promise<string> {
  const hash = new TapeHash(header);
  const batch = new FactColumns(Math.max(...sizes));
  for (let row = 0, turn = 0; row < facts.count; turn++) {
    const end = Math.min(facts.count, row + (sizes[turn % sizes.length] as number));
    batch.clear();
    batch.appendRows(facts, row, end);
    await hash.update(batch);
    row = end;
  }
  return hash.digest();
}

describe('the hash of a tape', () => {
  it('of these facts is this', async () => {
    // Pinned: it changes only with the definition of the hash, and then so does every manifest.
    expect(await hashOf(sampleFacts(5000))).toBe(
      '0462fe64276b5599493ebfc9b142ed2194061ec25983ef465b66fbca6192790b',
    );
    expect(await hashOf(new FactColumns(1), [1])).toBe(
      'b64f7f3e5cb6022b58f663d958c42da6c59cc9b04325b1ee72a5f4691ac396a7',
    );
  });

  it('does not depend on batches', async () => {
    const facts = sampleFacts(9000);
    const expected = await hashOf(facts);
    for (const size of [1, 7, 4095, 4096, 4097, 8192]) {
      expect(await hashOf(facts, [size])).toBe(expected);
    }
    const sizes = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, async (list) => {
        expect(await hashOf(facts, list)).toBe(expected);
      }),
      runsOfSweep(sweepSize(50, 200)),
    );
  });

  it('changes with any field of any fact', async () => {
    const facts = sampleFacts(300);
    const expected = await hashOf(facts);
    const columns = ['kind', 'instrument', 'knowledgeTime', 'eventTime', ...barColumns] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...columns),
        fc.nat({ max: 299 }),
        fc.double({ noNaN: true }),
        async (name, row, value) => {
          const altered = sampleFacts(300);
          const before = altered[name][row];
          altered[name][row] = value;
          const same = Object.is(altered[name][row], before);
          expect((await hashOf(altered)) === expected).toBe(same);
        },
      ),
      runsOfSweep(sweepSize(200, 1000)),
    );
  });

  it.each([0, 100, 200])('changes with the payload of row %i', async (row) => {
    const altered = sampleFacts(300);
    altered.payload[row] = { kind: 'sessionOpen', session: -1 };
    expect(await hashOf(altered)).not.toBe(await hashOf(sampleFacts(300)));
  });

  it('changes with the number of facts, though they are all the same', async () => {
    const same = { time: 0, source: 0, sequence: 0 };
    const counts = [1, 2, 3, 4095, 4096, 4097, 8192];
    const facts = counts.map((count) => barsOf(Array.from({ length: count }, () => same)));
    const hashes = await Promise.all(facts.map((some) => hashOf(some)));
    expect(new Set(hashes).size).toBe(counts.length);
  });

  it('is this over several chunks, however they are handed over', async () => {
    const facts = sampleFacts(140_000);
    const expected = await hashOf(facts);
    expect(expected).toBe('cd913900149d578d0845b9aa1d9da969da81a41f39e3031f64140d1a96ad0633');
    for (const sizes of [[65_536], [1000], [65_535, 2]]) {
      expect(await hashOf(facts, sizes)).toBe(expected);
    }
    facts.close[139_999] = -1;
    expect(await hashOf(facts)).not.toBe(expected);
  });

  it('changes with the order of facts', async () => {
    const rows = [0, 1, 2].map((sequence) => ({ time: 5, source: sequence, sequence }));
    expect(await hashOf(barsOf(rows))).not.toBe(await hashOf(barsOf(rows.toReversed())));
  });

  it('knows zero from minus zero, and unknown from zero', async () => {
    const hashed = [0, -0, NaN].map((value) => {
      const facts = sampleFacts(10);
      facts.vwap.fill(value);
      return hashOf(facts);
    });
    expect(new Set(await Promise.all(hashed)).size).toBe(3);
  });

  it.each([
    ['instruments', [{ symbol: 'AAPL', currency: 'EUR' }], false],
    ['calendar', '24/7', false],
    ['priceBasis', 'adjusted', false],
    ['tradePrice', 'adjClose', false],
    ['dateRule', 'herculean-date', false],
    ['id', 'other', true],
    ['dataset', 'other', true],
  ])('of another %s: %j is the same tape: %s', async (field, value, same) => {
    const facts = sampleFacts(10);
    const other = { ...testHeader, [field]: value };
    expect((await hashOf(facts, [10], other)) === (await hashOf(facts))).toBe(same);
  });

  it('does not depend on which rows end their instants, which follows from the times', async () => {
    const facts = sampleFacts(10);
    facts.endsInstant.fill(1);
    expect(await hashOf(facts)).toBe(await hashOf(sampleFacts(10)));
  });
});
