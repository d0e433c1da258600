/** The page beside an evaluation: HERCULEAN's headings and tables, whatever the JSON holds. */

import { expect, it } from 'vitest';
import { evaluationPage } from './evaluation-page.js';

const evaluation = {
  symbol: 'TSLA',
  model: 'm',
  evaluation_date: '2026-02-01',
  rubric_version: 'v1',
  reports_evaluated: 1,
  overall_assessment: 'Sound.',
  run_metrics: { rating_distribution: { BUY: 1 }, hit_rate_5d: 0.666666, n_with_full_horizons: 1 },
  consistent_strengths: ['sourced | dated'],
  per_report: [
    {
      report_date: '2026-01-02',
      filename: 'a.md',
      extracted: { rating: 'BUY', parse_warnings: ['no date'] },
      scores: { quantitative_alignment: 4.75, structure_and_format: 5, reasoning_quality: null },
      forward_performance: { horizons: { '5': 0.0123456 }, rating_outcome_5d: 'hit' },
      notes: 'Fine.',
    },
  ],
};

it('has the tables of the run and of its reports', () => {
  const page = evaluationPage(evaluation);
  const lines = page.split('\n');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# Report Evaluation: TSLA',
    '## 1. Overall Assessment',
    '## 2. Run Metrics',
    '## 3. Strengths and Weaknesses',
    '### Consistent Strengths',
    '### Consistent Weaknesses',
    '## 4. Per-Report Scorecard',
    '## 5. Per-Report Notes',
    '### 2026-01-02 — a.md',
    '## 6. Artifact Details',
  ]);
  for (const line of [
    '**Model:** m | **Evaluation Date:** 2026-02-01',
    '**Rubric:** v1 | **Reports Evaluated:** 1',
    'Sound.',
    '| Rating Distribution | {"BUY": 1} |',
    '| Hit Rate 5D | 0.6667 |',
    '| Hit Rate 20D | N/A |',
    '- sourced \\| dated',
    '- None recorded.',
    '| 2026-01-02 | BUY | 4.88 | 4.75 | 5 | N/A | N/A | N/A | hit | N/A |',
    '- **Forward Returns:** {"5": 0.0123456}',
    '- **Notes:** Fine.',
    '- **Parse Warnings:** ["no date"]',
  ]) {
    expect(lines).toContain(line);
  }
});

it.each([{}, { per_report: [null, 1, 'a', [], { scores: 5 }], run_metrics: [] }])(
  'is written of %j',
  (body) => {
    expect(evaluationPage(body)).toContain('# Report Evaluation: N/A\n');
  },
);
