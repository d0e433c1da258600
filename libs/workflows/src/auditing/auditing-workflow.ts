/** Auditing: values of filings, as reported and as the filing's own calculations require them. */

import { decimalText } from '#values';
import { figureOf, undefinedFigure } from '#metrics/sample/figure';
import { scoredDefaults } from '../tasks/agent-defaults.js';
import { taskWorkflow, type AnsweredTasks, type MarkedTask } from '../tasks/task-workflow.js';
import * as forms from './audit-answer.js';
import type { AuditOrProse, AuditSolution, AuditTerms } from './audit-answer.js';
import { verdictOn } from './audit-verdict.js';
import { rateNames, ratesOf } from './checks/audit-classes.js';
import { auditingPrompts } from './auditing-prompts.js';
import { auditingSections } from './auditing-sections.js';
import { judgedAudits } from './judged-audits.js';

export const auditing = taskWorkflow<AuditOrProse, AuditSolution, AuditTerms>({
  name: 'auditing',
  hasCases: true,
  terms: forms.auditTerms,
  answer: forms.auditOrProse,
  asks: ({ prose }) => (prose ? forms.auditOrProse : forms.auditAnswer),
  solution: forms.auditSolution,
  prompts: auditingPrompts,
  agentDefaults: scoredDefaults,
  tools: async () => [(await import('#tools/auditing/auditing-tools')).auditingTools],
  publishedTools: async () => [
    (await import('#tools/published/published-servers')).publishedAuditing(),
  ],
  toolRules: { auditor: async (asked) => (await import('./auditor.js')).auditor(asked) },
  judged: judgedAudits,
  marks: markOf,
  score: scoreOf,
  sections: auditingSections,
});

/** A line of `answers.jsonl`: the values in one form, and what they are worth. */
function markOf({ answer, solution, ended }: MarkedTask<AuditOrProse, AuditSolution>): object {
  const verdict = solution ? verdictOn(answer, solution, ended) : null;
  const judged = { verdict: verdict?.class ?? null, why: verdict?.why ?? null };
  if (typeof answer !== 'object') return { ...judged, class: ended };
  const { extracted_value, calculated_value, ...reasoning } = answer;
  const calculated = calculated_value === null ? null : decimalText(calculated_value);
  return {
    answer: { extracted_value, calculated_value: calculated },
    ...judged,
    class: extracted_value === null ? 'filing-unresolved' : ended,
    ...reasoning,
  };
}

/** Rates over all cases that were due: one without a valid answer fails the check of structure. */
function scoreOf({ answers, solutions, due }: AnsweredTasks<AuditOrProse, AuditSolution, object>) {
  const judged = [...answers].flatMap(([task, answer]) => {
    const solution = solutions?.get(task);
    return solution === undefined ? [] : verdictOn(answer, solution).class;
  });
  let why;
  if (solutions === null) {
    why = 'the data set has no solutions';
  } else if (due === 0) {
    why = 'no case was due';
  } else {
    why = judged.length < answers.size && 'an answered case has no solution';
  }
  if (why !== false) {
    return Object.fromEntries(rateNames.map((name) => [name, undefinedFigure(why)]));
  }
  const missing = Array<'structural-error'>(due - judged.length).fill('structural-error');
  const rates = ratesOf([...judged, ...missing]);
  return Object.fromEntries(rates.map(({ name, rate }) => [name, figureOf(rate)]));
}
