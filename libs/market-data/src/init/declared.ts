/** What the caller knows of the files, in place of guesses. */

import { excerpt, invalidInput } from '#values';
import { priceBases, type PriceBasis } from '#contracts';
import { zoneSchema, type TimestampZone } from '../manifest/dataset-manifest.js';
import { dateFormat } from '../manifest/date-format.js';

/** Options of `data init` and `run --prices`, as texts; each holds for all files. */
export interface DeclaredTexts {
  /** The symbol of files without a symbol column; by default taken from their names. */
  readonly symbol?: string | undefined;
  readonly calendar?: string | undefined;
  readonly dates?: string | undefined;
  /** Names of the members of candles that are lists, as some files of JSON have them. */
  readonly columns?: string | undefined;
  readonly timestampZone?: string | undefined;
  readonly priceBasis?: string | undefined;
}

export interface Declared extends DeclaredTexts {
  readonly timestampZone?: TimestampZone | undefined;
  readonly priceBasis?: PriceBasis | undefined;
  /** Whether daily bars are those of UTC, as the files say from which a file was joined. */
  readonly hasUtcDays?: boolean | undefined;
}

/** Throws `InvalidInput` with the option if a manifest cannot declare the value. */
export function declaredOf(texts: DeclaredTexts): Declared {
  const { dates, timestampZone, priceBasis } = texts;
  if (dates !== undefined && dateFormat(dates) === undefined) {
    throw refused('--dates', 'YYYY, MM (or Mon) and DD with separators, such as DD.MM.YYYY', dates);
  }
  const zone = zoneSchema.optional().safeParse(timestampZone);
  if (!zone.success) {
    const expected =
      'UTC, a zone of the tz database such as Europe/Berlin, or an offset such as -06:00';
    throw refused('--timestamp-zone', expected, timestampZone);
  }
  const basis = priceBases.find((one) => one === priceBasis);
  if (basis !== priceBasis) throw refused('--price-basis', priceBases.join(', '), priceBasis);
  return { ...texts, timestampZone: zone.data, priceBasis: basis };
}

const refused = (where: string, expected: string, found = ''): Error =>
  invalidInput('the option has an unknown value', { where, expected, found: excerpt(found) });
