/** Verdicts of judges and people on answers of retrieval that code leaves undecided. */

import { shareFigure } from '#metrics/sample/figure';
import type { ReportSection } from '#contracts/result/result';
import { unreadSection } from '../../judging/unread-judgments.js';
import { judgeDefaults } from '../../tasks/agent-defaults.js';
import { fromOutside, promptsOf } from '../../tasks/task-prompts.js';
import { taskWorkflow, type ReportedTasks } from '../../tasks/task-workflow.js';
import { listSection, tableSection } from '../../workflow/report-section.js';
import {
  undecidedAnswer,
  verdictSchema,
  verdictStage,
  verdictTerms,
  type UndecidedAnswer,
} from './verdict-stage.js';
import type { z } from 'zod';

/** After FinRetrieval, appendix C. */
const intro = `You decide whether an answer to a financial question gives the expected value.

Read the texts of the task with read_input before you decide: answer is what you judge, expected has the true value, in
ones, and question is what was asked. Then submit your verdict with the tool submit_answer. Only a submission counts: a
verdict in the text of your response is none.

# 1. Take the number of the answer

- Several values: the one for the period and the unit of the question. A table counts before prose. Of a precise and a
  rounded value, the one as precise as the question asks.
- Sign: brackets are a minus sign, as are words such as outflow, decline, loss or decrease where the question asks about
  one: "£13.5 million (cash outflow)" is -13.5 million.
- Scale: 13.359 million is 13,359 thousand. A percent is a hundredth.
- An answer that guesses, declines, or commits to no value gives none.

# 2. Compare it with the expected value

The answer is right if its value in ones is the expected one to its last digit, in the same currency, for the same
period and the same figure. It is wrong otherwise; why then says what differs, in one sentence.

${fromOutside('answer')}`;

type Judgment = z.infer<typeof verdictSchema>;
type Judged = ReportedTasks<Judgment, UndecidedAnswer, z.infer<typeof verdictTerms>>;

/** A file of verdicts is written by people, and everything else judges by itself. */
const isPerson = ({ plan }: Pick<Judged, 'plan'>): boolean => plan.agent.kind === 'script';

export const retrievalVerdicts = taskWorkflow({
  name: verdictStage.workflow,
  terms: verdictTerms,
  answer: verdictSchema,
  solution: undecidedAnswer,
  prompts: promptsOf('retrieval-verdict-1', intro),
  agentDefaults: judgeDefaults,
  score: ({ answers, due }) => {
    const right = [...answers.values()].filter((verdict) => verdict.right).length;
    return {
      judged: shareFigure(answers.size, due, 'nothing was undecided'),
      right: shareFigure(right, answers.size, 'nothing was judged'),
    };
  },
  sections: (runs) => [...accuracySection(runs), ...verdictSection(runs), ...unreadSection(runs)],
});

/** Accuracy of each run with the verdicts of each judge, beside those of code. */
function accuracySection(runs: ReadonlyMap<string, Judged>): ReportSection[] {
  const rows = [...runs].flatMap(([judge, { answers, solutions, ...run }]) => {
    const judged = [...(solutions ?? [])].map(([id, solution]) => {
      return { run: solution.run, right: answers.get(id)?.right ?? null };
    });
    const [first] = solutions?.values() ?? [];
    return (first?.runs ?? []).map(({ agent, run: label, due, right, undecided }) => {
      const ofRun = judged.filter((one) => one.run === label);
      const byJudge = ofRun.filter((one) => one.right === true).length;
      const wrong = ofRun.filter((one) => one.right === false).length;
      const open = undecided - byJudge - wrong;
      const by = isPerson({ plan: run.plan }) ? 'person' : 'judge';
      const counts = [due, right, byJudge, wrong, open];
      const all = right + byJudge;
      return [agent, label, judge, by, ...counts, all / due, (all + open) / due];
    });
  });
  if (rows.length === 0) return [];
  return [
    tableSection(
      'Accuracy with verdicts',
      'Configuration|Run|Judge|By|#Of|#Right by code|#Right by judge|#Wrong by judge|#Undecided' +
        '|%Accuracy|%At most',
      rows,
      'Code decides what it reads completely; judges and people decide only what it leaves ' +
        'open. What nobody decided counts as wrong, and as right in the last column.',
    ),
  ];
}

function verdictSection(runs: ReadonlyMap<string, Judged>): ReportSection[] {
  const rows = [...runs].flatMap(([judge, { answers, solutions, plan }]) =>
    [...answers].flatMap(([id, { right, why }]) => {
      const solution = solutions?.get(id);
      if (solution === undefined) return [];
      const { agent, task, answer } = solution;
      const by = isPerson({ plan }) ? 'person' : 'judge';
      const verdict = right ? 'right' : 'wrong';
      return [[agent, task, answer.slice(0, 200), solution.why, judge, by, verdict, why]];
    }),
  );
  if (rows.length === 0) return [];
  const heads = 'Configuration|Task|Answer|Left open by code|Judge|By|Verdict|Why';
  const text = 'Verdicts on answers that code left open, for people to check:';
  return [listSection('Verdicts', heads, rows, text)];
}
