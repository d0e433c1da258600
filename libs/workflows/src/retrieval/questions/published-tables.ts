/**
 * Questions, responses, scores and tool traces as the four tables of FinRetrieval's published data
 * set: the columns of its Appendix B and data card, and our own `id`, `expected` and `facts`, so
 * that questions survive a round trip.
 */

import { z } from 'zod';
import { canonicalJson, excerpt, invalidInput, jsonOf } from '#values';
import { expectedOf } from '#contracts/parsing/schema-issue';
import type { CallRecord } from '#tools';
import { currencies } from '../../prose/currencies.js';
import { tokensOf } from '../../prose/tokens.js';
import { questionSchema, type Question } from '../score/schemas.js';
import { scoreAnswer } from '../score/score-answer.js';
import { retrievalAnswer, type RetrievalAnswer } from '../score/structured-answer.js';

/** By type. 64-bit integers come as text. */
const cells = {
  BIGINT: z.union([z.int(), z.string().regex(/^-?\d{1,15}$/)]).transform(Number),
  BOOLEAN: z.boolean(),
  VARCHAR: z.string(),
};
const whole = 'BIGINT';
const flag = 'BOOLEAN';
const text = 'VARCHAR';
const place = { index: whole, configuration: text } as const;

/** The columns of each file, in order; the first two identify the subject of a row. */
export const publishedTables = {
  questions: {
    index: whole,
    question: text,
    answer: text,
    value: text,
    unit: text,
    category: text,
    ticker: text,
    company: text,
    country: text,
    is_us: flag,
    fiscal_period: text,
    calendar_period: text,
    period_type: text,
    id: text,
    expected: text,
    facts: text,
  },
  responses: {
    ...place,
    response: text,
    status: text,
    duration_ms: whole,
    model: text,
    input_tokens: whole,
    output_tokens: whole,
  },
  scores: {
    ...place,
    is_correct: flag,
    expected_value: text,
    expected_unit: text,
    extracted_value: text,
    extracted_unit: text,
    could_extract: flag,
    error_reason: text,
  },
  tool_traces: { ...place, tool_calls: text, num_tool_calls: whole, total_duration_ms: whole },
} satisfies Record<string, Record<string, keyof typeof cells>>;

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** What one configuration did with a question. Null means not recorded. */
export interface PublishedAnswer {
  readonly response: RetrievalAnswer | null;
  readonly status: 'success' | 'error' | 'timeout';
  readonly model: string | null;
  readonly use: Readonly<Record<'duration_ms' | 'input_tokens' | 'output_tokens', number | null>>;
  /** With the texts of their results. */
  readonly calls: readonly (Omit<CallRecord, 'result' | 'bytes'> & { text?: string | undefined })[];
}

/** The facts of a question that are texts get columns; the others stay in `facts`. */
export function questionRow({ id, question, expected, ...facts }: Question, index: number): Row {
  const fact = (name: string) => (typeof facts[name] === 'string' ? facts[name] : null);
  return {
    index,
    question,
    id: `${id}`,
    answer: `${expected.value} ${expected.unit}`,
    // In ones, as `expected` has the value: the published unit is a scale.
    value: `${expected.value}`,
    unit: null,
    category: fact('category'),
    ticker: fact('ticker'),
    company: fact('company'),
    country: fact('country'),
    is_us: 'region' in facts ? facts['region'] === 'US' : null,
    fiscal_period: fact('fiscalPeriod'),
    calendar_period: fact('calendarPeriod'),
    period_type: fact('periodType'),
    facts: JSON.stringify(facts),
    expected: JSON.stringify(expected),
  };
}

/**
 * All columns of the other three tables. Scores are computed here; calls are recorded without
 * a time of day.
 */
