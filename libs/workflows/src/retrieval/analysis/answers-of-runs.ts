/** Runs of retrieval as scored answers, one for each question that a run was asked. */

import type { QuestionTrace } from '../../workflow.js';
import { canonicalJson } from '#values';
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
    const { id } = run.plan.agent;
    const namesakes = [...runs.values()].filter(({ plan }) => plan.agent.id === id);
    const name = namesakes.length === 1 ? id : label;
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
          answerClass: verdict?.gaveUp === true ? 'gave up' : asked.class,
          error: verdict?.right ? null : classOf(asked.class, { verdict, calls, solution }),
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
  ended: RetrievalRun['asked'][number]['class'],
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
  return ['late', 'provider error', 'tool error'].includes(ended) ? 'system' : 'other';
}

/** Effort low counts as without reasoning: some models cannot do without, and the paper compares high with low. */
function configurationOf(name: string, { plan, terms }: RetrievalRun): Configuration {
  const { id: _, terms: __, ...settings } = plan.agent;
  const { effort, preset } = settings.kind === 'llm' ? settings : {};
  const level = effort ?? (preset && 'medium');
  return {
    name,
    model: ('model' in settings ? settings.model : undefined) ?? settings.kind,
    ...{ arm: terms.arm, reasoning: level === 'medium' || level === 'high' },
    switches: terms.switches.toSorted().join(', '),
    ...{ settings: canonicalJson(settings), repeat: plan.repeat },
  };
}
