/**
 * Budget of moves: 102 tasks × 8 attempts × 8 configurations, put before judges, scored
 * and summarized.
 */

import type { JournalEvent } from '#contracts';
import { gradingStage, movesGrading } from '#workflows/moves/grading-workflow';
import type { Hit } from '#workflows/moves/judgments/grading';
import { groundingStage, type Grounding } from '#workflows/moves/judgments/grounding';
import type { Rubric } from '#workflows/moves/rubric/rubric';
import type { Budget } from './budget.js';

const tasks = 102;
const attempts = 8;
const configurations = 8;
const total = tasks * attempts * configurations;
const asked = Date.UTC(2100, 0) * 1000;
const categories = ['Valuation', 'Growth', 'M&A', 'Competition', 'Operations', 'Risk'];

/** Four themes of five moves, as the paper's tasks have about. */
function rubricOf(task: number): Rubric {
  const themes = Array.from({ length: 4 }, (_, theme) => ({
    id: `t${theme}`,
    title: `Theme ${theme}`,
    moves: [...'abcde'].map((id) => ({ id, text: `Point ${id} of theme ${theme} at ${task}` })),
  }));
  return { themes, category: categories[task % categories.length]! };
}

const filler = 'Margins follow volumes, and volumes follow what the segment charges. '.repeat(6);

/**
 * About two thirds of the moves; some figures are missing from the files. About 9,000 characters.
 */
function answerOf({ themes }: Rubric, number: number) {
  const made = themes.flatMap(({ id: theme, moves }, at) =>
    moves.flatMap(({ id: move, text }, place) => {
      const draw = (number * 7 + at * 5 + place * 3) % 9;
      if (draw > 5) return [];
      const quote = `${text}, with ${draw === 5 ? `77.${number}` : '12.5'}% of sales`;
      return [{ theme, move, quote, isInvented: draw === 5 }];
    }),
  );
  const text = made.map(({ quote }) => `${filler}\n\n${quote} [10-K.txt].`).join('\n\n');
  const claims: Grounding['claims'] = made.map(({ quote, isInvented }) => {
    return { quote, kind: 'figure', grounded: !isInvented };
  });
  const hits = made.map(({ isInvented: _, ...hit }): Hit => ({ ...hit, tainted: false }));
  return { text, claims, hits };
}

function corpus() {
  const made = Array.from({ length: total }, (_, number) => {
    const task = number % tasks;
    const solution = rubricOf(task);
    const run = Math.floor(number / tasks);
    const answer = answerOf(solution, number);
    const answered = {
      id: `answer-${number}`,
      agent: `agent-${run % configurations}`,
      model: null,
      run: `run-${run}`,
      attempt: Math.floor(run / configurations),
      task: `task-${task}`,
      instruction: 'Reason.',
      texts: new Map([['10-K.txt', () => '12.5 percent']]),
      answer: answer.text,
      solution,
      trace: { calls: [], latencyMs: null, tokens: null, steps: number % 40 },
    };
    return { own: answered, answer };
  });
  return { answers: made.map(({ own }) => own), said: made.map(({ answer }) => answer) };
}

const graded: Budget = {
  name: `${total} answers of moves: CPU time to put them before judges, score and summarize them`,
  target: 60,
  floor: 60,
  unit: 's',
  measure: () => {
    const { answers, said: judgments } = corpus();
    const terms = { of: 'moves', tasks, claims: 'cited' } as const;
    const began = process.cpuUsage();
    const first = groundingStage.tasksOf({ answers, before: [], terms });
    const groundings = new Map(
      judgments.map(({ claims }, number) => [answers[number]!.id, { claims }] as const),
    );
    const before = [{ judge: 'judge', repeat: 0, answers: groundings }];
    const second = gradingStage.tasksOf({ answers, before, terms });
    const byTask = new Map(second.map(({ id, solution }) => [id, solution]));
    const solutions = { sha256: '', byTask };
    const fold = movesGrading.openFold();
    const events = second.map(({ id: task }, at) => {
      const { hits } = judgments[Math.floor(at / 2)]!;
      const judgment = at % 2 === 0 ? { hits } : { synthesis: false };
      const answer = JSON.stringify(judgment);
      return { type: 'AnswerGiven', asOf: at + 1, time: asked, task, answer, rationale: null };
    });
    const opened = { type: 'RunOpened', asOf: 0, time: 0, terms: JSON.stringify(terms) };
    for (const event of [opened, ...events]) fold.take(event as unknown as JournalEvent);
    const figures = movesGrading.score(fold, { seed: 1, solutions });
    const agent = { id: 'judge', kind: 'external' } as const;
    const run = { label: 'judge', plan: { agent, repeat: 0 }, fold, figures, traces: new Map() };
    const shown = second.map(({ id, instruction }) => {
      return { kind: 'task' as const, id, instruction, inputs: [] };
    });
    const sections = movesGrading.sections([run], solutions, shown);
    const { user, system } = process.cpuUsage(began);
    const counted = sections[0]?.table?.rows.reduce((sum, row) => sum + Number(row[3]), 0);
    // Each configuration by its judge, and over all judges.
    if (first.length !== total || counted !== 2 * total) throw new Error('not every answer counts');
    return Promise.resolve((user + system) / 1e6);
  },
};

export const movesBudgets: readonly Budget[] = [graded];
