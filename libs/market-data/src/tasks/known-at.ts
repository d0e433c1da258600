/** Parses the times from which tasks are known, in tasks and in `dataset.yaml`. */

import { z } from 'zod';
import { parseInstant, type Instant } from '#values';

export const knownAtExpected =
  'an instant with its offset, such as 2025-03-03T15:00:00Z, behind 1970 and before 2200';

/** The limit up to which doubles distinguish microseconds, as for the dates of all other rows. */
const behindLast = 7_258_118_400_000_000;

/** Undefined for anything else. The epoch itself is reserved for tasks without a time. */
export function parseKnownAt(text: string): Instant | undefined {
  const instant = parseInstant(text, null);
  return instant !== undefined && instant > 0 && instant < behindLast ? instant : undefined;
}

/** Such a time as a member of a line. */
export const knownAtSchema = z.string().transform((text, context) => {
  const instant = parseKnownAt(text);
  if (instant === undefined) context.addIssue(`expected ${knownAtExpected}`);
  return instant ?? z.NEVER;
});
