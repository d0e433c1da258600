/** Tables of a report on market insights: how far the tool results of each run bear its reports out. */

import type { ReportedTasks } from '../tasks/task-workflow.js';
import { evidenceFidelity } from './evidence/evidence-fidelity.js';
import type { InsightsAnswer, InsightsTerms } from './insights-answer.js';
import { reportOf } from './week-measures.js';

const rowsMax = 200;
const text = (title: string) => ({ title, format: 'text' as const });
const number = (title: string) => ({ title, format: 'number' as const });

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
      return score.score === null ? [] : [{ ...score, task }];
    });
    return { run, scores, numbers: scores.flatMap((one) => one.numbers) };
  });
  const rows = scored.flatMap(({ run, scores, numbers }) => {
    const linked = numbers.filter(({ source }) => source !== null).length;
    const mean = scores.reduce((sum, { score }) => sum + score, 0) / scores.length;
    const share = numbers.length === 0 ? null : linked / numbers.length;
    return scores.length === 0 ? [] : [[run, scores.length, mean, numbers.length, share]];
  });
  if (rows.length === 0) return [];
  const invented = scored.flatMap(({ run, scores }) =>
    scores.flatMap(({ task, numbers }) =>
      numbers.flatMap((one) => (one.source === null ? [[run, task, one.line, one.text]] : [])),
    ),
  );
  const shown = `${Math.min(rowsMax, invented.length)} of ${invented.length} numbers are shown.`;
  const columns = [text('Run'), number('Reports'), number('Evidence fidelity'), number('Numbers')];
  return [
    {
      title: 'Evidence',
      text: [
        'Evidence fidelity is a mean, 0 to 5, of what code can check against the recorded tool results.',
      ],
      table: {
        columns: [...columns, { title: 'With a source', format: 'percent' as const }],
        rows,
      },
    },
    {
      title: 'Numbers without a source',
      text: [`Numbers in the prose that no recorded tool result holds. ${shown}`],
      table: {
        columns: [text('Run'), text('Task'), number('Line'), text('Number')],
        rows: invented.slice(0, rowsMax),
      },
    },
  ];
}