export function answerRow(question: Question, { calls, use, ...answer }: PublishedAnswer): Row {
  const { expected } = question;
  const { response } = answer;
  const { right, value, why } = scoreAnswer(question, response);
  const shown = calls.map(({ arguments: input, text: output = null, error, ...call }) => ({
    id: `${call.ordinal}`,
    name: call.tool,
    timestamp: null,
    start_ms: null,
    duration_ms: call.durationMs,
    input: jsonOf(input) ?? input,
    output,
    is_error: error !== null,
    error_message: error,
  }));
  return {
    ...answer,
    response:
      typeof response === 'object' && response !== null ? canonicalJson(response) : response,
    ...use,
    duration_ms: use.duration_ms && Math.round(use.duration_ms),
    is_correct: right,
    expected_value: `${expected.value}`,
    expected_unit: expected.unit,
    extracted_value: value,
    extracted_unit: value && expected.unit,
    could_extract: value !== null,
    error_reason: right === true ? null : why,
    tool_calls: JSON.stringify(shown),
    num_tool_calls: calls.length,
    total_duration_ms: Math.round(calls.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

/** The members of a line of responses: an answer in parts comes as JSON. */
export function responseOf(text: string | null): { text: string | null } | { answer: object } {
  const { data } = retrievalAnswer.safeParse(jsonOf(text ?? ''));
  return typeof data === 'object' ? { answer: data } : { text };
}

/**
 * Checks rows of a file and leaves other columns out. `InvalidInput` names file, row and column.
 */
export function checkedRows(table: keyof typeof publishedTables, rows: readonly unknown[]): Row[] {
  const columns = Object.entries(publishedTables[table]).map(([name, type], at) => {
    return [name, at < 2 ? cells[type] : cells[type].nullish()];
  });
  const { data, error } = z.array(z.object(Object.fromEntries(columns))).safeParse(rows);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data as Row[];
  const [at, ...column] = issue.path;
  const where = [`${table}.parquet row ${Number(at) + 1}`, ...column].join(': ');
  throw invalidInput('not a row of this table', { where, expected: expectedOf(issue) });
}

/** A question that can be scored; one of another author is read from its answer in words. */
export function questionOfRow(row: Row): Question {
  const { index, id, question, expected, facts } = row;
  const inParts = { ...(jsonOf(`${facts}`) as object), expected: jsonOf(`${expected}`) };
  const shown = expected ? inParts : inWords(row);
  const { data } = questionSchema.safeParse({ ...shown, id: id ?? index, question });
  if (data !== undefined) return data;
  throw invalidInput('a question whose answer cannot be read', {
    where: `questions.parquet, index ${index}`,
    expected: 'a number in value, and a unit such as Million, % or none',
    found: excerpt(row['value']),
  });
}

const scales = [/thousand/i, /million/i, /billion/i, /trillion/i];
/** Currencies that a sign means before the others that share it, if no word names one. */
const usual = ['USD', 'JPY', 'GBP', 'EUR'];

/** Words that name a currency, and more often something else. */
const english = new Set('mark marks real won rand crown crowns sol'.split(' '));

/** The first currency that a text names; one that shares its sign with others comes last. */
function currencyIn(text: string): string | undefined {
  const tokens = tokensOf(text);
  const named = tokens.flatMap((_, at) => {
    const found = currencies.at(tokens, at)?.meaning;
    return found === undefined || english.has(tokens[at]!.low) ? [] : [found];
  });
  const [sure] = named.find(({ length }) => length === 1) ?? [];
  const open = named[0] ?? [];
  return sure ?? usual.find((code) => open.includes(code)) ?? open[0];
}

function inWords(row: Row): object {
  const { category, ticker, company, country, period_type: periodType, is_us: isUs } = row;
  return {
    category,
    ticker,
    company,
    country,
    periodType,
    region: regionOf(isUs),
    fiscalPeriod: row['fiscal_period'],
    calendarPeriod: row['calendar_period'],
    expected: expectedInWords(row),
  };
}

/** The digits that are written are those that count. */
function expectedInWords(row: Row): object {
  const word = (name: string): string => String(row[name] ?? '');
  const question = word('question');
  const answer = word('answer');
  const unit = word('unit');
  const digits = word('value').replaceAll(',', '').trim();
  const isRatio = /%|percent/i.test(`${unit} ${answer}`);
  const scale = unit || answer;
  const power = isRatio ? -2 : scales.findIndex((pattern) => pattern.test(scale)) * 3 + 3;
  const code = isRatio ? undefined : (currencyIn(answer) ?? currencyIn(question));
  const period = row['period_type'] === 'calendar' ? row['calendar_period'] : row['fiscal_period'];
  return {
    value: /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(`${digits}e${power}`) : null,
    unit: isRatio ? 'ratio' : unitInWords(code, question, `${unit} ${answer}`),
    currency: code ?? null,
    period: period ?? null,
    precision: Number(`1e${power - (digits.split('.')[1]?.length ?? 0)}`),
  };
}

/** The currency, by itself or for a share; without one, what is counted. */
function unitInWords(code: string | undefined, question: string, words: string): string {
  if (code === undefined) return /\bshares\b/i.test(words) ? 'shares' : 'units';
  return /\bper[- ](?:\w+ )?share\b/i.test(question) ? `${code} / shares` : code;
}

function regionOf(isUs: unknown): string | null {
  if (typeof isUs !== 'boolean') return null;
  return isUs ? 'US' : 'non-US';
}
