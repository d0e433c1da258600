/** Tests of reading tables whole: several at a time, and one that ends early. */

import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, parquetRelation, type Database, type Relation } from './database.js';
import { readParquet, writeParquet } from './parquet-file.js';

const folder = mkdtempSync(join(tmpdir(), 'database-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'env.duckdb');
const parquetRows = 5000;
const parquet = join(folder, 'prices.parquet');

beforeAll(async () => {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run('CREATE TABLE many AS SELECT i FROM range(6145) r(i)');
  await connection.run(`CREATE TABLE texts AS SELECT CASE WHEN i = 4000 THEN 'x' ELSE i::VARCHAR END AS t
    FROM range(5000) r(i)`);
  connection.closeSync();
  instance.closeSync();
  const rows = Array.from({ length: parquetRows }, (_, i) => ({ i, text: `text ${i}` }));
  await writeParquet(parquet, { i: 'BIGINT', text: 'VARCHAR' }, rows);
});

async function opened(file: string | null = path): Promise<Database> {
  const database = await openDatabase(file, 'env.duckdb');
  onTestFinished(() => database.close());
  return database;
}

const many: Relation = { name: 'many', relation: 'many' };

/** Reads each relation in turn, a part at a time, and counts. */
async function inTurn(database: Database, relations: readonly Relation[]): Promise<number[]> {
  const counts = relations.map(() => 0);
  const readers = relations.map((from) => database.rows(from));
  let open = readers.length;
  while (open > 0) {
    open = 0;
    for (const [at, reader] of readers.entries()) {
      const next = await reader.next();
      if (next.done === true) continue;
      open++;
      counts[at] = (counts[at] as number) + next.value.length;
    }
  }
  return counts;
}

describe('a database', () => {
  it('is read by many at a time, each to its end', async () => {
    const database = await opened();
    expect(
      await inTurn(
        database,
        Array.from({ length: 5 }, () => many),
      ),
    ).toEqual(Array.from({ length: 5 }, () => 6145));
  });

  it('goes on with a table when the columns of another are asked for', async () => {
    const database = await opened();
    const chunks = database.chunks(many, { columns: 'i', order: 'i DESC' });
    const first = await chunks.next();
    expect(first.value?.getColumnValues(0)[0]).toBe(6144n);
    expect(await database.columns({ name: 'texts', relation: 'texts' })).toEqual(['t']);
    let rows = first.value?.rowCount ?? 0;
    for await (const chunk of chunks) rows += chunk.rowCount;
    expect(rows).toBe(6145);
  });

  it('names the file, the table and both numbers when a stream ends early', async () => {
    const database = await opened();
    const planted: Relation = {
      name: 'many',
      relation: '(SELECT * FROM many LIMIT 2048)',
      rowCount: 'SELECT count(*) FROM many',
    };
    await expect(inTurn(database, [planted])).rejects.toMatchObject({
      code: 'InvalidInput',
      message:
        'env.duckdb table many: the table was not read whole; expected 6145 rows; found 2048 rows',
    });
  });

  it('names the table of a row that fails after others were read', async () => {
    const database = await opened();
    const failing: Relation = { name: 'texts', relation: '(SELECT t::INTEGER FROM texts)' };
    await expect(inTurn(database, [failing, many])).rejects.toMatchObject({
      code: 'InvalidInput',
      where: 'env.duckdb table texts',
    });
  });

  it('may be closed twice, while a table is read, which then ends with a failure', async () => {
    const database = await opened();
    const rows = database.rows(many);
    await rows.next();
    database.close();
    database.close();
    const rest = async (): Promise<void> => {
      for await (const part of rows) expect(part.length).toBeGreaterThan(0);
    };
    await expect(rest()).rejects.toMatchObject({
      code: 'Unavailable',
      message: 'env.duckdb table many: the database is closed',
    });
  });
});

describe('a Parquet file', () => {
  it('is read by many at a time', async () => {
    const database = await opened(null);
    const relations = Array.from({ length: 4 }, () => parquetRelation(parquet, 'prices.parquet'));
    expect(await inTurn(database, relations)).toEqual(relations.map(() => parquetRows));
  });

  it('with fewer rows than its footer says is refused with both numbers', async () => {
    const bytes = readFileSync(parquet);
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    // The first occurrence of the number of rows, a zigzag integer of two bytes, is
    // that of the file.
    const at = bytes.indexOf(Buffer.from([0x90, 0x4e]), footer);
    bytes[at] = 0x92;
    const planted = join(folder, 'planted.parquet');
    writeFileSync(planted, bytes);
    await expect(readParquet(planted, 'planted.parquet')).rejects.toMatchObject({
      code: 'InvalidInput',
      message: 'planted.parquet: the table was not read whole; expected 5001 rows; found 5000 rows',
    });
  });

  it('that was cut is refused', async () => {
    const cut = join(folder, 'cut.parquet');
    writeFileSync(cut, readFileSync(parquet).subarray(0, -100));
    await expect(readParquet(cut, 'cut.parquet')).rejects.toThrow(
      /^cut\.parquet: the table cannot be read/,
    );
  });
});

/** The file with the version of a later library in its header. */
async function newerCopy(): Promise<string> {
  const copy = join(folder, 'newer.duckdb');
  const bytes = readFileSync(path);
  bytes.writeBigUInt64LE(69n, 12);
  writeFileSync(copy, bytes);
  // The library says which checksum the changed header would have.
  const [, checksum = ''] = await DuckDBInstance.create(copy, { access_mode: 'READ_ONLY' }).then(
    () => [],
    (error: Error) => /computed checksum (\d+)/.exec(error.message) ?? [],
  );
  bytes.writeBigUInt64LE(BigInt(checksum), 0);
  writeFileSync(copy, bytes);
  return copy;
}

it('refuses a file of a newer DuckDB by the words of the library, and says what to do', async () => {
  await expect(openDatabase(await newerCopy(), 'newer.duckdb')).rejects.toThrow(
    'newer.duckdb: a newer DuckDB wrote the file; expected a file of DuckDB 1, such as one that ' +
      "DuckDB 2 copies into: ATTACH 'copy.duckdb' (STORAGE_VERSION 'v1.5.0'), then COPY FROM " +
      'DATABASE; found version number 69, but we can only read versions between 64 and 68',
  );
});
