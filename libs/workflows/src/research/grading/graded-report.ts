/** Judges' values for a report, and the resulting scores. */

import { z } from 'zod';
import { jsonOf } from '#values';
import { meanOf } from '#metrics/sample/return-sample';
import { inputOf, type Asked } from '../../workflow/judgment.js';
import type { AnsweredTasks } from '../../tasks/task-workflow.js';
import { logicTreeSchema, shapeOf } from '../terms/logic-tree.js';
import { whoAnswered, type ResearchTerms } from '../terms/research-solution.js';
import { rootDepthDefault, ruleMetrics, type RootDepth } from '../terms/rule-metrics.js';
import { foundTree, type FoundTree } from '../tree/found-tree.js';
import { askedNames, finalScore, type Dimensions } from './dimensions.js';

const id = z.string().min(1).max(64);

/** A dimension has its score; a tree says whether each argument is supported. */
export const gradingJudgment = z.strictObject({
  score: z.number().min(0).max(100).optional(),
  supported: z.record(id, z.boolean()).optional().describe('By id of an argument.'),
  reason: z.string().max(4000).optional().describe('One sentence.'),
});
export type GradingJudgment = z.infer<typeof gradingJudgment>;

/** The name of the text that lists the arguments whose support is asked for, a JSON list of ids. */
export const argumentsInput = 'arguments';

/** Why a judgment does not fit the task, in one line. */
export function gradingDefect(judgment: GradingJudgment, asked: Asked): string | undefined {
  const list = inputOf(asked, argumentsInput);
  const due = list === undefined ? 'score' : 'supported';
  const other = list === undefined ? 'supported' : 'score';
  if (judgment[other] !== undefined) return `answer.${other}: expected nothing; found a value`;
  if (judgment[due] === undefined) return `answer.${due}: expected a value; found nothing`;
  if (list === undefined) return undefined;
  const ids = z.array(id).parse(jsonOf(list));
  const given = judgment.supported ?? {};
  const missing = ids.find((one) => given[one] === undefined);
  if (missing !== undefined) return `answer.supported.${missing}: expected a value; found nothing`;
  const count = Object.keys(given).length;
  const expected = `expected ${ids.length} arguments`;
  return count === ids.length ? undefined : `answer.supported: ${expected}; found ${count}`;
}

/** A report, for scoring: one task of each answer has it. */
const gradedText = z.strictObject({
  /** As judges read it. */
  text: z.string(),
  words: z.int().nonnegative(),
  subtitles: z.int().nonnegative(),
  wordsPerSubtitle: z.number().nonnegative(),
  figures: z.int().nonnegative(),
  /** As the judge gave it whose tree counts; undefined where no judge gave one. */
  tree: logicTreeSchema.optional(),
  /** That judge, and its repeat from 1. */
  treeOf: z.string().optional(),
  truth: logicTreeSchema.optional(),
});

export const gradedSolution = z.strictObject({
  ...whoAnswered,
  /** The answer, which several tasks are about. */
  answer: z.string(),
  asks: z.enum(askedNames),
  report: gradedText.optional(),
});
export type GradedSolution = z.infer<typeof gradedSolution>;

type Graded = AnsweredTasks<GradingJudgment, GradedSolution, ResearchTerms>;

/**
 * Reports with everything that one judge returned for each, and its `values` by name. `found` is
 * undefined without a valid tree; `supported` is by argument id, and undefined if the question was
 * not asked, or not answered.
 */
export function gradedReports(judge: string, { answers, solutions }: Graded) {
  const byAnswer = Map.groupBy(solutions ?? [], ([, { answer }]) => answer);
  return [...byAnswer].flatMap(([answer, own]) => {
    const lead = own.find(([, { report }]) => report !== undefined)?.[1];
    if (lead?.report === undefined) return [];
    const { agent, run, task, attempt, report, namesAuthor, halves } = lead;
    const judgments = new Map(own.map(([id, { asks }]) => [asks, answers.get(id)]));
    const scores = [...judgments].flatMap(([asks, { score } = {}]) =>
      score === undefined ? [] : [[asks, score]],
    );
    const judged: Dimensions = Object.fromEntries(scores);
    const found = report.tree === undefined ? undefined : foundTree(report.tree, report.text);
    const supported = judgments.get('support')?.supported;
    const share = supported && meanOf(Object.values(supported).map(Number));
    const values = { ...valuesOf(report, judged, found), supported: share };
    const who = { judge, answer, agent, run, task, attempt, namesAuthor, halves };
    return [{ ...who, report, found, judged, supported, values }];
  });
}

export type GradedReport = ReturnType<typeof gradedReports>[number];

/**
 * All values of a report, by name: dimensions, and their mean, which is null if one is missing;
 * analysis depth and mean once more with the root at depth 0; its tree and words. Without figures
 * they cannot be judged; without a tree the arguments of the report are unknown.
 */
function valuesOf(
  { words, subtitles, wordsPerSubtitle, figures }: z.infer<typeof gradedText>,
  judged: Dimensions,
  found: FoundTree | undefined,
) {
  const scoresAt = (rootDepth: RootDepth) => {
    const tree = found?.tree ?? null;
    const { paragraphRichness, ...ofTree } = ruleMetrics(tree, wordsPerSubtitle, rootDepth);
    const unseen = figures === 0 && { visualLinguisticSynergy: 0 };
    const scores: Dimensions = { ...judged, ...unseen, paragraphRichness, ...(found && ofTree) };
    return { ...scores, final: finalScore(scores) };
  };
  const { analysisDepth: depthAt0, final: finalAt0 } = scoresAt(0);
  const shape = found && { ...shapeOf(found.tree), dropped: found.repairs.dropped };
  const measures = { words, subtitles, wordsPerSubtitle, figures };
  return { ...scoresAt(rootDepthDefault), depthAt0, finalAt0, ...shape, ...measures };
}
