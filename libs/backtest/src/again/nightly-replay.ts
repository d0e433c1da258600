/**
 * Replays results from their recordings and compares each with the original, as a nightly job does.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { invalidInput, isFailure } from '#values';
import { isOpenEnded } from '#contracts/scenario/scenario';
import { readOrigin, resultFolder } from '../result/result-folder.js';
import { verifyResult } from './verify-result.js';
import type { VerifyOptions } from './verdicts.js';

/** Outcome for one result. */
export interface NightlyReplay {
  readonly path: string;
  /** Runs whose journals came out byte for byte. */
  readonly repeated: number;
  /** The first difference: path of the run or file, and a description; null if there is none. */
  readonly difference: string | null;
  /** How many there are. */
  readonly differences: number;
  /** Why it could not be replayed, if the reason is unrelated to the result. */
  readonly failure: string | null;
}

/**
 * The results at these paths: a result itself, or each one in a folder. `InvalidInput` if
 * there is none.
 */
export function resultsIn(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => {
    if (isResult(place)) return [place];
    const within = existsSync(place) ? readdirSync(place, { withFileTypes: true }) : [];
    const found = within
      .filter((entry) => entry.isDirectory() && isResult(join(place, entry.name)))
      .map(({ name }) => join(place, name))
      .toSorted();
    if (found.length > 0) return found;
    const expected = 'a result, or a folder with results';
    throw invalidInput('no result found', { where: place, expected });
  });
}

const isResult = (path: string): boolean => existsSync(resultFolder(path).scenario);

/**
 * Whether the runs of a result have a window without an end. `InvalidInput` if the folder
 * holds no result.
 */
export const isOpenResult = (path: string): boolean =>
  isOpenEnded(readOrigin(resultFolder(path)).scenario);

/** Replays a result; writes nothing. Rejects only for defects of this program. */
export async function replayAgain(path: string, options: VerifyOptions): Promise<NightlyReplay> {
  try {
    const { verified, findings } = await verifyResult(path, options);
    const lines = findings.map(({ path: place, verdict }) =>
      'what' in verdict ? `${place}: ${verdict.what}` : `${place}: other semantics`,
    );
    const difference = lines[0] ?? null;
    return { path, repeated: verified, difference, differences: lines.length, failure: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { path, repeated: 0, difference: null, differences: 0, failure: error.message };
  }
}
