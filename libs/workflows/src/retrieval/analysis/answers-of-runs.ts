/** Runs of retrieval as scored answers, one for each question that a run was asked. */

import type { QuestionTrace } from '../../workflow.js';
import type { ReportedTasks } from '../../tasks/task-workflow.js';
import { scoreResponse } from '../score/score-response.js';
import type { ExpectedAnswer, Verdict } from '../score/schemas.js';
import type { RetrievalTerms } from '../retrieval-terms.js';
import { questionFactsSchema, type QuestionFacts } from './question-facts.js';
import type { Configuration, ScoredAnswer } from './scored-answer.js';
import { errorOf, firstQueryOf } from './trace-rules.js';

/** What scoring knows of a question. */
export type Solution = ExpectedAnswer & {
  readonly question: string;
  readonly facts: QuestionFacts;
};

export type RetrievalRun = ReportedTasks<string, Solution, RetrievalTerms>;

export const verdictOn = (task: string, text: string, solution: Solution): Verdict => {
  const { question, facts: _, ...expected } = solution;
  return scoreResponse({ id: task, question, expected }, { id: task, text });
};

/** Questions without a solution are left out; one that no run has answered is known by its as-of alone. */
export function answersOfRuns(runs: ReadonlyMap<string, RetrievalRun>): ScoredAnswer[] {
  return [...runs].flatMap(([label, run]) => {
    const namesakes = [...runs.values()].filter(({ agent }) => agent.id === run.agent.id);
    const name = namesakes.length === 1 ? run.agent.id : label;
    const configuration = configurationOf(name, run);
    return run.asked.flatMap((asked): ScoredAnswer[] => {
      const solution = asked.task === null ? undefined : run.solutions?.get(asked.task);
      if (asked.task !== null && solution === undefined) return [];
      const facts = solution?.facts ?? questionFactsSchema.parse({});
      const { calls = [], latencyMs = null, tokens = null } = run.traces.get(asked.asOf) ?? {};
      const verdict = verdictIn(run, asked.task, solution);
      return [
        {
          question: { ...facts, id: asked.task ?? `as-of ${asked.asOf}` },
          configuration,
          right: verdict?.right ?? false,
          gaveUp: verdict?.gaveUp ?? false,
          error: verdict?.right ? null : classOf(asked.type, { verdict, calls, solution }),
          ...{ latencyMs, tokens, ...firstQueryOf(calls, facts) },
          calls: Object.fromEntries(
            [...Map.groupBy(calls, ({ tool }) => tool)].map(([tool, own]) => [tool, own.length]),
          ),
        },
      ];
    });
  });
}

function verdictIn(
  { answers }: RetrievalRun,
  task: string | null,
  solution: Solution | undefined,
): Verdict | undefined {
  const text = task === null ? undefined : answers.get(task);
  return text === undefined || task === null || solution === undefined
    ? undefined
    : verdictOn(task, text, solution);
}

/** Where there is no answer, what kept it away was the system or the agent. */
function classOf(
  type: RetrievalRun['asked'][number]['type'],
  {
    verdict,
    calls,
    solution,
  }: {
    readonly verdict: Verdict | undefined;
    readonly calls: QuestionTrace['calls'];
    readonly solution: Solution | undefined;
  },
): string {
  if (verdict !== undefined && solution !== undefined) return errorOf(verdict, calls, solution);
  return type === 'DecisionLate' || type === 'DecisionFailed' ? 'system' : 'other';
}

function configurationOf(name: string, { agent, terms }: RetrievalRun): Configuration {
  const { arm, switches } = terms;
  const effort = agent.kind === 'llm' ? (agent.effort ?? 'none') : 'none';
  return {
    name,
    model: 'model' in agent ? (agent.model ?? null) : null,
    ...{ arm, reasoning: effort !== 'none', switches: [...switches].sort().join(', ') },
  };
}
