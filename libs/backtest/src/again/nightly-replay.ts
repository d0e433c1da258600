/** Results done again from their recordings, each compared with what it was: what a nightly job asks for. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { invalidInput, isFailure } from '#values';
import { isOpenEnded } from '#contracts/scenario/scenario';
import { readOrigin, resultFolder } from '../result/result-folder.js';
import { verifyResult } from './verify-result.js';
import { type VerifyOptions } from './verify-run.js';

/** What became of one result. */
export interface NightlyReplay {
  readonly path: string;
  /** Runs whose journals came out byte for byte. */
  readonly repeated: number;
  /** The first difference, by the path of a run or file and in words; null where there is none. */
  readonly difference: string | null;
  /** How many there are. */
  readonly differences: number;
  /** Why it could not be done again, where that says nothing about the result. */
  readonly failure: string | null;
}

/** The results at these places: a result itself, or each one in a folder. `InvalidInput` where there is none. */
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
    throw invalidInput('there is no result', { where: place, expected });
  });
}

const isResult = (path: string): boolean => existsSync(resultFolder(path).scenario);

/** Whether a result is of runs whose window has no end. `InvalidInput` where the folder is none. */
export const isOpenResult = (path: string): boolean =>
  isOpenEnded(readOrigin(resultFolder(path)).scenario);

/** Does a result again; writes nothing. Rejects with nothing but defects of this program. */
export async function replayAgain(path: string, options: VerifyOptions): Promise<NightlyReplay> {
  try {
    const { verified, findings } = await verifyResult(path, options);
    const told = findings.map(({ path: place, verdict }) =>
      'what' in verdict ? `${place}: ${verdict.what}` : `${place}: other semantics`,
    );
    const difference = told[0] ?? null;
    return { path, repeated: verified, difference, differences: told.length, failure: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { path, repeated: 0, difference: null, differences: 0, failure: error.message };
  }
}
