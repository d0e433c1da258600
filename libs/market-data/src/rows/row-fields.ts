/**
 * The fields of one row by their documented names, whatever the file calls them and however
 * it formats them.
 */

import { excerpt, type CivilDate, type Instant } from '#values';
import type { FactTable } from '../manifest/dataset-manifest.js';
import { defectKinds, rowDefect, type RowDefect } from './row-defect.js';
import { clockColumn } from './column-names.js';
import { dialectOf, type Dialect } from './dialect.js';

export type RawFields = Readonly<Record<string, unknown>>;

export type RowFields = ReturnType<typeof rowFields>;

/**
 * A view of a row. Names that the table maps are looked up under the file's own name. Getters throw
 * `RowDefect` with the field. An empty text and null both mean unknown.
 */
export function rowFields(fields: RawFields, table: FactTable) {
  const dialect = dialectOf(table);
  const { notADate, notATime } = defectKinds;
  const raw = (field: string): unknown => {
    const name = table.columns?.[field] ?? field;
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === null || dialect.isUnknown(value as string) ? undefined : value;
  };
  const optional = <T>(
    field: string,
    parse: (value: unknown) => T | undefined,
    what: string,
  ): T | null => {
    const value = raw(field);
    if (value === undefined) return null;
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    if (what === notADate || what === notATime) throw dialect.unreadable(what, field, value);
    throw rowDefect(what, { field, found: excerpt(value) });
  };
  const required = <T>(field: string, value: T | null): T => {
    if (value === null) throw missing(field);
    return value;
  };
  const withClock = (field: string, value: unknown): string => {
    const time = field === 'timestamp' ? raw(clockColumn) : undefined;
    return time === undefined ? String(value) : `${String(value)} ${String(time)}`;
  };
  const optionalText = (field: string): string | null =>
    optional(field, asText, defectKinds.notAText);
  const optionalNumber = (field: string): number | null => {
    const written = optional(
      field,
      (value) => asNumber(value, dialect.number),
      defectKinds.notANumber,
    );
    return written === null ? null : dialect.ofField(field, written);
  };
  const optionalDate = (field: string): CivilDate | null =>
    optional(field, (value) => dialect.date(String(value)), notADate);
  const optionalInstant = (field: string): Instant | null =>
    optional(field, (value) => inRange(dialect.instant(withClock(field, value))), notATime);
  return {
    /** The raw value of the row; undefined if missing or unknown. */
    raw,
    optionalText,
    optionalNumber,
    optionalDate,
    optionalInstant,
    text: (field: string): string => required(field, optionalText(field)),
    number: (field: string): number => required(field, optionalNumber(field)),
    date: (field: string): CivilDate => required(field, optionalDate(field)),
    /** A date, or a date and time. */
    dateOrInstant: (field: string): { at: Instant } | { on: CivilDate } => {
      const text = required(field, optionalText(field));
      const on = dialect.date(text);
      return on === undefined ? { at: required(field, optionalInstant(field)) } : { on };
    },
  };
}

export function missing(field: string): RowDefect {
  return rowDefect(defectKinds.missing, { field });
}

/** Accepts numbers as text if a file writes ids without quotes. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

function asNumber(value: unknown, parse: Dialect['number']): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' ? parse(value) : undefined;
}

const earliest = -2_208_988_800_000_000;
const latest = 7_258_118_400_000_000;

/** Years 1900 to 2199, as for dates. */
function inRange(instant: Instant | undefined): Instant | undefined {
  return instant !== undefined && instant >= earliest && instant < latest ? instant : undefined;
}
