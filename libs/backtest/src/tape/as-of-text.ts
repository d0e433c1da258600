/** An as-of as a user writes it: an instant, or a date. */

import {
  excerpt,
  invalidInput,
  parseCivilDate,
  parseInstant,
  type CivilDate,
  type Instant,
} from '#values';

/** An instant, the session close of a date, or the end of the data. */
export type When = { readonly instant: Instant } | { readonly date: CivilDate } | 'end';

/**
 * Reads an instant with its offset (`2026-01-05T16:00:00-05:00`) or a date (`2026-01-05`), which means its session
 * close; without a text, the end. `InvalidInput` for anything else.
 */
export function parseAsOf(text: string | undefined): When {
  if (text === undefined) return 'end';
  const date = parseCivilDate(text);
  if (date !== undefined) return { date };
  const instant = parseInstant(text, null);
  if (instant !== undefined) return { instant };
  throw invalidInput('not an as-of', {
    where: 'as-of',
    expected: 'a date (2026-01-05) or an instant with its offset (2026-01-05T16:00:00-05:00)',
    found: excerpt(text),
  });
}
