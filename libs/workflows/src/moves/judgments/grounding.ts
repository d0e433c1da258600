/**
 * The first stage of grading: judges check the factual claims of an answer against the
 * files of its task.
 */

import { z } from 'zod';
import { excerpt } from '#values';
import { shareFigure } from '#metrics/sample/figure';
import { meanOf } from '#metrics/sample/return-sample';
import { whoAnswered, whoOf, type GradingStage } from '../../workflow/grading-stage.js';
import { inputOf, type Asked } from '../../workflow/judgment.js';
import { judgeDefaults } from '../../tasks/agent-defaults.js';
import { anyOverlap, finderIn } from '../../judging/text/passages.js';
import { writtenDocument } from '../../judging/text/written-document.js';
import { unreadSection } from '../../judging/unread-judgments.js';
import { listSection, tableSection } from '../../workflow/report-section.js';
import { taskWorkflow } from '../../tasks/task-workflow.js';
import { groundingPrompts } from '../rubric/moves-prompts.js';
import { gradingTerms, type Rubric } from '../rubric/rubric.js';
import { citedFiles, searchLiterally } from '../text/answer-texts.js';
import { citationsIn } from '../text/citations.js';

const count = z.int().nonnegative();

export const quoteSchema = z
  .string()
  .min(1)
  .max(2000)
  .describe('Word for word as it stands in the report.');

const claimSchema = z.strictObject({
  quote: quoteSchema,
  kind: z.enum(['figure', 'quote', 'name', 'date', 'comparison']),
  grounded: z.boolean().describe('Whether the files hold it.'),
  file: z.string().max(300).optional().describe('The file that holds it.'),
});
export type Claim = z.infer<typeof claimSchema>;

export const groundingSchema = z.strictObject({ claims: z.array(claimSchema).max(500) });
export type Grounding = z.infer<typeof groundingSchema>;

/**
 * Kept apart from the tape, so that judges cannot read it; counts the files cited, and all
 * that could be.
 */
const groundedSolution = z.strictObject({ ...whoAnswered, cited: count, files: count });

/**
 * Why a judgment does not fit this task, in one line: judges quote, and their quotations have to be
 * in the report.
 */
export const groundingDefect = ({ claims }: Grounding, asked: Asked): string | undefined =>
  quotesDefect(
    claims.map(({ quote }, at) => [`claims.${at}.quote`, quote]),
    asked,
  );

/** `quotes`: each with its path in the answer. */
export function quotesDefect(
  quotes: readonly (readonly [where: string, quote: string])[],
  asked: Asked,
): string | undefined {
  const find = finderIn(inputOf(asked, 'report') ?? '');
  const wrong = quotes.find(([, quote]) => find(quote).length === 0);
  return (
    wrong && `answer.${wrong[0]}: expected a passage of the report; found ${excerpt(wrong[1])}`
  );
}

/** Claims of an answer over all groundings of it. */
export const pooledSchema = z.strictObject({
  claims: count,
  /** Quotations of the flagged ones among them, each once. */
  flagged: z.array(z.string()),
  groundings: count,
});

/**
 * A claim is flagged if more than half of the groundings flag a passage that overlaps it: with one
 * judge, the claims that it flagged. Overlapping claims of several judges are one. No claims
 * without a grounding.
 */
export function pooledClaims(
  report: string,
  groundings: readonly Grounding[],
): z.infer<typeof pooledSchema> {
  const find = finderIn(report);
  const all = groundings.flatMap(({ claims }, judge) =>
    claims.map(({ quote, grounded }) => ({ judge, quote, grounded, spans: find(quote) })),
  );
  const areFlagged = groundings.map((_, judge) =>
    all.flatMap((one) => (one.judge === judge && !one.grounded ? one.spans : [])),
  );
  const claims = all.map(({ grounded, ...claim }) => {
    const flags = areFlagged.filter((own) => anyOverlap(own, claim.spans)).length;
    return { ...claim, isFlagged: !grounded && flags > groundings.length / 2 };
  });
  const kept: typeof claims = [];
  // Flagged ones first: they stay, whatever another judge made of the passage.
  for (const one of claims.toSorted((a, b) => Number(b.isFlagged) - Number(a.isFlagged))) {
    const isKept = kept.some(
      ({ judge, spans }) => judge !== one.judge && anyOverlap(spans, one.spans),
    );
    if (!isKept) kept.push(one);
  }
  const flagged = kept.filter(({ isFlagged }) => isFlagged).map(({ quote }) => quote);
  return { claims: kept.length, flagged, groundings: groundings.length };
}

