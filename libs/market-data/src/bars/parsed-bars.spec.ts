/** A file of bars is read once, and the tape is the same wherever its columns are kept. */

import fc from 'fast-check';
import {
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isFailure, parseCivilDate, type CivilDate } from '#values';
import { barColumns, type FactSource } from '#contracts';
import type { Dataset } from '../dataset/dataset.js';
import { datasetManifestSchema } from '../manifest/dataset-manifest.js';
import { openDataset, openManifest, type OpenDatasetOptions } from '../open/open-dataset.js';
import { memoryInput, type ByteInput } from '../rows/byte-input.js';
import type { DatasetFiles } from '../tables/dataset-files.js';
import { ColumnStore, type ColumnStoreOptions } from './column-store.js';

const root = mkdtempSync(join(tmpdir(), 'parsed-bars-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const manifest = datasetManifestSchema.parse({
  name: 'kept',
  calendar: 'XNYS',
  currency: 'USD',
  bars: { file: 'bars.csv', frequency: 'daily', stamp: 'session', priceBasis: 'raw' },
  symbols: ['A', 'B', 'C'],
});
const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const wanted = { symbols: ['C', 'A'], until: date('2025-12-31'), badRows: 'drop' } as const;

/** A file in memory, and how many of its bytes were read so far. */
function countedFile(text: string): { files: DatasetFiles; read(): number; size: number } {
  const bytes = Buffer.from(text);
  let total = 0;
  const open = (file: string): ByteInput => {
    const input = memoryInput(file, bytes);
    return {
      ...input,
      read: (target, position) => {
        const read = input.read(target, position);
        total += read;
        return read;
      },
    };
  };
  return {
    files: { open, pathOf: () => undefined, list: () => [] },
    read: () => total,
    size: bytes.length,
  };
}

const opened = (text: string, options: OpenDatasetOptions = {}): Promise<Dataset> =>
  openManifest(manifest, countedFile(text).files, options);

/** Every row of every source, bit by bit. */
async function rowsOf(sources: readonly FactSource[]): Promise<string[]> {
  const rows: { time: number; rank: number; text: string }[] = [];
  for (const source of sources) {
    for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
      for (let row = 0; row < chunk.count; row++) {
        const values = barColumns.map((column) => chunk[column][row]);
        const time = chunk.knowledgeTime[row] as number;
        const instrument = chunk.instrument[row] as number;
        const fact = [time, chunk.eventTime[row], chunk.kind[row], instrument, ...values];
        const numbers = Buffer.from(Float64Array.from(fact as number[]).buffer).toString('hex');
        const rank = Math.floor(source.rank / 65_536) * 65_536 + instrument;
        rows.push({ time, rank, text: `${numbers} ${JSON.stringify(chunk.payload[row])}` });
      }
    }
    source.close();
  }
  return rows.sort((a, b) => a.time - b.time || a.rank - b.rank).map(({ text }) => text);
}

const tapeOf = async (dataset: Dataset): Promise<string[]> =>
  rowsOf(await dataset.openSources(wanted));

/** The tape, or the message that rejects the rows: generated ones may all be a week apart. */
const tapeOrRefusal = (text: string, options?: OpenDatasetOptions): Promise<string[]> =>
  tapeFrom(text, options).catch((error: unknown) => {
    if (isFailure(error, 'InvalidInput')) return [error.message];
    throw error;
  });

async function tapeFrom(text: string, options: OpenDatasetOptions = {}): Promise<string[]> {
  const dataset = await opened(text, options);
  try {
    return await tapeOf(dataset);
  } finally {
    await dataset.close();
  }
}

const days = Array.from({ length: 60 }, (_, day) =>
  new Date(Date.UTC(2025, 0, 2 + day)).toISOString().slice(0, 10),
);
const header = 'symbol,date,open,high,low,close,volume\n';
const line = (symbol: string, day: string, close: number): string =>
  `${symbol},${day},5,9,1,${close},-0\n`;
const bySymbol = ['A', 'B', 'C'].flatMap((symbol) =>
  days.map((day, at) => line(symbol, day, 2 + at / 16)),
);
const byDate = days.flatMap((day, at) =>
  ['C', 'A', 'B'].map((symbol) => line(symbol, day, 2 + at / 16)),
);
const inNoOrder = [...byDate.slice(50), ...byDate.slice(0, 50)];
const files = { bySymbol, byDate, inNoOrder };
const textOf = (lines: readonly string[]): string => `${header}${lines.join('')}`;

