/** What a solution tells of its question, beside the answer: what the analyses split by, and where the value stands. */

import { z } from 'zod';

/** As `makeQuestions` writes them; unknown members are left out. */
export const questionFactsSchema = z.looseObject({
  category: z.string().default('unknown'),
  region: z.enum(['US', 'non-US', 'unknown']).default('unknown'),
  /** 1 to 12. */
  fiscalYearEndMonth: z.int().min(1).max(12).nullable().default(null),
  yearLabel: z.enum(['start', 'end']).default('end'),
  data: z.enum(['real', 'synthetic']).default('real'),
  periodType: z.string().default('unknown'),
  companyId: z.string().nullable().default(null),
  seriesId: z.string().nullable().default(null),
  /** The full name of the series. */
  series: z.string().default(''),
  /** The labels and days under which the value is stored. */
  storedPeriod: z.string().default(''),
  targetPeriod: z.string().nullable().default(null),
  start: z.iso.date().nullable().default(null),
  end: z.iso.date().nullable().default(null),
});

export type QuestionFacts = z.infer<typeof questionFactsSchema>;
