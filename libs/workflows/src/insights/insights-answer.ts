/** The terms of a market insights scenario, and the form of an answer. */

import { z } from 'zod';
import { weeklyReportsSchema } from '#contracts/scenario/weekly-reports';
import { fridayAfter, reportOf } from './report/week-measures.js';
import { ratingPolicies, ratings, type RatingPolicyName } from './report/money.js';

const reportCharsMax = 200_000;

export const policyNames = Object.keys(ratingPolicies) as [RatingPolicyName, ...RatingPolicyName[]];
export const insightsTerms = z.strictObject({
  /** Window and symbols of the scenario. */
  reports: weeklyReportsSchema,
  /** How ratings become positions. */
  policy: z.enum(policyNames).default('insights-paper'),
});
export type InsightsTerms = z.infer<typeof insightsTerms>;

export const insightsAnswer = z.strictObject({
  rating: z.enum(ratings),
  /** Markdown; left out where only the rating counts. */
  report: z.string().min(1).max(reportCharsMax).optional(),
});
export type InsightsAnswer = z.infer<typeof insightsAnswer>;

/** A line of a script: a rating, with a report or without. */
export const ratingLine = {
  schema: z
    .strictObject({
      date: z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'YYYY-MM-DD'),
      symbol: z.string().min(1).max(32),
      ...insightsAnswer.shape,
    })
    .transform(({ date, symbol, ...answer }) => {
      return { task: `${symbol}-${date}`, answer: answer as Readonly<Record<string, string>> };
    }),
  /** A report on the Friday of a week whose last session is before it. */
  otherTasks: (task: string): readonly string[] => {
    const { symbol, date } = reportOf(task);
    const other = fridayAfter(date);
    return other === null ? [] : [`${symbol}-${other}`];
  },
  expected: 'the date of a report, its symbol, a rating, perhaps the report, and nothing else',
};
