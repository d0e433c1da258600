/** Why what an agent submitted was not taken. */

import type { Capability } from '#tools';
import { oneLine, withoutPaths } from '../seat/failure-text.js';

/** Of the last submission that was refused, from the record at index `from` on; null where there was none. */
export function refusedSubmission({ records, tools }: Capability, from: number): string | null {
  const submits = new Set(tools.filter(({ reads }) => !reads).map(({ name }) => name));
  const refused = records.findLast(
    ({ tool, error }, index) => index >= from && error !== null && submits.has(tool),
  );
  const error = refused?.error ?? null;
  return error === null ? null : oneLine(withoutPaths(error));
}
