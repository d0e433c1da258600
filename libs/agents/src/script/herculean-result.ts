/**
 * Common parts of HERCULEAN's result files: their names, their records by date, and their errors.
 */

import { excerpt, invalidInput, requireCivilDate } from '#values';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { valueAt } from '#contracts/parsing/value-at';
import { z } from 'zod';

/** A run stays `in_progress` until it is closed. */
const resultStatuses = ['in_progress', 'completed', 'partial'] as const;
export type ResultStatus = (typeof resultStatuses)[number];

/** A member of the format that is never read. */
export const resultMember = z.string().optional();
export const resultRecordsMax = 1_000_000;

/** Members that every record has. */
interface DatedRecord {
  readonly date: string;
  readonly recommended_action: string;
}

/** A price as an agent gave it: a positive number; anything else is ignored. */
export const priceFrom = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

/** A part of a file's name. Every character other than letters, digits, `-` and `_` becomes `_`. */
export const namePart = (text: string): string => text.replace(/[^A-Za-z0-9_-]/gu, '_');

/** The last part of a file's name. */
export const modelPart = (model: string): string => namePart(model).toLowerCase();

/** `records` with `record` in its place by date; it replaces the one of the same date. */
export function withRecord<R extends DatedRecord>(records: readonly R[], record: R): R[] {
  const others = records.filter(({ date }) => date !== record.date);
  return [...others, record].sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** The span of records that are in order, as the files state it. */
export function spanOf(records: readonly DatedRecord[]): { start_date: string; end_date: string } {
  return { start_date: records[0]?.date ?? '', end_date: records.at(-1)?.date ?? '' };
}

/** The text of a file: JSON with an indent of two. */
export const resultText = (result: object): string => `${JSON.stringify(result, null, 2)}\n`;

/** A format of results. */
interface ResultFormat<T> {
  readonly schema: z.ZodType<T>;
  /** `a HERCULEAN trading result`. */
  readonly what: string;
}

/**
 * Parses a result. An `InvalidInput` error names `file`, the member, what was expected there and
 * what was found; invalid dates, and two records of one date, are such errors.
 */
export function parseResult<T extends { readonly recommendations: readonly DatedRecord[] }>(
  value: unknown,
  file: string,
  { schema, what }: ResultFormat<T>,
): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw schemaFailure(parsed.error, value, { file, what });
  requireOneOfEachDate(parsed.data.recommendations, file);
  return parsed.data;
}

/** The JSON of a result file. `InvalidInput` if it is malformed. */
export function resultJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw invalidInput('not JSON', {
      where: file,
      expected: 'a HERCULEAN result',
      found: cause instanceof Error ? excerpt(cause.message, 120) : 'something else',
      cause,
    });
  }
}

function schemaFailure(
  error: z.ZodError,
  value: unknown,
  { file, what }: { readonly file: string; readonly what: string },
): Error {
  const issue = error.issues[0] as z.core.$ZodIssue;
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const member = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
  const found = valueAt(value, path);
  return invalidInput(`not ${what}`, {
    where: member === '' ? file : `${file}: ${member}`,
    expected: expectedOf(issue),
    found: found === undefined ? 'nothing' : excerpt(found),
  });
}

function requireOneOfEachDate(records: readonly DatedRecord[], file: string): void {
  const dates = new Set<string>();
  for (const [index, { date }] of records.entries()) {
    const where = `${file}: recommendations[${index}]`;
    requireCivilDate(date, `${where}.date`);
    if (dates.has(date)) {
      throw invalidInput('a second record for the same date', {
        where,
        expected: 'one record for each date',
        found: `${excerpt(date)} again`,
      });
    }
    dates.add(date);
  }
}
