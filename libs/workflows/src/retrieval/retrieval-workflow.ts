/**
 * Retrieval: questions with one number for an answer, looked up in fundamentals, and
 * scored by code.
 */

import { sha256Hex } from '#values';
import { shareFigure, undefinedFigure, type Figure } from '#metrics/sample/figure';
import { tableSection } from '../workflow/report-section.js';
import { scoredDefaults } from '../tasks/agent-defaults.js';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { analysisSections } from './analysis/analysis-sections.js';
import { answersOfRuns, solutionSchema, verdictOn, type Solution } from './analysis/trace-rules.js';
import type { Verdict } from './score/schemas.js';
import {
  retrievalAnswer,
  shownAnswer,
  textAnswer,
  textSize,
  type RetrievalAnswer,
} from './score/structured-answer.js';
import { knownThen, promptsOf, taskPrompts } from '../tasks/task-prompts.js';
import { verdictStage } from './judging/verdict-stage.js';
import { retrievalTerms, type RetrievalTerms } from './store/retrieval-terms.js';

const fromMemory = 'Answer a question about a figure of a company from what you know.';
const recalled = `State the figure with its unit, scale and currency. If you cannot say what it is, say so.
---
Question {{task}}, asked at {{time}}:

{{instruction}}

# Memory

{{memory}}

# Limits

You have {{deadline}} for this question.
`;

/** For agents without tools, who answer from memory; the newest first. */
const recalls = [
  {
    name: 'recall-2',
    text: `${fromMemory} Your response is the answer, and has to be {{answer}}.\n\n${recalled}`,
  },
  { name: 'recall-1', text: `${fromMemory} Your response is the answer.\n\n${recalled}` },
] as const;

/** For agents that answer in parts. */
const inParts = `You answer a question about one figure of a company, from data as it was known at a certain time.

Work in steps. Say briefly what you want to find out, call tools, read their results, and repeat until you know the
figure. Then submit it with the tool submit_answer. Only a submission counts: text that states an answer is none, and
a question without a submission is recorded as no answer.

# The answer

Submit an object:

- value: the number, with a minus sign if it is negative. null if you cannot find it.
- unit: the currency of an amount of money, such as USD; USD per share for an amount per share; percent, or ratio for a
  fraction such as 0.125; shares; or what is counted, such as stores.
- scale: what the value is in, such as thousand or million. Leave it out for a value in ones.
- currency: the ISO 4217 code, for money.
- period: the period of the value, as the question names it.

The value times the scale, the unit, the currency and the period each have to be right. Keep all digits that you find.

${knownThen}`;

const structured = promptsOf('retrieval-1', inParts).builtIn[0];

export const retrievalPrompts = {
  ...taskPrompts,
  builtIn: [structured, ...taskPrompts.builtIn, ...recalls],
  words: [...taskPrompts.words, 'answer'],
  answerWords: textSize,
  isAnsweredInText: (terms: unknown): boolean => Object(terms).arm === 'none',
} as const;

/** The default prompt of a model under these terms, where it is not the first. */
function promptFor(terms: Readonly<Record<string, unknown>>): { readonly prompt?: string } {
  if (retrievalPrompts.isAnsweredInText(terms)) return { prompt: recalls[0].name };
  return terms['answer'] === 'text' ? { prompt: taskPrompts.builtIn[0].name } : {};
}

const isStructured = ({ answer }: RetrievalTerms, prompt: string | null): boolean =>
  answer === undefined
    ? prompt === null || prompt === sha256Hex(structured.text)
    : answer === 'structured';

const verdictWords = ({ right }: Verdict): string => {
  if (right === null) return 'undecided';
  return right ? 'right' : 'wrong';
};

export const retrieval = taskWorkflow<RetrievalAnswer, Solution, RetrievalTerms>({
  name: 'retrieval',
  terms: retrievalTerms,
  prompts: retrievalPrompts,
  agentDefaults: (agent) => ({
    ...scoredDefaults(agent),
    ...(agent['kind'] === 'llm' && promptFor(Object(agent['terms']))),
  }),
  answer: retrievalAnswer,
  // A prompt of one's own, or an earlier one, asks for a text unless the terms say otherwise.
  asks: (terms, prompt) => (isStructured(terms, prompt) ? retrievalAnswer : textAnswer),
  accepts: ({ answer }) => (answer === 'text' ? textAnswer : retrievalAnswer),
  solution: solutionSchema,
  graded: { stages: [verdictStage] },
  toolRules: { retriever: async (asked) => (await import('./retriever.js')).retriever(asked) },
  tools: async (terms) => {
    const { fileTools, webTools } = await import('#tools');
    const { retrievalTools } = await import('./retrieval-tools.js');
    if (terms === null) return [retrievalTools(), webTools(), fileTools];
    const sets = { tools: retrievalTools(terms.switches), web: webTools(terms.pages) };
    return Object.entries(sets).flatMap(([name, set]) => (terms.arm.includes(name) ? set : []));
  },
  score: ({ answers, solutions, due }) => {
    const verdicts = [...answers].flatMap(([task, answer]) => {
      const expected = solutions?.get(task);
      return expected ? verdictOn(task, answer, expected) : [];
    });
    const share = (test: (verdict: Verdict) => boolean): Figure =>
      solutions === null
        ? undefinedFigure('the data set has no solutions')
        : shareFigure(verdicts.filter(test).length, due, 'no task was due');
    return {
      accuracy: share(({ right }) => right === true),
      // With every undecided answer right.
      accuracyAtMost: share(({ right }) => right !== false),
      gaveUp: share(({ gaveUp }) => gaveUp),
    };
  },
  sections: (runs) => {
    const rows = [...runs].flatMap(([run, { answers, solutions, asked }]) =>
      asked.map(({ id, instruction, class: ended }) => {
        const answer = answers.get(id);
        const expected = solutions?.get(id);
        const verdict = expected && answer !== undefined && verdictOn(id, answer, expected);
        const shown = answer === undefined ? null : shownAnswer(answer).slice(0, 200);
        const value = expected ? `${expected.value} ${expected.unit}` : null;
        const outcome = verdict ? [verdictWords(verdict), verdict.why] : [ended, null];
        return [run, id, instruction, shown, value, ...outcome];
      }),
    );
    const analyzed = answersOfRuns(runs);
    const text = 'What each agent was asked and answered, and why that is right or wrong.';
    const heads = 'Run|Task|Question|Answer|Expected|Verdict|Why';
    return [
      ...(analyzed.length === 0 ? [] : analysisSections(analyzed)),
      tableSection('Questions', heads, rows, text),
    ];
  },
});
