/**
 * Budget of retrieval: 7,000 responses, with their tool calls, scored and analyzed for a report.
 */

import type { JournalEvent } from '#contracts';
import type { WorkflowFold } from '#workflows';
import { fundamentalsStores } from '#workflows/retrieval/store/fundamentals-store';
import { syntheticFundamentals } from '#workflows/retrieval/store/synthetic-source';
import { makeQuestions, type MadeQuestion } from '#workflows/retrieval/questions/make-questions';
import { retrieval } from '#workflows/retrieval/retrieval-workflow';
import type { Budget } from './budget.js';

const configurations = 14;
const count = 500;
const seed = 1;
/** When everything is known. */
const asked = Date.UTC(2100, 0) * 1000;

/** Right, wrong, another series, or given up, in turn. */
function answerTo({ expected, facts }: MadeQuestion, at: number): string {
  const period = `the period ${facts.fiscalPeriod}`;
  const value = Number(expected.value);
  if (at % 4 === 3) return `I could not find a value for ${period} in the sources available to me.`;
  let stated;
  if (at % 4 === 0) {
    stated = value;
  } else if (at % 4 === 1) {
    stated = 1.1 * value + 1;
  } else {
    stated = 2 * value + 3;
  }
  return (
    `According to its filings, **${facts.company}** reported ${stated} ${expected.unit} for ` +
    `${facts.series}.`
  );
}

/** The three calls that lead to an answer, of which every third search misses. */
function callsFor({ expected, facts }: MadeQuestion, at: number) {
  const id = at % 3 === 0 ? 'another' : facts.seriesId;
  const { companyId: company_id, series: series_name, fiscalPeriod: period } = facts;
  const row = {
    value: Number(expected.value),
    quarterized_value: null,
    period,
    series_name,
    context: `Income Statement; unit: ${expected.unit}`,
    fundamental_id: 'f',
  };
  const call = (tool: string, args: object, result: object) => ({
    tool,
    args,
    result,
    error: null,
  });
  return [
    call('discover_companies', { keywords: [facts.company] }, [{ company_id }]),
    call('discover_company_series', { company_id, keywords: [series_name], periods: [period] }, [
      { id, full_series_name: series_name },
    ]),
    call('get_company_fundamentals', { company_id, periods: [period] }, Array(10).fill(row)),
  ];
}

function foldOf(questions: readonly MadeQuestion[], shift: number): WorkflowFold {
  const fold = retrieval.openFold();
  const answers = questions.map(({ id: task }, at) => {
    // No text is that of another configuration: each response is scored.
    const mark = `, says ${'abcdefghijklmn'[shift]}`;
    const answer = JSON.stringify(answerTo(questions[at]!, at + shift) + mark);
    return { type: 'AnswerGiven', asOf: at + 1, time: asked, task, answer, rationale: null };
  });
  const opened = { type: 'RunOpened', asOf: 0, time: 0, terms: '{}' };
  for (const event of [opened, ...answers]) fold.take(event as unknown as JournalEvent);
  return fold;
}

const scored: Budget = {
  name:
    `${configurations * count} responses of retrieval with their calls: CPU time to score and ` +
    'analyze them',
  target: 10,
  floor: 10,
  unit: 's',
  measure: () => {
    const data = syntheticFundamentals({ seed });
    const questions = makeQuestions(fundamentalsStores(data)(Infinity), { count, seed });
    const byTask = new Map<string, unknown>(
      questions.map(({ id, question, expected, facts }) => [id, { ...expected, question, facts }]),
    );
    const solutions = { sha256: '', byTask };
    const traces = new Map(
      questions.map((question, at) => {
        const calls = callsFor(question, at);
        return [at + 1, { calls, latencyMs: 1000 + at, tokens: 900 + at }] as const;
      }),
    );
    const began = process.cpuUsage();
    const runs = Array.from({ length: configurations }, (_, number) => {
      const fold = foldOf(questions, number);
      const agent = { id: `agent-${number}`, kind: 'external' } as const;
      return {
        label: agent.id,
        plan: { agent, repeat: 0 },
        fold,
        figures: retrieval.score(fold, { seed, solutions }),
        traces,
      };
    });
    const tasks = questions.map(({ id, question: instruction }) => {
      return { kind: 'task' as const, id, instruction, inputs: [] };
    });
    const sections = retrieval.sections(runs, solutions, tasks);
    const { user, system } = process.cpuUsage(began);
    const rows = sections.at(-1)?.table?.rows.length;
    if (rows !== configurations * count) throw new Error('not every response was scored');
    return Promise.resolve((user + system) / 1e6);
  },
};

export const retrievalBudgets: readonly Budget[] = [scored];