/**
 * The name of a text that judges read; files are put in a folder, so that names cannot clash
 * with other texts.
 */
const fileInput = (name: string): string => `files/${name}`.slice(-200);

export const groundingStage: GradingStage<string, Rubric> = {
  workflow: 'moves-grounding',
  tasksOf: ({ answers, terms }) => {
    const isAll = gradingTerms.parse(terms).claims === 'all';
    const which = isAll ? 'all files of the task' : 'the files that the report cites';
    return answers.map((answer) => {
      const report = writtenDocument(answer.answer);
      const names = [...answer.texts.keys()];
      const citations = citationsIn(report, names);
      const cited = citedFiles(citations, names);
      const shown = isAll ? names : cited;
      const files = shown.map((name) => [name, answer.texts.get(name)!()] as const);
      const found = JSON.stringify(searchLiterally(report, new Map(files), citations));
      const texts = Object.fromEntries(files.map(([name, text]) => [fileInput(name), text]));
      return {
        id: answer.id,
        instruction:
          'Check the factual claims of report, which somebody wrote on a topic, against the ' +
          'texts below files/: ' +
          `${shown.length === 0 ? 'there are none, as it cites none' : which}. found has what ` +
          'code looked up.',
        inputs: { report, found, ...texts },
        solution: { ...whoOf(answer), cited: cited.length, files: names.length },
      };
    });
  },
};

function countsOf(groundings: readonly Grounding[]) {
  const flags = groundings.map(({ claims }) => claims.filter(({ grounded }) => !grounded).length);
  const claims = groundings.flatMap((one) => one.claims).length;
  const flagged = flags.reduce((sum, one) => sum + one, 0);
  return { claims, flagged, withFlag: flags.filter((one) => one > 0).length };
}

export const movesGrounding = taskWorkflow({
  name: groundingStage.workflow,
  terms: gradingTerms,
  answer: groundingSchema,
  solution: groundedSolution,
  prompts: groundingPrompts,
  agentDefaults: judgeDefaults,
  defect: groundingDefect,
  toolRules: {
    literal: async (asked) => (await import('../rubric/literal-judges.js')).literalGrounding(asked),
  },
  score: ({ answers, due }) => {
    const { claims, flagged, withFlag } = countsOf([...answers.values()]);
    return {
      judged: shareFigure(answers.size, due, 'nothing was to be judged'),
      claims: shareFigure(claims, answers.size, 'nothing was judged'),
      flaggedShare: shareFigure(flagged, claims, 'no claim was found'),
      hallucinationRate: shareFigure(withFlag, answers.size, 'nothing was judged'),
    };
  },
  sections: (runs) => {
    const rows = [...runs].flatMap(([judge, { answers, solutions }]) =>
      [...answers].flatMap(([id, grounding]) => {
        const solution = solutions?.get(id);
        return solution === undefined ? [] : { ...solution, judge, grounding };
      }),
    );
    if (rows.length === 0) return [];
    const byAgent = Map.groupBy(rows, ({ judge, agent }) => JSON.stringify([agent, judge]));
    const table = [...byAgent.values()].map((own) => {
      const { agent, judge } = own[0]!;
      const { claims, flagged, withFlag } = countsOf(own.map(({ grounding }) => grounding));
      const cited = meanOf(own.map((one) => one.cited));
      const shares = [claims === 0 ? null : flagged / claims, withFlag / own.length];
      return [agent, judge, own.length, cited, claims, flagged, ...shares];
    });
    const flags = rows.flatMap(({ agent, task, attempt, judge, grounding: { claims } }) =>
      claims
        .filter(({ grounded }) => !grounded)
        .map(({ quote, kind }) => [agent, task, attempt + 1, judge, kind, quote]),
    );
    return [
      ...unreadSection(runs),
      tableSection(
        'Grounding',
        'Configuration|Judge|#Answers|#Files cited|#Claims|#Flagged|%Of claims|%Answers with one',
        table,
        'Factual claims that a judge found in each answer, and those that the files do not ' +
          'hold. Inference is no claim.',
      ),
      listSection(
        'Flagged claims',
        'Configuration|Task|#Attempt|Judge|Kind|Passage',
        flags,
        'Passages that no file holds, for people to check:',
      ),
    ];
  },
});
