/** Scores of the reports of a run by code, as means over the reports that came. */

import type { Figure } from '#metrics/figure';
import type { WeeklyMetrics } from '#tools';
import { parseReport } from './report/parse-report.js';
import {
  metadataAccuracy,
  quantitativeAlignment,
  structureAndFormat,
} from './report/score-report.js';
import type { InsightsAnswer } from './insights-answer.js';
import { reportOf } from './week-measures.js';

export const reportScoreNames = [
  'quantitativeAlignment',
  'structureAndFormat',
  'metadataAccuracy',
] as const;

/** The three scores of one report, each from 0 to 5. */
export function scoresOfReport(
  report: string,
  task: string,
  measured: ReadonlyMap<string | null, unknown>,
) {
  const parsed = parseReport(report);
  const { metrics } = measured.get(task) as { metrics: WeeklyMetrics | null };
  const file = { ...reportOf(task), model: parsed.model?.value ?? '' };
  return {
    quantitativeAlignment: quantitativeAlignment(parsed, metrics).score,
    structureAndFormat: structureAndFormat(parsed).score,
    metadataAccuracy: metadataAccuracy(parsed, file).score,
  };
}

/** Each from 0 to 5. Nothing here says which model wrote a report, so its header only has to name one. */
export function reportScores({
  answers,
  measured,
}: {
  readonly answers: ReadonlyMap<string, InsightsAnswer>;
  readonly measured: ReadonlyMap<string | null, unknown>;
}): readonly (readonly [name: string, figure: Figure])[] {
  const scores = [...answers].flatMap(([task, { report }]) => {
    return report === undefined ? [] : [scoresOfReport(report, task, measured)];
  });
  return reportScoreNames.map((name) => {
    if (scores.length === 0) return [name, { value: null, reason: 'no answer has a report' }];
    return [name, { value: scores.reduce((sum, one) => sum + one[name], 0) / scores.length }];
  });
}
