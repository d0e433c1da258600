/** Runs of retrieval as scored answers, one for each question that a run was asked: what the analyses read. */

import { canonicalJson } from '#values';
import type { ReportedTasks } from '../../tasks/task-workflow.js';
import type { RetrievalTerms } from '../retrieval-terms.js';
import { scoreResponse } from '../score/score-response.js';
import type { Verdict } from '../score/schemas.js';
import { errorOf, firstQueryOf, questionFactsSchema, type Solution } from './trace-rules.js';

type RetrievalRun = ReportedTasks<string, Solution, RetrievalTerms>;
/** One question put to one configuration, and what the agent did for it. */
export type ScoredAnswer = Readonly<ReturnType<typeof answersOfRuns>[number]>;
export type Answers = readonly ScoredAnswer[];

export const verdictOn = (id: string, text: string, solution: Solution): Verdict =>
  scoreResponse({ id, question: solution.question, expected: solution }, { id, text });

/** Questions without a solution are left out; one that no run has answered is known by its as-of alone. */
export function answersOfRuns(runs: ReadonlyMap<string, RetrievalRun>) {
  const ids = [...runs.values()].map(({ plan }) => plan.agent.id);
  return [...runs].flatMap(([label, run]) => {
    const { id: agent } = run.plan.agent;
    const isAlone = ids.indexOf(agent) === ids.lastIndexOf(agent);
    const configuration = configurationOf(run, isAlone ? agent : label);
    return run.asked.flatMap(({ asOf, task, class: ended }) => {
      const id = task ?? `as-of ${asOf}`;
      const [solution, text] = [run.solutions?.get(id), run.answers.get(id)];
      if (task !== null && solution === undefined) return [];
      const facts = solution?.facts ?? questionFactsSchema.parse({});
      const trace = run.traces.get(asOf) ?? { calls: [], latencyMs: null, tokens: null };
      const verdict = solution && text !== undefined ? verdictOn(id, text, solution) : null;
      // What kept an answer away was the system or the agent.
      const isOfSystem = ['late', 'provider error', 'tool error'].includes(ended);
      const unanswered = isOfSystem ? 'system' : 'other';
      return {
        ...{ ...trace, configuration, question: { ...facts, id } },
        right: verdict?.right ?? false,
        answerClass: verdict?.gaveUp ? ('gave up' as const) : ended,
        error: verdict ? errorOf(verdict, trace.calls, solution!) : unanswered,
        firstQuery: firstQueryOf(trace.calls, facts),
      };
    });
  });
}

/** Effort low counts as without reasoning: some models cannot do without, and the paper compares high with low. */
function configurationOf({ plan, terms }: RetrievalRun, name: string) {
  const { id: _, terms: __, ...settings } = plan.agent;
  const { effort, preset } = settings.kind === 'llm' ? settings : {};
  const level = effort ?? (preset && 'medium');
  return {
    ...{ name, arm: terms.arm, repeat: plan.repeat },
    model: ('model' in settings ? settings.model : undefined) ?? settings.kind,
    reasoning: level === 'medium' || level === 'high',
    /** Extensions of the tools that are on; empty for the tools as published. */
    switches: terms.switches.toSorted().join(', '),
    /** All else of the agent; only its equals are compared for a switch. */
    settings: canonicalJson(settings),
  };
}
