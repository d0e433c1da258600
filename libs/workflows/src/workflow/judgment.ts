/**
 * What a judge is asked for, what it may answer, and what scoring knows of the answer
 * that was judged.
 */

import { z } from 'zod';
import { excerpt, jsonOf } from '#values';
import type { Task } from '#contracts';
import type { MarketView } from '#market-view';
import { answerMarks } from './answer-marks.js';

const name = z.string().min(1).max(64);

export const judgingTerms = z.strictObject({
  /** The workflow whose answers are judged. */
  of: name,
  /** Dimensions scored from 0 to `most`; empty if the items of a rubric are judged. */
  dimensions: z.array(name).max(20).default([]),
  most: z.number().positive().default(5),
  /**
   * Whether the dimensions are checks, made in their order: each is passed or failed, and none
   * after the first failure is passed.
   */
  checks: z.literal(true).optional(),
  /**
   * HERCULEAN rounds scores to integers, by which answers that differ by less than a point
   * look the same.
   */
  rounding: z.literal('none', 'none: the rule `integer` of the paper is not supported').optional(),
  /** Items of the rubrics by the decision of reviewers; `open` ones have not been reviewed. */
  review: z.record(z.enum(['accept', 'edit', 'drop', 'open']), z.int().nonnegative()).optional(),
});
export type JudgingTerms = z.infer<typeof judgingTerms>;

export const judgmentSchema = z.strictObject({
  scores: z.record(name, z.number()).optional().describe('By dimension; fractions count.'),
  items: z
    .record(name, z.boolean())
    .optional()
    .describe('By item of the rubric: whether it is true of the answer.'),
});
export type Judgment = z.infer<typeof judgmentSchema>;

/**
 * An item of a rubric: a statement that is true or false of an answer. A negative one
 * names a mistake.
 */
export const rubricItem = z.strictObject({
  id: name,
  dimension: name,
  polarity: z.enum(['positive', 'negative']),
  text: z.string().min(1).max(2000),
  /** The expected value, if the item has one. */
  expected: z.string().max(500).nullable().default(null),
  /** The source of that value. */
  source: z.string().max(500).nullable().default(null),
});
export type RubricItem = z.infer<typeof rubricItem>;

/** Names of figures beside those of dimensions, and of members that every object has. */
const reserved = new Set(['overall', 'judged', '__proto__', 'constructor', 'prototype']);

const ownName = name.refine(
  (text) => !reserved.has(text.trim().toLowerCase()),
  `a name other than ${[...reserved].join(', ')}`,
);

/** An item that a person or a file gives. */
export const givenItem = rubricItem.extend({ id: ownName, dimension: ownName });

/** Kept apart from the tape, so that judges cannot read it. */
export const judgedSolution = z.strictObject({
  /** The agent that answered, its run, and the task of that run. */
  agent: z.string(),
  run: z.string(),
  task: z.string(),
  words: z.int().nonnegative(),
  /** Scores that code gave, by dimension. */
  known: z.record(name, z.number()),
  /** Scores that a judge may not exceed, by dimension. */
  caps: z.record(name, z.number()),
  /** What code found of an answer whose checks a judge repeats, and the cases of its run. */
  checked: z.strictObject({ class: z.string().max(64), cases: z.int().positive() }).optional(),
  /** What the run earned, as a fraction; null if nothing is earned. */
  money: z.number().nullable(),
  items: z.array(rubricItem),
  /** Whether the rubric was made from answers of the same agent. */
  isOwnRubric: z.boolean(),
  ...answerMarks,
  /** The judgment of a person, or of each of several. */
  gold: z.union([judgmentSchema, z.array(judgmentSchema).min(2)]).nullable(),
});
export type JudgedSolution = z.infer<typeof judgedSolution>;

/** Name of the input that holds the items of a rubric, as JSON. */
export const rubricInput = 'rubric';

