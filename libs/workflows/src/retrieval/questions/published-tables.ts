/**
 * Questions, responses, scores and tool traces as the four tables of FinRetrieval's published data set: the columns of
 * its Appendix B and data card, and of our own `id`, `expected` and `facts`, so that nothing of a question is lost.
 */

import { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { expectedOf } from '#contracts/schema-issue';
import { currenciesIn } from '../../figures/amounts.js';
import { questionSchema, type ExpectedAnswer, type Question } from '../score/schemas.js';
import { scoreResponse } from '../score/score-response.js';

const key = { index: 'BIGINT', configuration: 'VARCHAR' } as const;
const text = (...names: string[]): Record<string, 'VARCHAR'> =>
  Object.fromEntries(names.map((name) => [name, 'VARCHAR']));

/** The columns of each file, in order. */
export const publishedTables = {
  questions: {
    index: 'BIGINT',
    ...text('question', 'answer', 'value', 'unit', 'category', 'ticker', 'company', 'country'),
    is_us: 'BOOLEAN',
    ...text('fiscal_period', 'calendar_period', 'period_type', 'id', 'expected', 'facts'),
  },
  responses: {
    ...{ ...key, response: 'VARCHAR', status: 'VARCHAR', duration_ms: 'BIGINT', model: 'VARCHAR' },
    ...{ input_tokens: 'BIGINT', output_tokens: 'BIGINT' },
  },
  scores: {
    ...{ ...key, is_correct: 'BOOLEAN' },
    ...text('expected_value', 'expected_unit', 'extracted_value', 'extracted_unit'),
    ...{ could_extract: 'BOOLEAN', error_reason: 'VARCHAR' },
  },
  tool_traces: {
    ...{ ...key, tool_calls: 'VARCHAR', num_tool_calls: 'BIGINT', total_duration_ms: 'BIGINT' },
  },
} as const satisfies Record<string, Record<string, 'BIGINT' | 'BOOLEAN' | 'VARCHAR'>>;

export type PublishedTable = keyof typeof publishedTables;
type Row = Readonly<Record<string, string | number | boolean | null>>;
export type PublishedRows = Readonly<Record<PublishedTable, readonly Row[]>>;

/** What one configuration did with a question. Null is what was not recorded. */
export interface PublishedAnswer {
  readonly response: string | null;
  readonly status: 'success' | 'error' | 'timeout';
  readonly durationMs: number | null;
  readonly model: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: unknown;
    readonly output: string | null;
    readonly error: string | null;
    readonly durationMs: number;
  }[];
}

