/**
 * How audits are put before judges: a pair of values with its reasoning, or prose, and what
 * it may rest on.
 */

import { canonicalJson } from '#values';
import { authorOf, evidenceOf, resultsOf } from '../judging/shown-to-judges.js';
import type { JudgedTasks } from '../tasks/task-workflow.js';
import type { JudgedWork } from '../workflow/workflow.js';
import type { AuditOrProse, AuditSolution, AuditTerms } from './audit-answer.js';

const rules = `Rules auditing-rules-1. Each score is a fraction from 0 to 1.

extraction: whether the reported value is that of the filing.
- 1 where it is the first fact that get_facts returned for the concept and period, whatever its spelling.
- 0 where it is of another concept, period or filing, or none; in between where it is named among others.

calculation: whether the calculated value follows from the filing's own calculation network.
- 1 where it is the exact value: the weighted sum of the children, else what the parent leaves beside the siblings, else
  the reported value, with a sign corrected as the balance says.
- 0 where it is a different number, or none; in between where the steps are right and the number is nearly.

Where the filing was not found, both are 1 for an answer that says so. Claims without a result of a tool count nothing.
`;

export const judgedAudits: JudgedWork<JudgedTasks<AuditOrProse, AuditSolution, AuditTerms>> = {
  dimensions: ['extraction', 'calculation'],
  most: 1,
  answersOf: ({ answers, plan: { agent }, traceOf }) =>
    [...answers].map(([task, given]) => {
      const text = typeof given === 'string' ? given : canonicalJson(given);
      const author = authorOf(agent);
      const trace = traceOf(task);
      return {
        task,
        words: text.split(/\s+/).filter(Boolean).length,
        known: {},
        caps: {},
        world: () => [task, ...resultsOf(trace, author)],
        instruction:
          `Judge the answer to audit case ${task}: the reported and the calculated value of a ` +
          'concept in a filing. Of the texts, answer is what you judge; evidence is what the ' +
          'author’s tools were asked and returned.',
        texts: {
          answer: text,
          rules,
          evidence: evidenceOf(trace, author, [task]),
        },
      };
    }),
};
