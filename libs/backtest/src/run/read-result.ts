/**
 * Reads result.json for commands that show or compare results, and refuses that of an earlier
 * schema.
 */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { invalidInput } from '#values';
import { valueAt } from '#contracts/parsing/value-at';
import { type Result, resultSchema, resultVersion } from '#contracts/result/result';
import { requireBounded, resultBytesMax } from '#files';

/**
 * The result in a folder. `InvalidInput` if there is none, or if it has another schema than that of
 * this version.
 */
export function readResult(folder: string): Result {
  const path = join(folder, 'result.json');
  if (!existsSync(path)) {
    throw invalidInput('no result found', {
      where: folder,
      expected: 'a folder with result.json',
    });
  }
  const value = valueIn(path);
  requireSchema(path, value);
  const parsed = resultSchema.safeParse(value);
  // As it is written: the schema would put the members into its own order.
  if (parsed.success) return value as Result;
  throw invalidInput('not a result', {
    where: path,
    expected: `a result of schema ${resultVersion}`,
    found: 'another form of result',
  });
}

/**
 * Refuses a run whose result has an earlier schema: its figures have other names. Accepts a run
 * without a result, or with one that is no result at all, which other commands report.
 */
export function requireResultSchema(runFolder: string): void {
  const path = join(dirname(dirname(runFolder)), 'result.json');
  if (existsSync(path)) requireSchema(path, valueIn(path));
}

function requireSchema(where: string, value: unknown): void {
  const schema = valueAt(value, ['schemaVersion']);
  if (typeof schema !== 'number' || schema === resultVersion) return;
  throw invalidInput(`schema ${schema}: run it again`, {
    where,
    expected:
      `a result of schema ${resultVersion}, which ` + '`tapefold run` with its scenario writes',
    found: `schemaVersion ${schema}`,
  });
}

function valueIn(path: string): unknown {
  requireBounded(path, resultBytesMax);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalidInput('not JSON', { where: path, expected: 'a result', cause });
  }
}
