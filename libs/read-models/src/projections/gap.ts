/** Numbers that are missing: an error that stops, or the failure of that run alone. */

import { TapefoldError } from '#values';

/**
 * `stop`: whoever projects gets an `Invariant` error and the transaction is undone. `fail`: the run or tape is marked
 * as failed, with what is missing, and everything else goes on.
 */
export type OnGap = 'stop' | 'fail';

export interface Gap {
  /** `records of run 1f…`. */
  readonly where: string;
  readonly expected: number;
  readonly found: number;
}

/** What to note at the run, under `fail`; throws under `stop`. */
export function failureOf({ where, expected, found }: Gap, onGap: OnGap): string {
  if (onGap === 'fail') {
    return `${where}: ${expected} to ${found - 1} are missing`;
  }
  throw new TapefoldError('Invariant', 'numbers are missing on the topic', {
    where,
    expected: `number ${expected} or one before it`,
    found: `${found}: ${expected} to ${found - 1} are missing`,
  });
}
