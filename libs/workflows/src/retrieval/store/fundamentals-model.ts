/** What the fundamentals store holds: companies, their series, and dated values; the schemas of the file format. */

import { z } from 'zod';
import { parseInstant, requireCivilDate } from '#values';
import { periodPattern } from './fiscal-period.js';

/** The six kinds of figures of the FinRetrieval benchmark, Table 1. */
export const categories = [
  'Income Statement',
  'Balance Sheet',
  'Cash Flow',
  'Operational KPIs',
  'Guidance/Outlook',
  'Segments/Geography',
] as const;
export type Category = (typeof categories)[number];

/** The first pattern that fits the top level of a hierarchy decides (FinRetrieval, Appendix E.1). */
const patterns: readonly (readonly [RegExp, Category])[] = [
  [/guidance|outlook|forecast/i, 'Guidance/Outlook'],
  [/segment|geograph/i, 'Segments/Geography'],
  [/balance sheet|financial position/i, 'Balance Sheet'],
  [/cash flow/i, 'Cash Flow'],
  [/income|profit|gaap|ebitda|earnings/i, 'Income Statement'],
  [/kpi|operat|breakdown/i, 'Operational KPIs'],
];

/** What separates the levels of a series name. */
export const levelSeparator = ' | ';

/** Null where no pattern fits; such a series is never drawn for a question. */
export function categoryOf(path: string): Category | null {
  const [top = ''] = path.split(levelSeparator);
  return patterns.find(([pattern]) => pattern.test(top))?.[1] ?? null;
}

const id = z.string().min(1).max(300);
const date = z.iso.date().transform((text) => requireCivilDate(text, 'date'));
const instant = z.iso.datetime({ offset: true }).transform((text) => parseInstant(text) ?? 0);
const period = z.string().regex(periodPattern, 'a period such as 2023Q1, 2022FY or 2023Q3YTD');

export const companySchema = z.strictObject({
  id,
  ticker: z.string().min(1).max(32),
  name: z.string().min(1).max(200),
  /** ISO 3166-1, two letters. */
  country: z.string().regex(/^[A-Z]{2}$/, 'a country of ISO 3166, two letters'),
  /** US: traded on an exchange of the United States, wherever the company sits. */
  region: z.enum(['US', 'non-US']),
  fiscalYearEndMonth: z.int().min(1).max(12),
  /** Which calendar year names a fiscal year: the one in which it starts or in which it ends. */
  yearLabel: z.enum(['start', 'end']).default('end'),
  reporting: z.enum(['quarterly', 'half-yearly']).default('quarterly'),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'a currency of ISO 4217'),
  isSynthetic: z.boolean().default(false),
});

/** A currency, a currency per share, or a number without one. */
export const unitPattern = /^([A-Z]{3}( \/ shares)?|ratio|units|shares)$/;

export const seriesSchema = z
  .strictObject({
    id,
    companyId: id,
    /** Levels from general to particular: `Income Statement | Revenue | Total`. */
    path: z.string().min(1).max(300),
    unit: z.string().regex(unitPattern, 'a currency, ratio, units, shares or USD / shares'),
    /** What one unit of the source's table stands for (1000 for thousands); values here are in ones. */
    scale: z.number().positive().default(1),
    /** Signed where a minus means a loss or an outflow; unsigned where costs and counts are magnitudes. */
    sign: z.enum(['signed', 'unsigned']).default('signed'),
  })
  .transform((series) => ({ ...series, category: categoryOf(series.path) }));

export const pointSchema = z
  .strictObject({
    id: id.optional(),
    seriesId: id,
    /** In the company's own fiscal convention. Guidance is stored under the period it was announced with. */
    period,
    /** Of guidance: the period that it is about. Null for what has happened. */
    targetPeriod: period.nullable().default(null),
    /** First day; null where the value holds at one day, as in a balance sheet. */
    start: date.nullable(),
    end: date,
    /** In ones of the series' unit; a ratio as a fraction. */
    value: z.number(),
    /** The size of the last digit that counts, in the unit of the value; null where the value is exact. */
    precision: z.number().positive().nullable().default(null),
    knownAt: instant,
    /** The filing that it comes from. */
    accession: z.string().nullable().default(null),
    /** The line or tag of the filing. */
    lineItem: z.string().nullable().default(null),
    /** Derived from other values, by no filing: never asked for. */
    isComputed: z.boolean().default(false),
    /** Tagged by a machine and checked by nobody, or at odds with other values: never asked for. */
    isTagged: z.boolean().default(false),
    /** The id of the value that this one replaces. */
    restates: id.nullable().default(null),
  })
  .transform(({ id: own, ...point }) => ({
    id: own ?? `${point.seriesId} ${point.period}`,
    ...point,
  }));

export type Company = Readonly<z.output<typeof companySchema>>;
export type Series = Readonly<z.output<typeof seriesSchema>>;
export type Point = Readonly<z.output<typeof pointSchema>>;

/** All that a source has, in no order. */
export interface FundamentalsData {
  readonly companies: readonly Company[];
  readonly series: readonly Series[];
  readonly points: readonly Point[];
}

/** Whether values of the unit may be added over time: amounts and counts may, ratios and averages not. */
export const isAdditive = (unit: string): boolean => /^[A-Z]{3}$|^units$/.test(unit);
