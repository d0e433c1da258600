/** Tests of references to data sets, and of the hash of their content. */

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseCivilDate, type CivilDate } from '#values';
import { openDataset } from './open-dataset.js';

const root = mkdtempSync(join(tmpdir(), 'open-dataset-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
let folders = 0;

function folder(files: Record<string, string>): string {
  const path = join(root, `set-${folders++}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const manifest = `name: three
calendar: XNYS
currency: USD
bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: raw }
symbols: [A, B, C]
`;
const rows = ['A,2025-03-03,1,1,1,1\n', 'B,2025-03-03,1,1,1,1\n', 'C,2025-03-04,1,1,1,1\n'];
const prices = (list: readonly string[]): string =>
  `symbol,date,open,high,low,close\n${list.join('')}`;
const threeSymbols = folder({ 'dataset.yaml': manifest, 'prices.csv': prices(rows) });

describe('a content hash', () => {
  it('is that of manifest and files, wherever they lie and however they are called', async () => {
    const hash = async (files: Record<string, string>): Promise<string> => {
      const dataset = await openDataset(folder(files));
      const found = await dataset.contentHash();
      await dataset.close();
      return found;
    };
    const first = await hash({ 'dataset.yaml': manifest, 'prices.csv': prices(rows) });
    const renamed = manifest.replace('name: three', 'name: other').replace('prices.csv', 'p.csv');
    expect(await hash({ 'dataset.yaml': renamed, 'p.csv': prices(rows) })).toBe(first);
    expect(await hash({ 'dataset.yaml': manifest, 'prices.csv': prices(rows.slice(1)) })).not.toBe(
      first,
    );
    const other = manifest.replace('priceBasis: raw', 'priceBasis: adjusted');
    expect(await hash({ 'dataset.yaml': other, 'prices.csv': prices(rows) })).not.toBe(first);
  });
});

describe('peers', () => {
  it.each([
    ['of a symbol', 'A: [B, C]', null],
    ['of a stranger', 'D: [A]', /dataset\.yaml: peers\.D: .* one of A, B, C; found "D"/],
    ['that are strangers', 'A: [B, D]', /dataset\.yaml: peers\.A: .* one of A, B, C; found "D"/],
  ])('%s', async (_, peers, refused) => {
    const text = `${manifest}peers: { ${peers} }\n`;
    const opened = openDataset(folder({ 'dataset.yaml': text, 'prices.csv': prices(rows) }));
    if (refused !== null) return expect(opened).rejects.toThrow(refused);
    const dataset = await opened;
    expect(dataset.manifest.peers).toEqual({ A: ['B', 'C'] });
    await dataset.close();
  });
});

describe('a reference', () => {
  it.each([
    ['a name of nothing', 'no-such-set', /no such data set; expected a folder .*aapl-2013-2018/],
    ['a single file', join(threeSymbols, 'prices.csv'), /a single file is not a data set/],
    [
      'a feed description',
      join(folder({ 'feed.yaml': 'name: coins\n' }), 'feed.yaml'),
      /recorded by `tapefold record`/,
    ],
    ['a folder without a manifest', root, /the folder has no dataset\.yaml/],
  ])('to %s is refused', async (_name, reference, message) => {
    await expect(openDataset(reference)).rejects.toThrow(message);
  });

  it('is relative to the base directory', async () => {
    const dataset = await openDataset('set-0', { baseDirectory: root });
    expect(dataset.symbols).toEqual(['A', 'B', 'C']);
    const wanted = { until: date('2025-03-04'), badRows: 'refuse' } as const;
    await expect(dataset.openSources({ ...wanted, symbols: ['Z'] })).rejects.toThrow(
      /one of "A, B, C"/,
    );
    await expect(dataset.openSources({ ...wanted, symbols: ['A', 'A'] })).rejects.toThrow(/twice/);
    await dataset.close();
  });

  it('to files that are not there names them', async () => {
    const path = folder({ 'dataset.yaml': manifest });
    await expect(openDataset(path)).rejects.toThrow(/prices\.csv: no such file/);
  });
});

async function opened(path: string): Promise<unknown> {
  const dataset = await openDataset(path).catch((failure: unknown) => failure as Error);
  if (dataset instanceof Error) return dataset;
  try {
    await dataset.contentHash();
    return undefined;
  } catch (failure) {
    return failure;
  } finally {
    await dataset.close();
  }
}

describe('a named pipe in place of a file', () => {
  it.each([
    ['x.duckdb', 'x.duckdb: not a regular file; expected a file; found a named pipe'],
    ['dataset.yaml', /the folder has no dataset.yaml/],
    ['prices.csv', 'prices.csv: not a regular file; expected a file; found a named pipe'],
  ])('as %s is refused', async (name, message) => {
    const path = folder({ 'dataset.yaml': manifest, 'prices.csv': prices(rows) });
    rmSync(join(path, name), { force: true });
    execFileSync('mkfifo', [join(path, name)]);
    const reference = name === 'x.duckdb' ? join(path, name) : path;
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await opened(reference)).toMatchObject({ code: 'InvalidInput', message: expected });
  });
});

describe('a link in a data set', () => {
  const outside = folder({
    'secret.txt': 'a line of a secret\n',
    'prices.csv': prices(rows),
    'tasks.jsonl': '{"id":"a secret"}\n',
  });
  const tasks = `${manifest}tasks: { file: tasks.jsonl, solutions: solutions.jsonl }\n`;

  it.each([
    ['dataset.yaml', 'secret.txt', { 'prices.csv': prices(rows) }],
    ['prices.csv', 'secret.txt', { 'dataset.yaml': manifest }],
    ['prices.csv', 'prices.csv', { 'dataset.yaml': manifest }],
    ['tasks.jsonl', 'tasks.jsonl', { 'dataset.yaml': tasks, 'prices.csv': prices(rows) }],
    [
      'p.parquet',
      'secret.txt',
      { 'dataset.yaml': manifest.replace('prices.csv', 'p.parquet') } as Record<string, string>,
    ],
  ])('that leads out as %s to %s is refused, and nothing is quoted', async (name, to, files) => {
    const path = folder(files);
    symlinkSync(join(outside, to), join(path, name));
    const failure = await opened(path);
    expect(failure).toMatchObject({
      code: 'InvalidInput',
      where: name,
      message: `${name}: a link leads out of its folder; expected a file inside the folder`,
    });
  });

  it('that is a folder, or follows another one, is refused as well', async () => {
    const path = folder({ 'dataset.yaml': manifest.replace('prices.csv', 'in/prices.csv') });
    symlinkSync(outside, join(path, 'out'));
    symlinkSync('out', join(path, 'in'));
    expect(await opened(path)).toMatchObject({ message: /^in\/prices.csv: a link leads out/ });
  });

  it('is not followed when a pattern finds it', async () => {
    const path = folder({ 'dataset.yaml': manifest.replace('prices.csv', "'*.parquet'") });
    symlinkSync(join(outside, 'secret.txt'), join(path, 'p.parquet'));
    expect(await opened(path)).toMatchObject({
      message: 'p.parquet: a link leads out of its folder; expected a file inside the folder',
    });
  });

  it('that stays inside is followed, and the folder itself may be one', async () => {
    const path = folder({ 'dataset.yaml': manifest, 'p.csv': prices(rows) });
    symlinkSync('p.csv', join(path, 'prices.csv'));
    symlinkSync(path, join(root, 'linked'));
    const dataset = await openDataset(join(root, 'linked'));
    expect(dataset.symbols).toEqual(['A', 'B', 'C']);
    await dataset.close();
  });

  /** The failure of opening a data set and reading all of it. */
});

describe('an environment file that another process writes to', () => {
  it('is unavailable', async () => {
    const path = join(root, 'held.duckdb');
    const program = `import { DuckDBInstance } from '@duckdb/node-api';
      const instance = await DuckDBInstance.create(${JSON.stringify(path)});
      const connection = await instance.connect();
      await connection.run('CREATE TABLE prices (a INTEGER)');
      process.stdin.on('end', () => process.exit(0)).resume();
      console.log('held');`;
    const holder = execFile(process.execPath, ['--input-type=module', '-e', program]);
    await new Promise((resolve) => holder.stdout?.once('data', resolve));
    await expect(openDataset(path)).rejects.toMatchObject({
      code: 'Unavailable',
      message: 'held.duckdb: another process holds the file',
    });
    holder.stdin?.end();
    await new Promise((resolve) => holder.once('exit', resolve));
  });
});