/** Rows of the four tables; answers by configuration, each list in the order of the questions. Scores are ours. */
export function publishedRows(
  questions: readonly Question[],
  answers: ReadonlyMap<string, readonly PublishedAnswer[]>,
): PublishedRows {
  const all = [...answers].flatMap(([configuration, own]) =>
    own.map((answer, index) => ({ place: { index, configuration }, answer })),
  );
  return {
    questions: questions.map(questionRow),
    responses: all.map(({ place, answer }) => ({
      ...{ ...place, response: answer.response, status: answer.status, model: answer.model },
      duration_ms: rounded(answer.durationMs),
      ...{ input_tokens: answer.inputTokens, output_tokens: answer.outputTokens },
    })),
    scores: all.map(({ place, answer }) => {
      const question = questions[place.index] as Question;
      return { ...place, ...scoreRow(question, answer.response) };
    }),
    tool_traces: all.map(({ place, answer: { calls } }) => ({
      ...place,
      tool_calls: JSON.stringify(calls.map(callOf)),
      num_tool_calls: calls.length,
      total_duration_ms: rounded(calls.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    })),
  };
}

const rounded = (value: number | null): number | null => value && Math.round(value);

function questionRow({ id, question, expected, ...facts }: Question, index: number): Row {
  const fact = (name: string): string | null =>
    typeof facts[name] === 'string' ? facts[name] : null;
  return {
    ...{ index, question, id: String(id), answer: `${expected.value} ${expected.unit}` },
    // In ones, as the value stands in `expected`: the published unit is a scale.
    ...{ value: String(expected.value), unit: null },
    ...{ category: fact('category'), ticker: fact('ticker'), company: fact('company') },
    ...{ country: fact('country'), is_us: 'region' in facts ? facts['region'] === 'US' : null },
    ...{ fiscal_period: fact('fiscalPeriod'), calendar_period: fact('calendarPeriod') },
    period_type: fact('periodType'),
    ...{ expected: JSON.stringify(expected), facts: JSON.stringify(facts) },
  };
}

function scoreRow(question: Question, response: string | null): Row {
  const { id, expected } = question;
  const { right, value, why } = scoreResponse(question, { id, text: response });
  return {
    ...{ is_correct: right, expected_value: String(expected.value), expected_unit: expected.unit },
    ...{ extracted_value: value, extracted_unit: value === null ? null : expected.unit },
    ...{ could_extract: value !== null, error_reason: right ? null : why },
  };
}

/** Times of day are not recorded of a call. */
const callOf = ({ error, durationMs, id, name, ...call }: PublishedAnswer['calls'][number]) => ({
  ...{ id, name, timestamp: null, start_ms: null, duration_ms: durationMs, ...call },
  ...{ is_error: error !== null, error_message: error },
});

const cells = {
  // 64-bit integers come as text.
  BIGINT: z
    .union([z.int(), z.string().regex(/^-?\d{1,15}$/)])
    .transform(Number)
    .nullish(),
  BOOLEAN: z.boolean().nullish(),
  VARCHAR: z.string().nullish(),
};

/** Checks rows of a file and leaves other columns out. `InvalidInput` names file, row and column. */
export function publishedRowsOf(
  table: PublishedTable,
  rows: readonly unknown[],
  file: string,
): Row[] {
  const columns = Object.entries<keyof typeof cells>(publishedTables[table]);
  const schema = z.object({
    ...Object.fromEntries(columns.map(([name, type]) => [name, cells[type]])),
    index: cells.BIGINT.unwrap().unwrap(),
    ...(table === 'questions' ? { question: z.string() } : { configuration: z.string().min(1) }),
  });
  return rows.map((row, at) => {
    const { data, error } = schema.safeParse(row);
    const [issue] = error?.issues ?? [];
    if (issue === undefined) return data as Row;
    const where = [`${file} row ${at + 1}`, ...issue.path].join(': ');
    throw invalidInput('not a row of this table', { where, expected: expectedOf(issue) });
  });
}

/** A row as a question that can be scored; one of another author is read from its answer in words. */
export function questionOfRow(row: Row, file: string): Question {
  const { id, index, question, expected, facts } = row;
  const own = typeof expected === 'string' ? jsonOf(expected) : expectedOfRow(row);
  const more = typeof facts === 'string' ? (jsonOf(facts) as object) : factsOfRow(row);
  const parsed = questionSchema.safeParse({ ...more, id: id ?? index, question, expected: own });
  if (parsed.success) return parsed.data;
  throw invalidInput('a question whose answer cannot be read', {
    where: `${file}, index ${String(index)}`,
    expected: 'a number in value, and a unit such as Million, % or none',
    found: excerpt(row['value']),
  });
}

const factsOfRow = ({ category, ticker, company, country, ...row }: Row) => ({
  ...{ category, ticker, company, country, periodType: row['period_type'] },
  region:
    row['is_us'] === undefined || row['is_us'] === null ? null : row['is_us'] ? 'US' : 'non-US',
  ...{ fiscalPeriod: row['fiscal_period'], calendarPeriod: row['calendar_period'] },
});

/** What a sign means that several currencies share, where no word says which one. */
const signs: Readonly<Record<string, string>> = { $: 'USD', '¥': 'JPY' };
const scales = [/thousand/i, /million/i, /billion/i, /trillion/i];

/** Value, scale and currency as the published columns and words say them; the digits written are those that count. */
function expectedOfRow(row: Row): Partial<ExpectedAnswer> {
  const word = (name: string): string => String(row[name] ?? '');
  const [question, answer, unit] = [word('question'), word('answer'), word('unit')];
  const digits = word('value').replaceAll(',', '').trim();
  if (!/^-?\d{1,30}(\.\d{1,30})?$/.test(digits)) return {};
  const isRatio = /%|percent/i.test(`${unit} ${answer}`);
  const scale = scales.findIndex((one) => one.test(unit === '' ? answer : unit));
  const power = isRatio ? -2 : scale * 3 + 3;
  const named = currenciesIn(`${answer} ${question}`).map(({ code }) => code);
  const code = named.find((one) => one.length === 3) ?? signs[named[0] ?? ''];
  const currency = isRatio ? null : (code ?? null);
  const count = /\bshares\b/i.test(`${unit} ${answer}`) ? 'shares' : 'units';
  const isEach = currency !== null && /\bper[- ](?:\w+ )?share\b/i.test(question);
  const period = row['period_type'] === 'calendar' ? row['calendar_period'] : row['fiscal_period'];
  return {
    value: Number(`${digits}e${power}`),
    unit: isRatio ? 'ratio' : isEach ? `${currency} / shares` : (currency ?? count),
    ...{ currency, period: typeof period === 'string' ? period : null },
    precision: Number(`1e${power - (digits.split('.')[1]?.length ?? 0)}`),
  };
}
