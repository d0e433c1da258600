/**
 * Grading: the moves that an answer makes, by judges who quote; code combines them with
 * flagged claims.
 */

import { z } from 'zod';
import { excerpt, jsonOf } from '#values';
import { whoAnswered } from '../../workflow/grading-stage.js';
import { inputOf, rubricInput, type Asked } from '../../workflow/judgment.js';
import { anyOverlap, finderIn, paragraphsAround } from '../../judging/text/passages.js';
import { rubricSchema } from '../rubric/rubric.js';
import { scoreGrading, type Grading } from '../rubric/score-grading.js';
import { pooledSchema, quoteSchema, quotesDefect } from './grounding.js';

const hitSchema = z.strictObject({
  theme: z.string().describe('Id of the theme.'),
  move: z.string().describe('Id of the move in it.'),
  quote: quoteSchema,
  tainted: z.boolean().default(false).describe('Whether its support is among the flagged claims.'),
});
export type Hit = z.infer<typeof hitSchema>;

const coverageSchema = z.strictObject({
  hits: z.array(hitSchema).max(2000),
  beyond: z.array(quoteSchema).max(20).default([]),
});
type Coverage = z.infer<typeof coverageSchema>;

const synthesisSchema = z.strictObject({
  synthesis: z.boolean(),
  sentence: quoteSchema.optional().describe('The one that reconciles, where there is one.'),
});

/** A judgment on one of an answer's two tasks. */
export const gradingJudgment = z.union([coverageSchema, synthesisSchema]);
export type GradingJudgment = z.infer<typeof gradingJudgment>;

const count = z.int().nonnegative();

/** Kept apart from the tape, so that judges cannot read it. */
export const gradedSolution = z.strictObject({
  ...whoAnswered,
  /** The answer, whose coverage and synthesis belong together. */
  answer: z.string(),
  asks: z.enum(['coverage', 'synthesis']),
  /** Attempts and tasks that the agent answered, graded or not. */
  answered: z.strictObject({ attempts: z.int(), tasks: z.int() }),
  /** Model calls; null of an agent without a model. */
  steps: count.nullable(),
  /** Tool calls without the submission; null if nothing was recorded. */
  calls: count.nullable(),
  rubric: rubricSchema,
  /** Results of grounding; only for coverage tasks, like the members that follow. */
  grounded: pooledSchema.optional(),
  report: z.string().optional(),
  /** Places of citations in the report. */
  citations: z.array(z.object({ from: count, to: count })).optional(),
});
export type GradedSolution = z.infer<typeof gradedSolution>;

/** Why a judgment does not fit this task, in one line. */
export function gradingDefect(judgment: GradingJudgment, asked: Asked): string | undefined {
  const rubric = inputOf(asked, rubricInput);
  if ('synthesis' in judgment) {
    if (rubric !== undefined) return 'answer: expected hits; found synthesis';
    const { synthesis, sentence } = judgment;
    if (sentence !== undefined) return quotesDefect([['sentence', sentence]], asked);
    return synthesis ? 'answer.sentence: expected the sentence; found nothing' : undefined;
  }
  if (rubric === undefined) return 'answer: expected synthesis; found hits';
  const { hits, beyond } = judgment;
  const quotes = [
    ...hits.map(({ quote }, at) => [`hits.${at}.quote`, quote] as const),
    ...beyond.map((quote, at) => [`beyond.${at}`, quote] as const),
  ];
  return hitsDefect(hits, rubric) ?? quotesDefect(quotes, asked);
}

function hitsDefect(hits: readonly Hit[], rubric: string): string | undefined {
  const { themes } = rubricSchema.pick({ themes: true }).parse(jsonOf(rubric));
  const known = new Set(themes.flatMap(({ id, moves }) => moves.map((move) => keyOf(id, move.id))));
  const seen = new Set<string>();
  for (const [at, { theme, move }] of hits.entries()) {
    const key = keyOf(theme, move);
    const found = excerpt(`${theme} ${move}`);
    if (!known.has(key)) return `answer.hits.${at}: expected a move of the rubric; found ${found}`;
    if (seen.has(key)) return `answer.hits.${at}: expected each move once; found ${found} again`;
    seen.add(key);
  }
  return undefined;
}

export const keyOf = (theme: string, move: string): string => JSON.stringify([theme, move]);

/**
 * A hit counts if its passage occurs in the report and, with `mustCite`, in a paragraph that cites
 * a file. It is tainted if the judge marks it so, or if its passage shares characters with a
 * flagged claim.
 */
export function gradedBy(
  coverage: Coverage,
  synthesis: boolean,
  { solution, mustCite }: { readonly solution: GradedSolution; readonly mustCite: boolean },
) {
  const { rubric, report = '', grounded, citations = [] } = solution;
  const find = finderIn(report);
  const flagged = (grounded?.flagged ?? []).flatMap(find);
  const counted = coverage.hits.flatMap(({ theme, move, quote, tainted }) => {
    const spans = find(quote);
    const around = spans.map((one) => paragraphsAround(report, one));
    if (mustCite && !anyOverlap(around, citations)) return [];
    return [{ theme, move, isTainted: tainted || anyOverlap(spans, flagged) }];
  });
  const themes = rubric.themes.map(({ id, moves }) => {
    const own = counted.filter(({ theme }) => theme === id);
    const tainted = own.filter(({ isTainted }) => isTainted).map(({ move }) => move);
    return { n: moves.length, hit: own.map(({ move }) => move), tainted };
  });
  const grading: Grading = { themes, synthesis };
  const scored = scoreGrading(grading);
  const themeCoverage = scored.themesCovered / themes.length;
  /** Tainted ones included. */
  const made = counted.map(({ theme, move }) => keyOf(theme, move));
  /** Moves that a judge would credit, had their support a citation. */
  const uncited = coverage.hits.length - made.length;
  return { ...scored, themeCoverage, made, uncited, grading };
}
