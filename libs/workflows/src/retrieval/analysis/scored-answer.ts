/** Scored answers to questions of retrieval: what the analyses read. */

import { invalidInput } from '#values';

/** From the fewest tools to the most. */
export const arms = ['none', 'web', 'tools', 'tools+web'] as const;
/** `data` and `system` are no fault of the agent. */
export const errorClasses =
  'period,series,field,sign,search,over-calculation,gave-up,other,data,system'.split(',');

export interface Question {
  readonly id: string;
  readonly category: string;
  readonly region: 'US' | 'non-US' | 'unknown';
  /** 1 to 12; null where it is unknown. */
  readonly fiscalYearEndMonth: number | null;
  readonly data: 'real' | 'synthetic';
  readonly periodType: string;
}

export interface Configuration {
  readonly name: string;
  readonly model: string | null;
  readonly arm: (typeof arms)[number];
  readonly reasoning: boolean;
  /** Extensions of the tools that are on, sorted; empty for the tools as published. */
  readonly switches: string;
  /** All else of the agent, as text; only its equals are compared for a switch. */
  readonly settings: string;
  /** From 0; repeats are compared number by number. */
  readonly repeat: number;
}

/** One question put to one configuration. Without an answer it is not right. */
export interface ScoredAnswer {
  readonly question: Question;
  readonly configuration: Configuration;
  readonly right: boolean;
  readonly gaveUp: boolean;
  /** How the question ended: one of nine, or `gave up` for a text that commits to no number. */
  readonly answerClass: string;
  /** One of `errorClasses`; null where the answer is right. */
  readonly error: string | null;
  readonly latencyMs: number | null;
  readonly tokens: number | null;
  /** By tool; 0 may be left out. */
  readonly calls: Readonly<Record<string, number>>;
  /** Whether the first search for a series found the one asked for; null where there was none. */
  readonly firstQueryHit: boolean | null;
  /** Of a first query that missed: `keyword` where it misses without its period too, else what is wrong with that. */
  readonly firstFailure: 'keyword' | 'convention' | 'granularity' | 'guidance' | 'other' | null;
}

export type Answers = readonly ScoredAnswer[];

/** In the order of their first answers. `InvalidInput` where a question is answered twice, or an error has no class. */
export function byConfiguration(answers: Answers): Answers[] {
  const seen = new Set<string>();
  for (const { configuration, question, right, error } of answers) {
    const where = `${configuration.name}, question ${question.id}`;
    if (seen.has(where)) throw invalidInput('a question that is answered twice', { where });
    seen.add(where);
    if (right ? error === null : errorClasses.includes(String(error))) continue;
    const expected = right ? 'null for a right answer' : errorClasses.join(', ');
    throw invalidInput('an unknown class of error', { where, expected, found: String(error) });
  }
  return [...Map.groupBy(answers, ({ configuration }) => configuration.name).values()];
}
