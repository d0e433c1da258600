/**
 * Questions, responses, scores and tool traces as the four tables of FinRetrieval's published data set: the columns of
 * its Appendix B and data card, and our own `id`, `expected` and `facts`, so that nothing of a question is lost.
 */

import { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { expectedOf } from '#contracts/schema-issue';
import type { CallRecord } from '#tools';
import { currenciesIn } from '../../figures/amounts.js';
import { questionSchema, type Question } from '../score/schemas.js';
import { scoreResponse } from '../score/score-response.js';

/** By type: 64-bit integers come as text. */
const cells = {
  BIGINT: z.union([z.int(), z.string().regex(/^-?\d{1,15}$/)]).transform(Number),
  BOOLEAN: z.boolean(),
  VARCHAR: z.string(),
};
type Type = keyof typeof cells;
type Row = Readonly<Record<string, string | number | boolean | null>>;
const [place, text] = [{ index: 'BIGINT', configuration: 'VARCHAR' }, 'VARCHAR'] as const;

/** The columns of each file, in order; the first two say what a row is about. */
export const publishedTables = {
  questions: {
    ...{ index: 'BIGINT', question: text, answer: text, value: text, unit: text, category: text },
    ...{ ticker: text, company: text, country: text, is_us: 'BOOLEAN', fiscal_period: text },
    ...{ calendar_period: text, period_type: text, id: text, expected: text, facts: text },
  },
  responses: {
    ...{ ...place, response: text, status: text, duration_ms: 'BIGINT', model: text },
    ...{ input_tokens: 'BIGINT', output_tokens: 'BIGINT' },
  },
  scores: {
    ...{ ...place, is_correct: 'BOOLEAN', expected_value: text, expected_unit: text },
    ...{
      extracted_value: text,
      extracted_unit: text,
      could_extract: 'BOOLEAN',
      error_reason: text,
    },
  },
  tool_traces: {
    ...{ ...place, tool_calls: text, num_tool_calls: 'BIGINT', total_duration_ms: 'BIGINT' },
  },
} as const satisfies Record<string, Record<string, Type>>;

export type PublishedTable = keyof typeof publishedTables;

/** What one configuration did with a question. Null is what was not recorded. */
export interface PublishedAnswer {
  readonly status: 'success' | 'error' | 'timeout';
  readonly response: string | null;
  readonly duration_ms: number | null;
  readonly model: string | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  /** With the texts of their results. */
  readonly calls: readonly (Omit<CallRecord, 'result' | 'bytes'> & {
    readonly text?: string | undefined;
  })[];
}

/** The row of a question; what it says of itself is text, or left to `facts`. */
export function questionRow({ id, question, expected, ...facts }: Question, index: number): Row {
  const fact = (name: string) => (typeof facts[name] === 'string' ? facts[name] : null);
  return {
    // In ones, as the value stands in `expected`: the published unit is a scale.
    ...{
      index,
      question,
      answer: `${expected.value} ${expected.unit}`,
      value: `${expected.value}`,
    },
    ...{ unit: null, category: fact('category'), ticker: fact('ticker'), company: fact('company') },
    ...{ country: fact('country'), is_us: 'region' in facts ? facts['region'] === 'US' : null },
    ...{ fiscal_period: fact('fiscalPeriod'), calendar_period: fact('calendarPeriod') },
    ...{ period_type: fact('periodType'), id: `${id}` },
    ...{ expected: JSON.stringify(expected), facts: JSON.stringify(facts) },
  };
}

/** All columns of the other three tables. Scores are ours; times of day are not recorded of a call. */
export function answerRow(question: Question, { calls, ...answer }: PublishedAnswer): Row {
  const { id, expected } = question;
  const { right, value, why } = scoreResponse(question, { id, text: answer.response });
  const told = calls.map(
    ({ ordinal, tool, arguments: input, text: output, error, durationMs }) => ({
      ...{ id: `${ordinal}`, name: tool, timestamp: null, start_ms: null, duration_ms: durationMs },
      ...{ input: jsonOf(input) ?? input, output: output ?? null },
      ...{ is_error: error !== null, error_message: error },
    }),
  );
  return {
    ...{ ...answer, duration_ms: answer.duration_ms && Math.round(answer.duration_ms) },
    ...{ is_correct: right, expected_value: `${expected.value}`, expected_unit: expected.unit },
    ...{ extracted_value: value, extracted_unit: value && expected.unit },
    ...{ could_extract: value !== null, error_reason: right ? null : why },
    ...{ tool_calls: JSON.stringify(told), num_tool_calls: calls.length },
    total_duration_ms: Math.round(calls.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

/** Checks rows of a file and leaves other columns out. `InvalidInput` names file, row and column. */
export function publishedRowsOf(
  table: PublishedTable,
  rows: readonly unknown[],
  file: string,
): Row[] {
  const columns = Object.entries<Type>(publishedTables[table]).map(([name, type], at) => {
    return [name, at < 2 ? cells[type] : cells[type].nullish()];
  });
  const { data, error } = z.array(z.object(Object.fromEntries(columns))).safeParse(rows);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data as Row[];
  const [at, ...column] = issue.path;
  const where = [`${file} row ${Number(at) + 1}`, ...column].join(': ');
  throw invalidInput('not a row of this table', { where, expected: expectedOf(issue) });
}

/** A row as a question that can be scored; one of another author is read from its answer in words. */
export function questionOfRow(row: Row, file: string): Question {
  const { index, id, question, value, expected, facts } = row;
  const { data } = questionSchema.safeParse({
    ...(facts ? (jsonOf(String(facts)) as object) : factsOfRow(row)),
    ...{ id: id ?? index, question },
    expected: expected ? jsonOf(String(expected)) : expectedOfRow(row),
  });
  if (data !== undefined) return data;
  throw invalidInput('a question whose answer cannot be read', {
    where: `${file}, index ${index}`,
    expected: 'a number in value, and a unit such as Million, % or none',
    found: excerpt(value),
  });
}

const factsOfRow = ({ category, ticker, company, country, is_us: isUs, ...row }: Row) => ({
  ...{ category, ticker, company, country, periodType: row['period_type'] },
  region: typeof isUs === 'boolean' ? (isUs ? 'US' : 'non-US') : null,
  ...{ fiscalPeriod: row['fiscal_period'], calendarPeriod: row['calendar_period'] },
});

/** Value, scale and currency as the published columns and words say them; the digits written are those that count. */
function expectedOfRow(row: Row) {
  const word = (name: string): string => String(row[name] ?? '');
  const [question, answer, unit] = [word('question'), word('answer'), word('unit')];
  const isRatio = /%|percent/i.test(`${unit} ${answer}`);
  const scale = ['thousand', 'million', 'billion', 'trillion'].findIndex((one) =>
    (unit || answer).toLowerCase().includes(one),
  );
  const power = isRatio ? -2 : scale * 3 + 3;
  const named = currenciesIn(`${answer} ${question}`).map(({ code }) => code);
  // A sign that several currencies share means one of these where no word says which.
  const shared = new Map([
    ['$', 'USD'],
    ['¥', 'JPY'],
  ]).get(named[0] ?? '');
  const currency = isRatio ? null : (named.find((one) => one.length === 3) ?? shared ?? null);
  const count = /\bshares\b/i.test(`${unit} ${answer}`) ? 'shares' : 'units';
  const isEach = currency !== null && /\bper[- ](?:\w+ )?share\b/i.test(question);
  const digits = word('value').replaceAll(',', '').trim();
  return {
    value: Number(`${digits}e${power}`),
    unit: isRatio ? 'ratio' : isEach ? `${currency} / shares` : (currency ?? count),
    currency,
    period: row[word('period_type') === 'calendar' ? 'calendar_period' : 'fiscal_period'] ?? null,
    precision: Number(`1e${power - (digits.split('.')[1]?.length ?? 0)}`),
  };
}
