/** Tables of a report on market insights: how far the tool results of each run bear its reports out. */

import { meanOf } from '#metrics/return-sample';
import { tableSection } from '../report-section.js';
import type { ReportedTasks } from '../tasks/task-workflow.js';
import { evidenceFidelity } from './evidence/evidence-fidelity.js';
import type { InsightsAnswer, InsightsTerms } from './insights-answer.js';
import { reportOf } from './week-measures.js';

const rowsMax = 200;

/** Of runs with a report and recorded calls; none where there is no such run. */
export function evidenceSections(
  runs: ReadonlyMap<string, ReportedTasks<InsightsAnswer, never, InsightsTerms>>,
) {
  const scored = [...runs].map(([run, { answers, asked, traces }]) => {
    const scores = asked.flatMap(({ id: task, asOf }) => {
      const report = answers.get(task)?.report;
      if (report === undefined) return [];
      const calls = traces.get(asOf)?.calls ?? [];
      const score = evidenceFidelity(report, { ...reportOf(task), calls });
      if (score.score === null) return [];
      const numbers = score.numbers.map((number) => ({ ...number, task }));
      return [{ score: score.score, numbers }];
    });
    return { run, scores, numbers: scores.flatMap((one) => one.numbers) };
  });
  const rows = scored.flatMap(({ run, scores, numbers }) => {
    const linked = numbers.filter(({ source }) => source !== null).length;
    const mean = meanOf(scores.map(({ score }) => score));
    const share = numbers.length === 0 ? null : linked / numbers.length;
    return scores.length === 0 ? [] : [[run, scores.length, mean, numbers.length, share]];
  });
  const blind = scored.filter(({ scores }) => scores.length === 0).map(({ run }) => run);
  const unchecked =
    blind.length === 0 ? [] : [`Without a tool call nothing can be checked: ${blind.join(', ')}.`];
  if (rows.length === 0) return [];
  const invented = scored.flatMap(({ run, numbers }) =>
    numbers
      .filter(({ source }) => source === null)
      .map(({ task, line, text }) => [run, task, line, text]),
  );
  const shown = `${Math.min(rowsMax, invented.length)} of ${invented.length} numbers are shown.`;
  return [
    tableSection(
      'Evidence',
      'Run|#Reports|#Evidence fidelity|#Numbers|%With a source',
      rows,
      'Evidence fidelity is a mean, 0 to 5, of what code can check against the recorded tool results; judges score ' +
        'the rest. Numbers are those of the prose, without the table of metrics.',
      ...unchecked,
    ),
    tableSection(
      'Numbers without a source',
      'Run|Task|#Line|Number',
      invented.slice(0, rowsMax),
      `Numbers in the prose that no recorded tool result holds. ${shown}`,
    ),
  ];
}