/** Writes to a disk with room for this many bytes. */
function fullDisk(room: number): NonNullable<ColumnStoreOptions['write']> {
  return (file, bytes, position) => {
    const fits = Math.min(bytes.length, room - position);
    if (fits > 0) return writeSync(file, bytes, 0, fits, position);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
}

describe('a file of bars whose columns are kept', () => {
  it.each(Object.entries(files))(
    '%s is read once for check, coverage, content hash and tapes',
    async (_, lines) => {
      const text = textOf(lines);
      const { files: counted, read, size } = countedFile(text);
      const dataset = await openManifest(manifest, counted, { store: new ColumnStore() });
      expect((await dataset.check()).errors).toEqual([]);
      await dataset.coverage();
      expect(await dataset.contentHash()).toBe(await (await opened(text)).contentHash());
      const tape = await tapeOf(dataset);
      expect(await tapeOf(dataset)).toEqual(tape);
      expect(read()).toBe(size);
      expect(tape).toEqual(await tapeFrom(text));
      await dataset.close();
    },
  );

  it('is not read at all by another thread, which is given what was parsed', async () => {
    const text = textOf(byDate);
    const store = new ColumnStore({ bytesMax: 0, folder: root });
    const dataset = await opened(text, { store });
    const parsed = structuredClone(await dataset.parsed());
    const { files: counted, read } = countedFile(text);
    const other = await openManifest(manifest, counted, { parsed });
    expect(await tapeOf(other)).toEqual(await tapeOf(dataset));
    expect(await other.coverage()).toEqual(await dataset.coverage());
    expect(read()).toBe(0);
    await other.close();
    await dataset.close();
  });

  it('gives the same tape from memory, from the temporary file, and parsed again on a full disk', async () => {
    const day = fc.integer({ min: 0, max: days.length - 1 });
    const good = fc
      .tuple(fc.constantFrom('A', 'B', 'C'), day, fc.integer({ min: 16, max: 144 }))
      .map(([symbol, at, price]) => line(symbol, days[at] as string, price / 16));
    const bad = fc.constantFrom(
      'A,2025-01-03,5,9,1,12,1\n',
      'X,2025-01-03,5,9,1,2,1\n',
      'B,,\n',
      '\n',
    );
    const rows = fc.array(fc.oneof({ weight: 9, arbitrary: good }, bad), { maxLength: 150 });
    const lines = fc
      .tuple(rows, fc.constantFrom('drawn', 'sorted'))
      .map(([drawn, order]) => (order === 'sorted' ? drawn.toSorted() : drawn));
    const bytes = fc.integer({ min: 0, max: 6000 });
    await fc.assert(
      fc.asyncProperty(
        lines,
        bytes,
        bytes,
        fc.integer({ min: 1, max: 40 }),
        async (drawn, held, room, rowBudget) => {
          const text = textOf(drawn);
          const expected = await tapeOrRefusal(text);
          const spilling = new ColumnStore({ bytesMax: held, folder: root });
          expect(await tapeOrRefusal(text, { rowBudget, store: spilling })).toEqual(expected);
          const full = new ColumnStore({ bytesMax: held, folder: root, write: fullDisk(room) });
          expect(await tapeOrRefusal(text, { rowBudget, store: full })).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
    expect(readdirSync(root)).toEqual([]);
  });

  it('says what is wrong in the same words', async () => {
    const text = textOf([
      ...inNoOrder,
      'A,2025-01-03,5,9,1,12,1\n',
      'B,x,1,1,1,1,1\n',
      'C,2025-01-02',
    ]);
    const kept = await opened(text, { store: new ColumnStore() });
    const parsedAgain = await opened(text);
    expect(await kept.check()).toEqual(await parsedAgain.check());
    await Promise.all([kept.close(), parsedAgain.close()]);
  });
});

describe('the columns of a data set', () => {
  const yaml = `name: kept\ncalendar: XNYS\ncurrency: USD\nsymbols: [A, B, C]
bars: { file: bars.csv, frequency: daily, stamp: session, priceBasis: raw }\n`;

  it('are those that were hashed, whatever becomes of the file meanwhile', async () => {
    const folder = mkdtempSync(join(root, 'set-'));
    const file = join(folder, 'bars.csv');
    writeFileSync(join(folder, 'dataset.yaml'), yaml);
    writeFileSync(file, textOf(bySymbol));
    const dataset = await openDataset(folder, { store: new ColumnStore() });
    await dataset.check();
    writeFileSync(file, textOf(bySymbol).replaceAll(',5,9,1,', ',6,9,1,'));
    const changed = await openDataset(folder);
    expect(await dataset.contentHash()).toBe(await (await opened(textOf(bySymbol))).contentHash());
    expect(await changed.contentHash()).not.toBe(await dataset.contentHash());
    expect(await tapeOf(dataset)).toEqual(await tapeFrom(textOf(bySymbol)));
    expect(await tapeOf(changed)).not.toEqual(await tapeOf(dataset));
    await Promise.all([dataset.close(), changed.close()]);
    rmSync(folder, { recursive: true });
  });

  it('are parsed again on a full disk only from a file that has not changed', async () => {
    const folder = mkdtempSync(join(root, 'set-'));
    const file = join(folder, 'bars.csv');
    writeFileSync(join(folder, 'dataset.yaml'), yaml);
    for (const lines of Object.values(files)) {
      writeFileSync(file, textOf(lines));
      const store = new ColumnStore({ bytesMax: 0, folder: root, write: fullDisk(0) });
      const dataset = await openDataset(folder, { store });
      expect(await tapeOf(dataset)).toEqual(await tapeFrom(textOf(lines)));
      writeFileSync(file, textOf(lines).replaceAll(',5,9,1,', ',6,9,1,'));
      utimesSync(file, 1e9, 1e9);
      await expect(tapeOf(dataset)).rejects.toThrow(
        'bars.csv: the file has changed while it was read',
      );
      await dataset.close();
    }
    rmSync(folder, { recursive: true });
  });

  it('stay within their bound in memory, and are read back in parts', async () => {
    const bytesMax = 4096;
    const many = Array.from({ length: 40 }, (_, one) =>
      days.map((day) => line(`S${one}`, day, one / 7 + 2)),
    );
    const store = new ColumnStore({ bytesMax, folder: root });
    const largest = { held: 0, read: 0 };
    const read = store.read.bind(store);
    store.read = (target, position) => {
      largest.read = Math.max(largest.read, target.length);
      read(target, position);
    };
    const { symbols: _, ...undeclared } = manifest;
    const text = textOf(many.flat());
    const dataset = await openManifest(undeclared, countedFile(text).files, { store });
    const tape = { ...wanted, symbols: dataset.symbols };
    await rowsOf(await dataset.openSources(tape));
    largest.held = store.heldBytes;
    expect(dataset.symbols).toHaveLength(40);
    expect(largest.held).toBeLessThanOrEqual(bytesMax);
    expect(largest.read).toBeGreaterThan(0);
    expect(largest.read).toBeLessThanOrEqual(4096 * 8);
    await dataset.close();
  });

  it('leave nothing on disk when the data set is closed, or the process ends without it', async () => {
    const before = process.listeners('exit');
    const one = new ColumnStore({ bytesMax: 0, folder: root });
    const two = new ColumnStore({ bytesMax: 0, folder: root });
    const closed = await opened(textOf(bySymbol), { store: one });
    const forgotten = await opened(textOf(bySymbol), { store: two });
    await Promise.all([closed.check(), forgotten.check()]);
    expect(readdirSync(root)).toHaveLength(2);
    await closed.close();
    expect(readdirSync(root)).toHaveLength(1);
    const atExit = process.listeners('exit').filter((listener) => !before.includes(listener));
    expect(atExit).toHaveLength(1);
    for (const listener of atExit) (listener as (code: number) => void)(0);
    expect(readdirSync(root)).toEqual([]);
    await forgotten.close();
    expect(process.listeners('exit')).toEqual(before);
  });

  it('are unavailable when the temporary file has been cut', async () => {
    const store = new ColumnStore({ bytesMax: 0, folder: root });
    const dataset = await opened(textOf(bySymbol), { store });
    await dataset.check();
    truncateSync(store.path as string, 100);
    const cut = await tapeOf(dataset).catch((error: unknown) => error);
    expect(isFailure(cut, 'Unavailable')).toBe(true);
    await dataset.close();
  });
});
