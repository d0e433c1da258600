/** Runs of retrieval as scored answers, one for each question that a run was asked: what the analyses read. */

import { canonicalJson } from '#values';
import type { ReportedTasks } from '../../tasks/task-workflow.js';
import type { QuestionTrace } from '../../workflow.js';
import type { RetrievalTerms } from '../retrieval-terms.js';
import { scoreResponse } from '../score/score-response.js';
import type { ExpectedAnswer, Verdict } from '../score/schemas.js';
import { errorOf, firstQueryOf, questionFactsSchema, type QuestionFacts } from './trace-rules.js';

/** What scoring knows of a question. */
export type Solution = ExpectedAnswer & {
  readonly question: string;
  readonly facts: QuestionFacts;
};
type RetrievalRun = ReportedTasks<string, Solution, RetrievalTerms>;

/** One question put to one configuration, and what the agent did for it. */
export interface ScoredAnswer extends QuestionTrace {
  readonly question: QuestionFacts & { readonly id: string };
  readonly configuration: Configuration;
  /** Not without an answer. */
  readonly right: boolean;
  /** How the question ended: one of nine, or `gave up` for a text that commits to no number. */
  readonly answerClass: string;
  /** One of `errorClasses`; null where the answer is right. */
  readonly error: string | null;
  readonly firstQuery: ReturnType<typeof firstQueryOf>;
}
export type Answers = readonly ScoredAnswer[];

export const verdictOn = (task: string, text: string, solution: Solution): Verdict => {
  const { question, facts: _, ...expected } = solution;
  return scoreResponse({ id: task, question, expected }, { id: task, text });
};

/** Questions without a solution are left out; one that no run has answered is known by its as-of alone. */
export function answersOfRuns(runs: ReadonlyMap<string, RetrievalRun>): ScoredAnswer[] {
  const ids = [...runs.values()].map(({ plan }) => plan.agent.id);
  return [...runs].flatMap(([label, run]) => {
    const { id: own } = run.plan.agent;
    const name = ids.indexOf(own) === ids.lastIndexOf(own) ? own : label;
    const configuration = configurationOf(name, run);
    return run.asked.flatMap(({ asOf, task, class: ended }): Answers => {
      const id = task ?? `as-of ${asOf}`;
      const [solution, text] = [run.solutions?.get(id), run.answers.get(id)];
      if (task !== null && solution === undefined) return [];
      const facts = solution?.facts ?? questionFactsSchema.parse({});
      const trace = run.traces.get(asOf) ?? { calls: [], latencyMs: null, tokens: null };
      const verdict = solution && text !== undefined ? verdictOn(id, text, solution) : null;
      // Where there is no answer, what kept it away was the system or the agent.
      const isOfSystem = ['late', 'provider error', 'tool error'].includes(ended);
      const missing = isOfSystem ? 'system' : 'other';
      const error = verdict && solution ? errorOf(verdict, trace.calls, solution) : missing;
      const right = verdict?.right ?? false;
      return [
        {
          ...trace,
          question: { ...facts, id },
          ...{ configuration, right, error: right ? null : error },
          answerClass: verdict?.gaveUp ? 'gave up' : ended,
          firstQuery: firstQueryOf(trace.calls, facts),
        },
      ];
    });
  });
}

export type Configuration = Readonly<ReturnType<typeof configurationOf>>;

/** Effort low counts as without reasoning: some models cannot do without, and the paper compares high with low. */
function configurationOf(name: string, { plan, terms }: RetrievalRun) {
  const { id: _, terms: __, ...settings } = plan.agent;
  const { effort, preset } = settings.kind === 'llm' ? settings : {};
  const level = effort ?? (preset && 'medium');
  return {
    name,
    model: ('model' in settings ? settings.model : undefined) ?? settings.kind,
    arm: terms.arm,
    reasoning: level === 'medium' || level === 'high',
    /** Extensions of the tools that are on; empty for the tools as published. */
    switches: terms.switches.toSorted().join(', '),
    /** All else of the agent; only its equals are compared for a switch. */
    settings: canonicalJson(settings),
    /** From 0; repeats are compared number by number. */
    repeat: plan.repeat,
  };
}
