/** Figures for a section of a report, as data. */

import { z } from 'zod';

/** Values on axes around a center, which is 0 on each. */
export const radarSchema = z.strictObject({
  axes: z
    .array(z.strictObject({ title: z.string(), max: z.number().positive() }))
    .min(3)
    .max(12)
    .describe('Each axis runs from 0 at the center to `max` at the rim.'),
  series: z
    .array(z.strictObject({ title: z.string(), values: z.array(z.number().nullable()) }))
    .max(8)
    .describe('One value per axis; null leaves a gap.'),
});

/** Which way a mark points: a triangle up, a triangle down, a dot. */
export const markTones = ['up', 'down', 'flat'] as const;

export const pricePointsMax = 400;
export const pricePicturesMax = 20;

const date = z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'YYYY-MM-DD');

/** Price lines, marked with statements made along the way. */
export const priceMarksSchema = z
  .array(
    z.strictObject({
      title: z.string(),
      points: z
        .array(z.tuple([date, z.number()]))
        .min(1)
        .max(pricePointsMax)
        .describe('Prices by date, ascending.'),
      marks: z
        .array(
          z.strictObject({
            date,
            label: z.string().describe('Its label in the legend.'),
            tone: z.enum(markTones),
            text: z.string().describe('Tooltip.'),
          }),
        )
        .describe('In any order; one before the first point or after the last is not drawn.'),
    }),
  )
  .max(pricePicturesMax);

export const calculationTreesMax = 12;

/** Totals and their components. */
export const calculationTreesSchema = z
  .array(
    z.strictObject({
      title: z.string(),
      text: z.string().describe('The result of the calculation, in words.'),
      nodes: z
        .array(
          z.strictObject({
            depth: z.int().min(0).max(16),
            label: z.string(),
            weight: z.string().nullable().describe('Null for a node without a parent.'),
            value: z.string().nullable().describe('A decimal number; null if missing.'),
          }),
        )
        .min(1)
        .max(501)
        .describe('In preorder: each node before its children, which are one level deeper.'),
    }),
  )
  .max(calculationTreesMax);

export const logicTreesMax = 12;

/** Texts with the arguments and the evidence found in them. */
const logicTreesSchema = z
  .array(
    z.strictObject({
      title: z.string(),
      report: z.string().describe('The text that contains the nodes.'),
      nodes: z
        .array(
          z.strictObject({
            depth: z.int().min(0).max(100),
            kind: z.enum(['argument', 'evidence']),
            from: z.int().nonnegative().describe('Index of its first character in the report.'),
            to: z.int().nonnegative().describe('Index after its last character.'),
            supported: z
              .boolean()
              .nullable()
              .describe('Whether the nodes below support it; null if not judged.'),
          }),
        )
        .min(1)
        .max(20_000)
        .describe('In preorder: each node before its children, which are one level deeper.'),
    }),
  )
  .max(logicTreesMax);

/** Values that a reader looks for first. */
export const tilesSchema = z
  .array(
    z.strictObject({
      title: z.string(),
      value: z.number().nullable().describe('Null if it is undefined.'),
      format: z.enum(['number', 'percent']),
      note: z.string().optional().describe('Shown below the value.'),
    }),
  )
  .max(12);

export const curveDatesMax = 5000;

const ascendingDates = z
  .array(date)
  .min(1)
  .max(curveDatesMax)
  .refine((dates) => dates.every((one, at) => at === 0 || dates[at - 1]! < one), 'ascending dates');

/** Lines over one axis of dates. */
export const curvesSchema = z
  .array(
    z
      .strictObject({
        title: z.string(),
        format: z.enum(['number', 'percent']),
        dates: ascendingDates,
        lines: z
          .array(z.strictObject({ title: z.string(), values: z.array(z.number().nullable()) }))
          .min(1)
          .max(8)
          .describe('One value a date; null leaves the date out of the line.'),
      })
      .refine(
        ({ dates, lines }) => lines.every(({ values }) => values.length === dates.length),
        'one value a date in each line',
      ),
  )
  .max(pricePicturesMax);

/** Prices of periods. */
export const candlesSchema = z
  .array(
    z
      .strictObject({
        title: z.string(),
        dates: ascendingDates.describe('The last day of each period, ascending.'),
        bars: z
          .array(z.tuple([z.number(), z.number(), z.number(), z.number()]))
          .describe('Open, high, low and close, one of each a date.'),
      })
      .refine(({ dates, bars }) => bars.length === dates.length, 'one bar a date'),
  )
  .max(pricePicturesMax);

/** What a section may contain besides its table. */
export const sectionPictures = {
  tiles: tilesSchema.optional(),
  curves: curvesSchema.optional(),
  candles: candlesSchema.optional(),
  radar: radarSchema.optional(),
  priceMarks: priceMarksSchema.optional(),
  calculationTrees: calculationTreesSchema.optional(),
  logicTrees: logicTreesSchema.optional(),
};

export type Tiles = z.infer<typeof tilesSchema>;
export type Curves = z.infer<typeof curvesSchema>[number];
export type Candles = z.infer<typeof candlesSchema>[number];
export type Radar = z.infer<typeof radarSchema>;
export type PriceMarks = z.infer<typeof priceMarksSchema>[number];
export type CalculationTree = z.infer<typeof calculationTreesSchema>[number];
export type LogicTreePicture = z.infer<typeof logicTreesSchema>[number];
