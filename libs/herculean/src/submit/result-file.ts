/**
 * Result files on disk: read whole, replaced whole, one writer at a time, and of one owner each.
 */

import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, excerpt, invalidInput, isFailure } from '#values';
import { modelPart } from '#agents/script/herculean-result';
import { takeLock } from '#event-log';
import { makeFolder } from '#backtest/run-folder/run-folder';
import { insideFolder } from '#market-data/rows/inside-folder';

/** The largest file that is read: far more than a record for each session of a century. */
const bytesMax = 64 * 1024 * 1024;
const lockWaitMs = 20;
/** How long a writer waits for another one: many times the duration of a submission. */
const lockTries = 500;

/**
 * The text of a result file that lies in `folder`; undefined if it is missing. `InvalidInput` if it
 * is not a file, is too large, or is reached by a link that leads out of the folder. `name`: its
 * path below the folder.
 */
export const readResultIn = (folder: string, name: string): string | undefined =>
  readResultFile(insideFolder(folder, name), join(folder, name));

/**
 * The text of a result file that the user names, which may be a link; undefined if it is missing.
 * `InvalidInput` if it is not a file, or too large. `where`: how failures name it.
 */
export function readResultFile(path: string, where = path): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  // A pipe or a device would be read forever.
  if (!found.isFile()) throw invalidInput('the result is not a file', { where });
  if (found.size > bytesMax) {
    const expected = `${bytesMax} bytes at most`;
    throw invalidInput('the result file is too large', {
      where,
      expected,
      found: `${found.size} bytes`,
    });
  }
  return readFileSync(path, 'utf8');
}

/** Names in a folder with this start and end; empty if there is no such folder. */
export function namesIn(folder: string, start: string, end: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .sort();
}

/**
 * Runs `work` while no other process runs work under the same `name` in `folder`, which is created
 * if missing. `Conflict` if the other one does not end within ten seconds.
 */
export async function alone<T>(folder: string, name: string, work: () => T): Promise<T> {
  makeFolder(folder);
  const lock = join(folder, `.${name}.lock`);
  await take(lock);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return takeLock(lock, 'another process writes this result');
    } catch (error) {
      if (!isFailure(error, 'Conflict') || tries === lockTries) throw error;
      await sleep(lockWaitMs);
    }
  }
}

/** Whether a file belongs to a model, by the name in it; one without a name belongs to any. */
export const isOfModel = (found: string | undefined, model: string): boolean =>
  found === undefined || found.toLowerCase() === model.toLowerCase();

/**
 * `Conflict` if `found` belongs to another symbol or model: two names can become one where
 * characters are replaced.
 */
export function requireOwnResult(
  found: { readonly symbol?: unknown; readonly model?: string | undefined },
  expected: { readonly symbol: string; readonly model: string },
  where: string,
): void {
  const { symbol = expected.symbol, model } = found;
  if (symbol === expected.symbol && isOfModel(model, expected.model)) return;
  throw conflict('this is the result of another symbol or model', {
    where,
    expected: excerpt(`${expected.symbol}, ${expected.model}`),
    found: excerpt(`${symbol}, ${model ?? modelPart(expected.model)}`),
  });
}
