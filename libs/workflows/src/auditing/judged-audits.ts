/**
 * How audits are put before judges: a pair of values with its reasoning, or prose, and what
 * it may rest on.
 */

import { canonicalJson } from '#values';
import { authorOf, evidenceOf, resultsOf } from '../judging/shown-to-judges.js';
import type { JudgedTasks } from '../tasks/task-workflow.js';
import type { JudgedAnswer, JudgedWork } from '../workflow/workflow.js';
import type { AuditOrProse, AuditSolution, AuditTerms } from './audit-answer.js';
import { verdictOn } from './audit-verdict.js';
import { checkNames } from './checks/audit-classes.js';

const rules = `Rules auditing-rules-2. Three checks, one after the other. A check scores 1 where the answer passes it, and 0
where it fails. After the first failure the others are not made: they score 0.

structure: whether the answer is a valid pair of values.
- 1 for two numbers as XBRL writes them, or null and null where the filing was not found.
- 0 for prose, for one value, and for values that are no numbers.

extraction: whether the reported value is that of the filing.
- 1 where it is the first fact that get_facts returned for the concept and period of the case, whatever its spelling; 0
  where no fact matches; null where the filing was not found.
- 0 where it is of another concept, period or filing, or no result of a tool has it.

calculation: whether the calculated value follows from the filing's own calculation network, exactly.
- 1 for the weighted sum of the children; else what the parent leaves beside the siblings, and 0 where one of these is
  missing; else the reported value. Its sign is corrected as the balance of the concept says.
- 0 for every other number, however near.

What an answer says of its reasoning passes no check: only results of tools do.
`;

const earlierRules = `Rules auditing-rules-1. Each score is a fraction from 0 to 1.

extraction: whether the reported value is that of the filing.
- 1 where it is the first fact that get_facts returned for the concept and period, whatever its spelling.
- 0 where it is of another concept, period or filing, or none; in between where it is named among others.

calculation: whether the calculated value follows from the filing's own calculation network.
- 1 where it is the exact value: the weighted sum of the children, else what the parent leaves beside the siblings, else
  the reported value, with a sign corrected as the balance says.
- 0 where it is a different number, or none; in between where the steps are right and the number is nearly.

Where the filing was not found, both are 1 for an answer that says so. Claims without a result of a tool count nothing.
`;

type Run = JudgedTasks<AuditOrProse, AuditSolution, AuditTerms>;

export const judgedAudits: JudgedWork<Run> = {
  dimensions: checkNames,
  most: 1,
  hasChecks: true,
  answersOf: (run) => answersBy(rules, run),
  earlier: {
    dimensions: ['extraction', 'calculation'],
    most: 1,
    answersOf: (run) => answersBy(earlierRules, { ...run, solutions: null }),
  },
};

/** An answer to a case that has a solution also has the verdict of code. */
const answersBy = (ownRules: string, { answers, solutions, due, plan, traceOf }: Run) =>
  [...answers].map(([task, given]): JudgedAnswer => {
    const text = typeof given === 'string' ? given : canonicalJson(given);
    const author = authorOf(plan.agent);
    const trace = traceOf(task);
    const solution = solutions?.get(task);
    const verdict = solution && verdictOn(given, solution);
    return {
      task,
      words: text.split(/\s+/).filter(Boolean).length,
      known: {},
      caps: {},
      ...(verdict && { checked: { class: verdict.class, cases: due } }),
      world: () => [task, ...resultsOf(trace, author)],
      instruction:
        `Judge the answer to audit case ${task}: the reported and the calculated value of a ` +
        'concept in a filing. Of the texts, answer is what you judge; evidence is what the ' +
        'author’s tools were asked and returned.',
      texts: {
        answer: text,
        rules: ownRules,
        evidence: evidenceOf(trace, author, [task]),
      },
    };
  });
