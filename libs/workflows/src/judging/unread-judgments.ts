/** Judgments by judges that never read what they judged. */

import type { ReportSection } from '#contracts/result/result';
import type { ReportedTasks } from '../tasks/task-workflow.js';
import { tableSection } from '../workflow/report-section.js';

type JudgedRun = Pick<
  ReportedTasks<unknown, unknown, unknown>,
  'answers' | 'asked' | 'plan' | 'traces'
>;

/**
 * Judges that see a text only by reading it with a tool; others are handed all texts
 * with the question.
 */
const readers: ReadonlySet<string> = new Set(['llm', 'mcp']);

/**
 * How many judgments of each judge were given without one successful reading of the judged text,
 * the first of the task. Empty if there is none.
 */
export function unreadSection(runs: ReadonlyMap<string, JudgedRun>): ReportSection[] {
  const rows = [...runs].flatMap(([judge, run]) => {
    const unread = unreadIn(run);
    return unread === 0 ? [] : [[judge, run.answers.size, unread]];
  });
  if (rows.length === 0) return [];
  return [
    tableSection(
      'Judgments without reading',
      'Judge|#Judgments|#Unread',
      rows,
      'A judge read nothing of the answer before it judged: no call of read_input for it was ' +
        'answered. Such judgments count in all tables, and say nothing of the answers.',
    ),
  ];
}

function unreadIn({ answers, asked, plan, traces }: JudgedRun): number {
  if (!readers.has(plan.agent.kind)) return 0;
  const judged = asked.filter(({ id }) => answers.has(id));
  return judged.filter(({ asOf, inputs }) => {
    const calls = traces.get(asOf)?.calls ?? [];
    const [text] = inputs;
    if (calls.length === 0 || text === undefined) return false;
    return !calls.some(
      ({ tool, args, error }) =>
        tool === 'read_input' && error === null && nameIn(args) === text.name,
    );
  }).length;
}

const nameIn = (args: unknown): unknown =>
  typeof args === 'object' && args !== null && 'name' in args ? args.name : undefined;