/**
 * Why a judgment does not fit this task, in one line: it has to score exactly what was asked for.
 */
export function judgmentDefect(
  { scores = {}, items = {} }: Judgment,
  asked: Asked & { readonly terms: JudgingTerms },
): string | undefined {
  const { dimensions, most } = asked.terms;
  const named =
    namesDefect('scores', Object.keys(scores), dimensions) ??
    namesDefect('items', Object.keys(items), itemsOf(asked));
  if (named !== undefined) return named;
  const wrong = Object.entries(scores).find(([, score]) => score < 0 || score > most);
  if (wrong !== undefined) {
    return `answer.scores.${wrong[0]}: expected 0 to ${most}; found ${wrong[1]}`;
  }
  return asked.terms.checks ? checksDefect(dimensions, scores) : undefined;
}

function checksDefect(names: readonly string[], scores: Readonly<Record<string, number>>) {
  const failed = names.findIndex((name) => scores[name] === 0);
  const at = names.findIndex((name, place) => {
    const isAfter = failed >= 0 && place > failed;
    return isAfter ? scores[name] !== 0 : scores[name] !== 0 && scores[name] !== 1;
  });
  if (at < 0) return undefined;
  const isAfter = failed >= 0 && at > failed;
  const expected = isAfter
    ? `0 after the failed check ${names[failed]}`
    : '1 (passed) or 0 (failed)';
  return `answer.scores.${names[at]}: expected ${expected}; found ${scores[names[at]!]}`;
}

/** What a judge was asked, as it saw it. */
export interface Asked {
  readonly task: Task;
  readonly view: MarketView;
}

/** A text that comes with a task; undefined if it has none of this name. */
export function inputOf({ task, view }: Asked, name: string): string | undefined {
  const input = task.inputs.find((one) => one.name === name);
  return input && view.document(input.document.sha256);
}

function itemsOf(asked: Asked): string[] {
  const rubric = jsonOf(inputOf(asked, rubricInput) ?? '[]');
  const parsed = z.array(z.looseObject({ id: z.string() })).safeParse(rubric);
  return (parsed.data ?? []).map(({ id }) => id);
}

function namesDefect(where: string, found: readonly string[], expected: readonly string[]) {
  const missing = expected.find((one) => !found.includes(one));
  if (missing !== undefined) return `answer.${where}.${missing}: expected a value; found nothing`;
  const other = found.find((one) => !expected.includes(one));
  if (other === undefined) return undefined;
  const names = expected.length === 0 ? 'nothing' : expected.slice(0, 20).join(', ');
  return `answer.${where}: expected ${names}; found ${excerpt(other)}`;
}

/**
 * Scores of one answer by dimension, those of code included, and their mean; not rounded. Scores
 * stay as they were given, at most their cap. Of a rubric, a dimension is its passed items ÷ all ×
 * 10: an item passes when it is true of the answer, a negative one when it is false. Source:
 * HERCULEAN, H.2.
 */
export function scoredBy(judgment: Judgment, solution: JudgedSolution) {
  const { known, caps, items } = solution;
  const capped = Object.entries(judgment.scores ?? {}).map(
    ([dimension, score]) => [dimension, Math.min(score, caps[dimension] ?? score)] as const,
  );
  const byDimension = Map.groupBy(items, ({ dimension }) => dimension);
  const passed = [...byDimension].map(([dimension, own]) => {
    const count = own.filter((item) => passes(judgment, item)).length;
    return [dimension, (10 * count) / own.length] as const;
  });
  const dimensions = new Map(items.length > 0 ? passed : [...Object.entries(known), ...capped]);
  const sum = [...dimensions.values()].reduce((total, score) => total + score, 0);
  return { dimensions, overall: sum / dimensions.size };
}

const passes = ({ items = {} }: Judgment, { id, polarity }: RubricItem): boolean =>
  (items[id] ?? polarity === 'negative') === (polarity === 'positive');
