/** Grading: which moves an answer makes, by judges who quote, and what code makes of it with flagged claims. */

import { z } from 'zod';
import { excerpt, jsonOf } from '#values';
import type { Task } from '#contracts';
import type { MarketView } from '#market-view';
import { inputOf, rubricInput } from '../../judging/judgment.js';
import { quoteSchema, quotesDefect } from './grounding.js';
import { anyOverlap, finderIn, paragraphsAround, type Span } from '../text/passages.js';
import { rubricSchema } from '../rubric.js';
import { scoreGrading, type Grading, type GradingScore } from '../score-grading.js';

const hitSchema = z.strictObject({
  theme: z.string().describe('Id of the theme.'),
  move: z.string().describe('Id of the move in it.'),
  quote: quoteSchema,
  tainted: z.boolean().default(false).describe('Whether its support is among the flagged claims.'),
});
export type Hit = z.infer<typeof hitSchema>;

export const coverageSchema = z.strictObject({
  hits: z.array(hitSchema).max(2000),
  beyond: z.array(quoteSchema).max(20).default([]),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const synthesisSchema = z.strictObject({
  synthesis: z.boolean(),
  sentence: quoteSchema.optional().describe('The one that reconciles, where there is one.'),
});

/** Of one of the two tasks that an answer becomes. */
export const gradingJudgment = z.union([coverageSchema, synthesisSchema]);
export type GradingJudgment = z.infer<typeof gradingJudgment>;

const span = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

/** Beside the tape, so that no judge can read it. */
export const gradedSolution = z.strictObject({
  /** The answer, whose coverage and synthesis belong together. */
  answer: z.string(),
  asks: z.enum(['coverage', 'synthesis']),
  agent: z.string(),
  run: z.string(),
  task: z.string(),
  attempt: z.int().nonnegative(),
  /** Attempts and tasks that the agent answered, graded or not. */
  answered: z.strictObject({ attempts: z.int(), tasks: z.int() }),
  /** Model calls; null of an agent without a model. */
  steps: z.int().nonnegative().nullable(),
  /** Tool calls but for the submission; null where nothing was recorded. */
  calls: z.int().nonnegative().nullable(),
  rubric: rubricSchema,
  /** What grounding found; of the task on coverage alone, like what follows. */
  grounded: z
    .strictObject({
      claims: z.int().nonnegative(),
      flagged: z.array(z.string()).readonly(),
      groundings: z.int().positive(),
    })
    .optional(),
  report: z.string().optional(),
  /** Places of citations in the report. */
  citations: z.array(span).optional(),
});
export type GradedSolution = z.infer<typeof gradedSolution>;

interface Asked {
  readonly task: Task;
  readonly view: MarketView;
}

/** Why a judgment is none of this task, in one line. */
export function gradingDefect(judgment: GradingJudgment, asked: Asked): string | undefined {
  const rubric = inputOf(asked, rubricInput);
  if ('synthesis' in judgment) {
    if (rubric !== undefined) return 'answer: expected hits; found synthesis';
    const { synthesis, sentence } = judgment;
    if (synthesis && sentence === undefined)
      return 'answer.sentence: expected the sentence; found nothing';
    return sentence === undefined
      ? undefined
      : quotesDefect('sentence', [{ quote: sentence }], asked)?.replace('.0.quote', '');
  }
  if (rubric === undefined) return 'answer: expected synthesis; found hits';
  return hitsDefect(judgment, new Set(movesIn(rubric))) ?? coverageQuotes(judgment, asked);
}

const coverageQuotes = ({ hits, beyond }: Coverage, asked: Asked): string | undefined =>
  quotesDefect('hits', hits, asked) ??
  quotesDefect(
    'beyond',
    beyond.map((quote) => ({ quote })),
    asked,
  )?.replace('.quote', '');

function hitsDefect({ hits }: Coverage, known: ReadonlySet<string>): string | undefined {
  const seen = new Set<string>();
  for (const [at, hit] of hits.entries()) {
    const key = keyOf(hit.theme, hit.move);
    const found = excerpt(`${hit.theme} ${hit.move}`);
    if (!known.has(key)) return `answer.hits.${at}: expected a move of the rubric; found ${found}`;
    if (seen.has(key)) return `answer.hits.${at}: expected each move once; found ${found} again`;
    seen.add(key);
  }
  return undefined;
}

function movesIn(rubric: string): string[] {
  const { themes } = rubricSchema.pick({ themes: true }).parse(jsonOf(rubric));
  return themes.flatMap(({ id, moves }) => moves.map((move) => keyOf(id, move.id)));
}

export const keyOf = (theme: string, move: string): string => JSON.stringify([theme, move]);

/** An answer as it was graded by one judge. */
export interface GradedAnswer extends GradingScore {
  /** Share of themes that are covered. */
  readonly themeCoverage: number;
  readonly synthesis: boolean;
  /** Keys of the moves that are made, tainted ones included. */
  readonly made: readonly string[];
  /** Moves that a judge would credit, had their support a citation. */
  readonly uncited: number;
  readonly grading: Grading;
}

/**
 * A hit counts where its passage stands in the report and, with `mustCite`, in a paragraph that cites a file. It is
 * tainted where the judge says so, and where its passage shares characters with a flagged claim.
 */
export function gradedBy(
  coverage: Coverage,
  synthesis: boolean,
  { solution, mustCite }: { readonly solution: GradedSolution; readonly mustCite: boolean },
): GradedAnswer {
  const { rubric, report = '', grounded, citations = [] } = solution;
  const find = finderIn(report);
  const flagged = (grounded?.flagged ?? []).flatMap(find);
  const cited = citations.map(([from, to]): Span => ({ from, to }));
  const located = coverage.hits.map((hit) => {
    const spans = find(hit.quote);
    const around = spans.map((one) => paragraphsAround(report, one));
    const isCited = !mustCite || anyOverlap(around, cited);
    return { ...hit, isCited, isTainted: hit.tainted || anyOverlap(spans, flagged) };
  });
  const counted = located.filter(({ isCited }) => isCited);
  const themes = rubric.themes.map(({ id, moves }) => {
    const own = counted.filter(({ theme }) => theme === id);
    const tainted = own.filter(({ isTainted }) => isTainted).map(({ move }) => move);
    return { n: moves.length, hit: own.map(({ move }) => move), tainted };
  });
  const grading = { themes, synthesis };
  const scored = scoreGrading(grading);
  return {
    ...scored,
    themeCoverage: scored.themesCovered / themes.length,
    synthesis,
    made: counted.map(({ theme, move }) => keyOf(theme, move)),
    uncited: located.length - counted.length,
    grading,
  };
}
