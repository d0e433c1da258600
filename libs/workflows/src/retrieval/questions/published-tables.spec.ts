/**
 * The four tables of the published data set: ours are read again as they were, others
 * by their words.
 */

import { describe, expect, it } from 'vitest';
import { scoreResponse } from '../score/score-response.js';
import { questionSchema } from '../score/schemas.js';
import { fundamentalsStores } from '../store/fundamentals-store.js';
import { syntheticFundamentals } from '../store/synthetic-source.js';
import { makeQuestions } from './make-questions.js';
import {
  answerRow,
  checkedRows,
  publishedTables,
  questionOfRow,
  questionRow,
  type PublishedAnswer,
} from './published-tables.js';

const store = fundamentalsStores(syntheticFundamentals({ seed: 5 }))(Infinity);
const questions = makeQuestions(store, { count: 60, seed: 1 }).map(({ facts, ...one }) =>
  questionSchema.parse({ ...one, ...facts }),
);
const silent: PublishedAnswer = {
  response: null,
  status: 'timeout',
  model: null,
  calls: [],
  use: { duration_ms: null, input_tokens: null, output_tokens: null },
};
const spoken: PublishedAnswer = {
  response: 'It was 12.',
  status: 'success',
  model: 'test/m-1',
  use: { duration_ms: 1200.4, input_tokens: 100, output_tokens: 20 },
  calls: [
    { ordinal: 1, tool: 'a', arguments: '{"x":1}', text: '[]', error: null, durationMs: 2.2 },
    { ordinal: 2, tool: 'b', arguments: '{}', error: 'no such', durationMs: 0.4 },
  ],
};

describe('tables that are written', () => {
  const right = questions.map(({ expected }) => ({
    ...spoken,
    response:
      expected.unit === 'ratio' ? `${expected.value}` : `${expected.value} ${expected.unit}`,
  }));
  const answers = [right, questions.map(() => silent)].flatMap((outcomes) =>
    outcomes.map((answer, index) => answerRow(questions[index]!, answer)),
  );
  const asked = questions.map(questionRow);

  it('have the columns of the paper', () => {
    const { questions: ofQuestions, ...others } = publishedTables;
    for (const row of asked)
      expect(Object.keys(row).sort()).toEqual(Object.keys(ofQuestions).sort());
    // One row serves the three other tables, whose first two columns are the index and the
    // configuration.
    const ofAnswers = Object.values(others).flatMap((columns) => Object.keys(columns).slice(2));
    for (const row of answers) expect(Object.keys(row).sort()).toEqual(ofAnswers.sort());
    expect(answers).toHaveLength(120);
    expect(answers[0]).toMatchObject({ duration_ms: 1200, input_tokens: 100 });
    expect(asked[0]).toMatchObject({ index: 0, id: 'q01' });
    expect(['US', 'non-US'].indexOf(String(questions[0]?.['region']))).toBe(
      asked[0]?.['is_us'] === true ? 0 : 1,
    );
  });

  it('have scores by code, and why a response is wrong', () => {
    expect(answers.slice(0, 60).every((row) => row['is_correct'] === true)).toBe(true);
    expect(answers[60]).toMatchObject({
      is_correct: false,
      could_extract: false,
      extracted_value: null,
      error_reason: 'no value',
    });
  });

  it('have each tool call', () => {
    const [trace] = answers;
    expect(trace).toMatchObject({ num_tool_calls: 2, total_duration_ms: 3 });
    expect(JSON.parse(String(trace?.['tool_calls']))).toEqual([
      {
        id: '1',
        name: 'a',
        timestamp: null,
        start_ms: null,
        duration_ms: 2.2,
        input: { x: 1 },
        output: '[]',
        is_error: false,
        error_message: null,
      },
      {
        id: '2',
        name: 'b',
        timestamp: null,
        start_ms: null,
        duration_ms: 0.4,
        input: {},
        output: null,
        is_error: true,
        error_message: 'no such',
      },
    ]);
  });

  it('are read again as they were', () => {
    // DuckDB hands 64-bit integers out as text.
    const read = asked.map((row) => ({ ...row, index: String(row['index']) }));
    const again = checkedRows('questions', read);
    expect(again.map((row) => questionOfRow(row))).toEqual(questions);
  });
});

describe('tables of another author', () => {
  const row = (question: string, answer: string, value: string, unit: string | null) =>
    questionOfRow(
      checkedRows('questions', [
        {
          index: 7,
          question,
          answer,
          value,
          unit,
          ticker: 'ABC',
          company: 'Abc',
          country: 'USA',
          is_us: true,
          category: 'Cash Flow',
          period_type: 'fiscal',
          fiscal_period: '2020FY',
          calendar_period: '2020Q4',
          total: 4,
        },
      ])[0]!,
    );

  it.each([
    ['What was it, in USD millions?', '$472 million', '472', 'Million', 472e6, 'USD', 1e6],
    ['What was it, in CAD millions?', 'CAD 68.4 million', '68.4', 'Million', 68.4e6, 'CAD', 1e5],
    ['What was it, in JPY millions?', '¥27,000 million', '27,000', 'Million', 27e9, 'JPY', 1e6],
    ['What was the loss, in USD thousands?', '-$53 thousand', '-53', null, -53e3, 'USD', 1e3],
    ['What was the margin?', '41.5%', '41.5', '%', 0.415, 'ratio', 0.001],
    [
      'What was revenue, in thousands of Brazilian reais?',
      '850,713 thousand',
      '850,713',
      null,
      850_713e3,
      'BRL',
      1e3,
    ],
    ['How many systems were in the backlog?', '10 units', '10', null, 10, 'units', 1],
    [
      'How many shares, in millions?',
      '81.2 million shares',
      '81.2',
      'Million',
      81.2e6,
      'shares',
      1e5,
    ],
    ['What were earnings per diluted share?', '€1.25', '1.25', null, 1.25, 'EUR / shares', 0.01],
  ])('%s %s', (question, answer, digits, unit, value, expectedUnit, precision) => {
    const read = row(question, answer, digits, unit);
    expect(read).toMatchObject({ id: 7, region: 'US', periodType: 'fiscal' });
    expect(read.expected).toMatchObject({ value, unit: expectedUnit, precision, period: '2020FY' });
    // Its own answer in words is right.
    expect(scoreResponse(read, { id: 7, text: answer })).toMatchObject({ right: true });
  });

  it('are refused when an answer cannot be read, or a column is of another type', () => {
    for (const digits of ['ten', '0x10', '+5', '5.', '', '1e400']) {
      expect(() => row('What?', 'about ten', digits, null), digits).toThrow(
        /questions\.parquet, index 7: a question whose answer cannot be read/,
      );
    }
    const bad = { index: 0, configuration: 'a', is_correct: 'yes' };
    expect(() => checkedRows('scores', [bad])).toThrow(/scores\.parquet row 1: is_correct/);
    expect(() => checkedRows('responses', [{ index: 0 }])).toThrow(
      /responses\.parquet row 1: configuration/,
    );
  });
});
