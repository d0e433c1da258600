/**
 * The rule that reads questions: what it asks of the tools, and what it makes of each of
 * their answers.
 */

import { describe, expect, it } from 'vitest';
import type { ToolRule } from '#agents/seat/work';
import { makeQuestions } from './questions/make-questions.js';
import { retriever } from './retriever.js';
import { scoreResponse } from './score/score-response.js';
import { fundamentalsStores } from './store/fundamentals-store.js';
import { retrievalSwitches } from './store/retrieval-terms.js';
import { syntheticFundamentals } from './store/synthetic-source.js';
import { callTool } from './tool-call.fixture.js';

type Call = Parameters<ToolRule>[0]['call'];

/** The answer to a question, and what was asked of the tools. */
function read(instruction: string, tools: Call) {
  const asked: [tool: string, args: object][] = [];
  let answer = '';
  const call: Call = (tool, args) => {
    if (tool === 'get_task') return { instruction, inputs: [] };
    if (tool === 'submit_answer') {
      ({ answer } = args as { answer: string });
      return {};
    }
    asked.push([tool, args]);
    return tools(tool, args);
  };
  void retriever({ question: null as never, config: null as never, call });
  return { answer, asked };
}

describe('a question that was drawn', () => {
  const store = fundamentalsStores(syntheticFundamentals({ seed: 7 }))(Infinity);
  const questions = makeQuestions(store, { count: 300, seed: 3 });
  const all = Object.fromEntries(retrievalSwitches.map((name) => [name, true]));

  it('is answered right through tools with every switch on', () => {
    const wrong = questions.flatMap((question) => {
      const { answer } = read(question.question, (tool, args) =>
        callTool(store, [tool, args], all),
      );
      const verdict = scoreResponse(question, { id: question.id, text: answer });
      return verdict.right ? [] : [`${question.question} ${answer}: ${verdict.why}`];
    });
    expect(questions).toHaveLength(300);
    expect(wrong).toEqual([]);
  });
});

/** Tools of one company and one series. */
interface Scripted {
  readonly company?: { readonly company_id: string; readonly fiscal_year_end?: string } | null;
  readonly series?: { readonly id: string } | null;
  readonly values?: readonly { readonly value: number; readonly context: string }[];
}
const scripted =
  ({ company = { company_id: 'k1' }, series = { id: 'sales' }, values = [] }: Scripted): Call =>
  (tool) => {
    if (tool === 'discover_companies') return company === null ? [] : [company];
    if (tool === 'discover_company_series') return series === null ? [] : [series];
    return values;
  };
const listOf = (period: string): string =>
  `Look up "Revenue, Total" (Income Statement) of Gear Company (GEAR) ${period}, in USD.`;
const usd = (value: number, more = '') => ({ value, context: `Total; unit: USD${more}` });

describe('what is asked of the tools', () => {
  it('is the company by its ticker, the series by its names, and the values of one period', () => {
    const { answer, asked } = read(
      listOf('in fiscal 2023'),
      scripted({ values: [usd(450), usd(451)] }),
    );
    expect(asked).toEqual([
      ['discover_companies', { keywords: ['GEAR'] }],
      [
        'discover_company_series',
        { company_id: 'k1', keywords: ['Income Statement Revenue, Total'] },
      ],
      [
        'get_company_fundamentals',
        { company_id: 'k1', periods: ['2023FY'], series_ids: ['sales'] },
      ],
    ]);
    expect(answer).toBe('450 USD');
  });

  it.each([
    ['What was "Revenue" (Sales) of Gear Company in fiscal 2023, in USD?', 'Gear Company'],
    ['What did Gear Company report as "Revenue" (Sales) in fiscal 2023?', 'Gear Company'],
    ['What did Gear Company (GEAR) report as "Revenue" (Sales) in fiscal 2023?', 'GEAR'],
    ['What was "Revenue" (Sales) of Gear Company (GEAR) as of March 31, 2023?', 'GEAR'],
    ['What was "Revenue" (Sales) of Gear Company (GEAR) at the end of fiscal 2023?', 'GEAR'],
    ['Look up "Revenue" (Sales) of Gear Company (GEAR) for fiscal 2023, in USD.', 'GEAR'],
  ])('is the company of: %s', (question, keyword) => {
    const { asked } = read(question, scripted({ values: [usd(1)] }));
    expect(asked[0]).toEqual(['discover_companies', { keywords: [keyword] }]);
  });

  const periodsOf = (period: string, fiscalYearEnd?: string): unknown => {
    const end = fiscalYearEnd === undefined ? {} : { fiscal_year_end: fiscalYearEnd };
    const { asked } = read(listOf(period), scripted({ company: { company_id: 'k1', ...end } }));
    return (asked[2]![1] as { periods: unknown }).periods;
  };

  it.each([
    ['in fiscal 2023', ['2023FY']],
    ['in the first quarter of fiscal 2023', ['2023Q1']],
    ['in the second quarter of fiscal 2023', ['2023Q2']],
    ['in the third quarter of fiscal 2023', ['2023Q3']],
    ['in the fourth quarter of fiscal 2023', ['2023Q4']],
    ['in the first half of fiscal 2023', ['2023H1']],
    ['in the second half of fiscal 2023', ['2023H2']],
    ['in the first six months of fiscal 2023', ['2023Q2', '2023H1']],
    ['in the first nine months of fiscal 2023', ['2023Q3']],
    // Guidance is stored under the period that it was announced with.
    [
      'for fiscal 2024, as announced with the results for the first quarter of fiscal 2023',
      ['2023Q1'],
    ],
  ])('is the period of: %s', (period, expected) => {
    expect(periodsOf(period)).toEqual(expected);
  });

  it.each<[period: string, fiscalYearEnd: string | undefined, label: string]>([
    ['in the 12 months from January 1, 2023 to December 31, 2023', undefined, '2023FY'],
    ['in the 3 months from April 1, 2023 to June 30, 2023', undefined, '2023Q2'],
    ['in the 12 months from April 1, 2023 to March 31, 2024', 'March', '2024FY'],
    [
      'in the 12 months from April 1, 2023 to March 31, 2024',
      'March; 2022FY starts in 2022',
      '2023FY',
    ],
    [
      'in the 12 months from April 1, 2023 to March 31, 2024',
      'March; 2022FY starts in 2021',
      '2024FY',
    ],
    // No part of the company's fiscal year: named by the calendar.
    ['in the 12 months from April 1, 2023 to March 31, 2024', undefined, '2024FY'],
    ['in the 3 months from May 1, 2023 to July 31, 2023', undefined, '2023Q3'],
    ['as of December 31, 2023', undefined, '2023FY'],
    ['as of March 31, 2024', 'March', '2024FY'],
    ['as of June 30, 2023', 'March', '2024Q1'],
    ['as of February 28, 2023', undefined, '2023Q1'],
    ['as of November 30, 2023', undefined, '2023Q4'],
  ])('is the label of: %s, of a fiscal year to %s', (period, fiscalYearEnd, label) => {
    expect(periodsOf(period, fiscalYearEnd)).toEqual([label]);
  });
});

