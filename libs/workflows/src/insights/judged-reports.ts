/**
 * How weekly reports are put before judges: without the name of their author, with what
 * they may rest on.
 */

import { canonicalJson } from '#values';
import { authorOf, evidenceOf, resultsOf, without } from '../judging/shown-to-judges.js';
import type { Author } from '../judging/text/named-author.js';
import type { JudgedAnswer, JudgedWork } from '../workflow/workflow.js';
import type { JudgedTasks } from '../tasks/task-workflow.js';
import type { InsightsAnswer, InsightsTerms } from './insights-answer.js';
import { parseReport } from './report/parse-report.js';
import { scoresOfReport } from './report/score-report.js';
import { reportOf } from './report/week-measures.js';

type Run = JudgedTasks<InsightsAnswer, never, InsightsTerms>;

/**
 * The two scores that code cannot give. Source: HERCULEAN's report evaluation, in words of our own.
 */
const rules = `Rules insights-rules-1. Each score starts at 5 and goes down to 0; deductions may be fractions.

evidence_fidelity: whether what the report says happened is in the evidence. The evidence is what the author's tools
returned, and the metrics are what code computed from the prices of that time.
- 0.75 less for each news claim that the evidence does not have.
- 1 less for each wrong date or type of a filing.
- 0.5 less for each old filing that is told as news of the week.
- 0.25 to 0.5 less for each paraphrase that says more, or less, than its source.
- At most 1 where the report clearly knows something that became public after its date.
- At most 2 where it invents an event that would move the price.

reasoning_quality: whether the conclusions follow from what the report shows.
- 1 less for a thesis that does not follow from the evidence.
- 1 less for an extreme rating, STRONG_BUY or STRONG_SELL, that the text does not support.
- 0.75 less for risks that could stand in any report.
- 0.75 less for price targets.
- 1 less for each contradiction in the evidence that the report passes over.
`;

export const judgedReports: JudgedWork<Run> = {
  dimensions: ['evidence_fidelity', 'reasoning_quality'],
  most: 5,
  money: 'cumulativeReturn',
  answersOf: (run) =>
    [...run.answers].flatMap(([task, { rating, report }]): JudgedAnswer[] => {
      if (report === undefined) return [];
      const { symbol, date } = reportOf(task);
      const known = scoresOfReport(report, task, run.measured);
      const { metrics } = run.measured.get(task) as { metrics: unknown };
      const author = authorOf(run.plan.agent);
      const trace = run.traceOf(task);
      const asked = [symbol, canonicalJson(metrics)];
      return [
        {
          task,
          words: report.split(/\s+/).filter(Boolean).length,
          known: {
            quantitative_alignment: known.quantitativeAlignment,
            structure_and_format: known.structureAndFormat,
            metadata_accuracy: known.metadataAccuracy,
          },
          world: () => [...asked, ...resultsOf(trace, author)],
          caps: known.quantitativeAlignment <= 2 ? { reasoning_quality: 3 } : {},
          instruction:
            `Judge the weekly report on ${symbol} for the week that ended on ${date}; its rating ` +
            `is ${rating}. Of the texts, report is what you judge; metrics are those of the week ` +
            'as code computed them; evidence is what the author’s tools returned.',
          texts: {
            report: withoutHeader(report, author),
            rules,
            metrics: canonicalJson(metrics),
            evidence: evidenceOf(trace, author, asked),
          },
        },
      ];
    }),
};

/**
 * The report with the names of its author withheld in the line of its header that has
 * to name a model.
 */
function withoutHeader(report: string, { agent, model: asked }: Author): string {
  const { model } = parseReport(report);
  const provided = asked ?? '';
  const names = [model?.value ?? '', provided, provided.slice(provided.indexOf('/') + 1), agent];
  return report
    .split('\n')
    .map((line, at) => (at + 1 === model?.line ? names.reduce(without, line) : line))
    .join('\n');
}
