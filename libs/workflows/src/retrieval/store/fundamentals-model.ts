/**
 * What the fundamentals store holds: companies, their series, and dated values; the schemas of
 * the file format.
 */

import { z } from 'zod';
import { parseInstant, requireCivilDate } from '#values';
import { periodPattern } from './fiscal-period.js';

/**
 * The categories of FinRetrieval (Table 1), by the first pattern that fits the top level (after
 * Appendix E.1).
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

export const levelSeparator = ' | ';

/** By the first level; null where no pattern fits: such a series is never drawn for a question. */
export function categoryOf(path: string): Category | null {
  const [top = ''] = path.split(levelSeparator);
  return categories.find(([, pattern]) => pattern.test(top))?.[0] ?? null;
}

/**
 * Whether values of a unit add up over time: amounts and counts do, ratios, averages and per-share
 * values do not.
 */
export const isAdditive = (unit: string): boolean => /^([A-Z]{3}|units)$/.test(unit);
export const unitPattern = /^([A-Z]{3}( \/ shares)?|ratio|units|shares)$/;

const text = (max: number) => z.string().min(1).max(max);
const id = text(300);
const date = z.iso.date().transform((day) => requireCivilDate(day, 'date'));
const instant = z.iso.datetime({ offset: true }).transform((time) => parseInstant(time) ?? 0);
const period = z.string().regex(periodPattern);
const note = z.string().nullable().default(null);
const flag = z.boolean().default(false);

const companySchema = z.strictObject({
  kind: z.literal('company'),
  /** The country in two letters of ISO 3166-1, the currency by ISO 4217. */
  id,
  ticker: text(32),
  name: text(200),
  country: z.string().regex(/^[A-Z]{2}$/),
  /** US: traded on an exchange of the United States, wherever the company sits. */
  region: z.enum(['US', 'non-US']),
  fiscalYearEndMonth: z.int().min(1).max(12),
  /** Which calendar year names a fiscal year: the one in which it starts, or ends. */
  yearLabel: z.enum(['start', 'end']).default('end'),
  reporting: z.enum(['quarterly', 'half-yearly']).default('quarterly'),
  currency: z.string().regex(/^[A-Z]{3}$/),
  isSynthetic: flag,
});

const seriesSchema = z.strictObject({
  kind: z.literal('series'),
  /** A currency, `ratio`, `units`, `shares`, or a currency per share such as `USD / shares`. */
  id,
  companyId: id,
  path: id,
  unit: z.string().regex(unitPattern),
  /** The unit of the source's table, such as 1000; values here are in ones. */
  scale: z.number().positive().default(1),
  /**
   * Signed where a minus means a loss or an outflow; unsigned where costs and counts
   * are magnitudes.
   */
  sign: z.enum(['signed', 'unsigned']).default('signed'),
});

const pointSchema = z.strictObject({
  kind: z.literal('point'),
  id: id.optional(),
  seriesId: id,
  /**
   * In the company's own fiscal convention. Guidance is about the target, and announced
   * with the period.
   */
  period,
  targetPeriod: period.nullable().default(null),
  /**
   * First and last day of the period; without a first where the value holds at one day, as in a
   * balance sheet.
   */
  start: date.nullable(),
  end: date,
  /**
   * In ones of the series' unit, a ratio as a fraction; the size of its last digit that counts,
   * null if exact.
   */
  value: z.number(),
  precision: z.number().positive().nullable().default(null),
  /** The filing, and its line or tag. */
  knownAt: instant,
  accession: note,
  lineItem: note,
  /**
   * Derived from other values; or tagged by a machine, or at odds with others. Neither is
   * ever asked for.
   */
  isComputed: flag,
  isTagged: flag,
  /** Id of the value that this one replaces. */
  restates: id.nullable().default(null),
});

/** The contents of a line, as an item of its kind. */
export const lineSchema = z.discriminatedUnion('kind', [
  companySchema.transform(({ kind, ...item }) => ({ kind, item })),
  seriesSchema.transform(({ kind, ...one }) => {
    return { kind, item: { ...one, category: categoryOf(one.path) } };
  }),
  pointSchema.transform(({ kind, ...one }) => {
    return { kind, item: { ...one, id: one.id ?? `${one.seriesId} ${one.period}` } };
  }),
]);
export type Line = z.output<typeof lineSchema>;
type Item<K extends Line['kind']> = Readonly<Extract<Line, { kind: K }>['item']>;
export type Company = Item<'company'>;
export type Series = Item<'series'>;
export type Point = Item<'point'>;

/** All that a source has, in any order. */
export interface FundamentalsData {
  readonly companies: readonly Company[];
  readonly series: readonly Series[];
  readonly points: readonly Point[];
}