describe('the value that is meant', () => {
  it('is the last of those days, or else the first', () => {
    const days = (span: string, value: number) => usd(value, `; days: ${span}`);
    const values = [
      days('2023-01-01 to 2023-12-31', 1),
      days('2023-04-01 to 2024-03-31', 2),
      days('2023-04-01 to 2024-03-31; restated', 3),
      days('2024-03-30', 4),
    ];
    const period = 'in the 12 months from April 1, 2023 to March 31, 2024';
    expect(read(listOf(period), scripted({ values })).answer).toBe('3 USD');
    const others = values.toSpliced(1, 2);
    expect(read(listOf(period), scripted({ values: others })).answer).toBe('1 USD');
    expect(read(listOf('as of March 30, 2024'), scripted({ values })).answer).toBe('4 USD');
  });

  it('of guidance is that about the period, if it is the one that was announced last', () => {
    const values = [usd(1), usd(2, '; about: 2024FY; x'), usd(3, '; about: 2025FY; x')];
    const last = 'for fiscal 2024, as last announced';
    expect(read(listOf(last), scripted({ values })).answer).toBe('2 USD');
    expect(read(listOf('for fiscal 2024'), scripted({ values })).answer).toBe('1 USD');
  });

  it('has its unit, unless it is a ratio', () => {
    const answerOf = (context: string) =>
      read(listOf('in fiscal 2023'), scripted({ values: [{ value: 0.25, context }] })).answer;
    expect(answerOf('Tax; unit: USD / shares; days: 2023-12-31')).toBe('0.25 USD / shares');
    expect(answerOf('Tax; unit: ratio; days: 2023-12-31')).toBe('0.25');
    expect(answerOf('Tax')).toBe('0.25');
  });
});

describe('an answer without a value says what was not found', () => {
  it.each<[string, string, Scripted]>([
    ['There is no such company.', listOf('in fiscal 2023'), { company: null }],
    ['There is no such series.', listOf('in fiscal 2023'), { series: null }],
    ['There is no value for 2023FY.', listOf('in fiscal 2023'), {}],
    [
      'There is no value for 2023Q2 or 2023H1.',
      listOf('in the first six months of fiscal 2023'),
      {},
    ],
    ['I cannot read the question.', 'How is Gear Company doing?', {}],
    ['I cannot read the question.', listOf('last year'), {}],
    ['I cannot read the question.', 'What was revenue of Gear Company in fiscal 2023?', {}],
    ['I cannot read the question.', '"Revenue" (Sales) in fiscal 2023?', {}],
  ])('%s', (expected, question, tools) => {
    expect(read(question, scripted(tools)).answer).toBe(expected);
  });

  it('reads no question above 4,000 characters', () => {
    const question = listOf('in fiscal 2023');
    const tools = scripted({ values: [usd(1)] });
    const longest = question.padEnd(4000);
    expect(read(longest, tools).answer).toBe('1 USD');
    const { answer, asked } = read(`${longest} `, tools);
    expect([answer, asked]).toEqual(['I cannot read the question.', []]);
  });
});
