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

/** What a section may contain besides its table. */
export const sectionPictures = {
  radar: radarSchema.optional(),
  priceMarks: priceMarksSchema.optional(),
  calculationTrees: calculationTreesSchema.optional(),
  logicTrees: logicTreesSchema.optional(),
};

export type Radar = z.infer<typeof radarSchema>;
export type PriceMarks = z.infer<typeof priceMarksSchema>[number];
export type CalculationTree = z.infer<typeof calculationTreesSchema>[number];
export type LogicTreePicture = z.infer<typeof logicTreesSchema>[number];
