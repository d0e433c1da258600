/** What the fundamentals store holds: companies, their series, and dated values; the schemas of the file format. */

import { z } from 'zod';
import { parseInstant, requireCivilDate } from '#values';
import { periodPattern } from './fiscal-period.js';

/**
 * The six categories of FinRetrieval (Table 1), each with the pattern for the top level of a hierarchy that belongs to
 * it (after Appendix E.1); the first one that fits counts.
 */
const categories = [
  ['Guidance/Outlook', /guidance|outlook|forecast/i],
  ['Segments/Geography', /segment|geograph/i],
  ['Balance Sheet', /balance sheet|financial position/i],
  ['Cash Flow', /cash flow/i],
  ['Income Statement', /income|profit|gaap|ebitda|earnings/i],
  ['Operational KPIs', /kpi|operat|breakdown/i],
] as const;
export type Category = (typeof categories)[number][0];

/** What separates the levels of a series name. */
export const levelSeparator = ' | ';

/** Null where no pattern fits: such a series is never drawn for a question. */
export function categoryOf(path: string): Category | null {
  const [top = ''] = path.split(levelSeparator);
  return categories.find(([, pattern]) => pattern.test(top))?.[0] ?? null;
}

/** Whether values of a unit add up over time: amounts and counts do, ratios, averages and per-share values do not. */
export const isAdditive = (unit: string): boolean => /^([A-Z]{3}|units)$/.test(unit);
export const unitPattern = /^([A-Z]{3}( \/ shares)?|ratio|units|shares)$/;

const id = z.string().min(1).max(300);
const date = z.iso.date().transform((text) => requireCivilDate(text, 'date'));
const instant = z.iso.datetime({ offset: true }).transform((text) => parseInstant(text) ?? 0);
const period = z.string().regex(periodPattern);

export const companySchema = z.strictObject({
  id,
  ticker: z.string().min(1).max(32),
  name: z.string().min(1).max(200),
  /** ISO 3166-1, two letters. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** US: traded on an exchange of the United States, wherever the company sits. */
  region: z.enum(['US', 'non-US']),
  fiscalYearEndMonth: z.int().min(1).max(12),
  /** Which calendar year names a fiscal year: the one in which it starts, or ends. */
  yearLabel: z.enum(['start', 'end']).default('end'),
  reporting: z.enum(['quarterly', 'half-yearly']).default('quarterly'),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  isSynthetic: z.boolean().default(false),
});

export const seriesSchema = z
  .strictObject({
    id,
    companyId: id,
    /** From general to particular: `Income Statement | Revenue | Total`. */
    path: z.string().min(1).max(300),
    /** A currency, `ratio`, `units`, `shares`, or a currency per share such as `USD / shares`. */
    unit: z.string().regex(unitPattern),
    /** What a one in the source's table stands for, such as 1000; values here are in ones. */
    scale: z.number().positive().default(1),
    /** Signed where a minus means a loss or an outflow; unsigned where costs and counts are magnitudes. */
    sign: z.enum(['signed', 'unsigned']).default('signed'),
  })
  .transform((series) => ({ ...series, category: categoryOf(series.path) }));

export const pointSchema = z
  .strictObject({
    id: id.optional(),
    seriesId: id,
    /** In the company's own fiscal convention; of guidance, the period that it was announced with. */
    period,
    /** Of guidance, the period that it is about; null for what has happened. */
    targetPeriod: period.nullable().default(null),
    /** First day of `period`; null where the value holds at one day, as in a balance sheet. */
    start: date.nullable(),
    end: date,
    /** In ones of the series' unit; a ratio as a fraction. */
    value: z.number(),
    /** Size of the last digit that counts, in the unit of the value; null where it is exact. */
    precision: z.number().positive().nullable().default(null),
    knownAt: instant,
    accession: z.string().nullable().default(null),
    /** The line or tag of the filing. */
    lineItem: z.string().nullable().default(null),
    /** Derived from other values. Such a value is never asked for, nor is a tagged one. */
    isComputed: z.boolean().default(false),
    /** Tagged by a machine and checked by nobody, or at odds with other values. */
    isTagged: z.boolean().default(false),
    /** Id of the value that this one replaces. */
    restates: id.nullable().default(null),
  })
  .transform((point) => ({ ...point, id: point.id ?? `${point.seriesId} ${point.period}` }));

export type Company = Readonly<z.output<typeof companySchema>>;
export type Series = Readonly<z.output<typeof seriesSchema>>;
export type Point = Readonly<z.output<typeof pointSchema>>;

/** All that a source has, in any order. */
export interface FundamentalsData {
  readonly companies: readonly Company[];
  readonly series: readonly Series[];
  readonly points: readonly Point[];
}
