/**
 * Auditing as a workflow: rates that add up over all cases that were due, and what a report
 * shows of each.
 */

import { describe, expect, it } from 'vitest';
import { figuresWith, reasonsOf, valuesOf } from '#contracts/result/figure-values.fixture';
import type { JournalEvent } from '#contracts';
import { auditPrompt } from '#contracts/result/audit-case';
import { reportSectionSchema } from '#contracts/result/result';
import type { TaskTerms } from '#contracts/scenario/task-terms';
import type { JudgedRun } from '../workflow/workflow.js';
import { auditing } from './auditing-workflow.js';

const reasoning = {
  rule: 'total',
  signCorrected: false,
  balance: 'debit',
  role: 'r',
  otherRoles: [],
  total: { concept: 'x:A', value: '5' },
  children: [{ concept: 'x:B', weight: '-1', value: null }],
};
const answers = {
  a: { extracted_value: '5', calculated_value: '5' },
  b: { extracted_value: '5', calculated_value: '6', reasoning },
  c: { extracted_value: '4', calculated_value: '5' },
};
const five = { expected_extracted: '5', expected_calculated: '5' };
const solutions = {
  sha256: 'ab',
  byTask: new Map<string, unknown>([
    ['a', { ...five, category: 'one' }],
    ['b', { ...five, category: 'one' }],
    ['c', { ...five, category: 'two' }],
    ['d', { ...five, category: 'two' }],
  ]),
};
const asked = { filing_name: '10k', ticker: 'abc', issue_time: '20231231', period: 'FY2023' };
const tasks = ['a', 'b', 'c', 'd'].map((id) => {
  const instruction = auditPrompt(id, { ...asked, concept_id: `x:${id}` });
  return { kind: 'task' as const, id, instruction, inputs: [] };
});
const opened = { type: 'RunOpened', workflow: 'auditing', plan: 'p', symbols: [], terms: '{}' };
const events = [
  { time: 0, asOf: 0, ...opened },
  ...Object.entries(answers).map(([task, answer], at) => {
    const given = { task, answer: JSON.stringify(answer), rationale: null };
    return { time: 0, asOf: at + 1, type: 'AnswerGiven', ...given };
  }),
  { time: 0, asOf: 4, type: 'DecisionMissing', class: 'refused' },
] as unknown as JournalEvent[];

function folded(of = events) {
  const fold = auditing.openFold();
  for (const event of of) fold.take(event);
  return fold;
}

function sectionsOf(of = events) {
  const figures = auditing.score(folded(of), { seed: 0, solutions });
  const agent = { id: 'mine', kind: 'mcp', timeBudgetMs: 1 } as const;
  const run = { label: 'mine', plan: { agent, repeat: 0 }, fold: folded(of), figures };
  return auditing.sections([{ ...run, traces: new Map() }], solutions, tasks);
}

describe('auditing', () => {
  it('has one class a case: the rates add up to 1 over all that were due', () => {
    expect(auditing.score(folded(), { seed: 0, solutions })).toEqual({
      figures: figuresWith({ ACC: 0.25, SER: 0.25, EER: 0.25, CER: 0.25 }),
    });
  });

  it('has no rates without solutions, with some of them, or when nothing was due', () => {
    const why = (fold = folded(), of: typeof solutions | null = solutions) => {
      const scored = auditing.score(fold, { seed: 0, solutions: of });
      expect(valuesOf(scored)).toMatchObject({ ACC: null, SER: null, EER: null, CER: null });
      return reasonsOf(scored)['CER'];
    };
    expect(why(folded(), null)).toBe('the data set has no solutions');
    expect(why(folded(events.slice(0, 1)))).toBe('no case was due');
    const some = { ...solutions, byTask: new Map([...solutions.byTask].slice(1)) };
    expect(why(folded(), some)).toBe('an answered case has no solution');
  });

  it('marks each answer with its values in one form, its verdict and how it ended', () => {
    const mark = auditing.marks!(solutions);
    expect(mark('b', answers.b, 'answered')).toEqual({
      answer: { extracted_value: '5', calculated_value: '6' },
      verdict: 'calculation-error',
      why: 'The calculated value is 5; the answer says 6.',
      class: 'answered',
      reasoning,
    });
    const written = { extracted_value: '5.0', calculated_value: '+.50e1' };
    expect(mark('a', written, 'answered')).toMatchObject({
      answer: { extracted_value: '5.0', calculated_value: '5' },
      verdict: 'right',
    });
    expect(mark('a', { extracted_value: '5', calculated_value: '-0.0' }, 'answered')).toMatchObject(
      { answer: { calculated_value: '0' } },
    );
    const none = { extracted_value: null, calculated_value: null };
    expect(mark('c', none, 'answered')).toMatchObject({
      answer: none,
      verdict: 'extraction-error',
      class: 'filing-unresolved',
    });
    expect(mark('d', undefined, 'truncated')).toEqual({
      verdict: 'structural-error',
      why: 'There is no valid pair of values: truncated.',
      class: 'truncated',
    });
    expect(auditing.marks!(null)('d', none, 'answered')).toMatchObject({ verdict: null });
  });

  it('shows rates with counts and intervals, overall and by category', () => {
    const rates = sectionsOf().find(({ title }) => title === 'Rates')!.table!.rows;
    expect(rates).toHaveLength(12);
    expect(rates[0]!.slice(0, 6)).toEqual(['mine', 'all', 'ACC', 1, 4, 0.25]);
    // Wilson's interval of 1 of 4 by hand: (1 + z2/2 -+ z sqrt(0.75 + z2/4)) / (4 +
    // z2), z2 = 3.8415.
    expect(rates[0]![6]).toBeCloseTo(0.0456, 4);
    expect(rates[0]![7]).toBeCloseTo(0.6994, 4);
    const counts = rates.map(([, category, rate, count, of]) => [category, rate, count, of]);
    expect(counts.slice(4)).toEqual([
      ['one', 'ACC', 1, 2],
      ['one', 'SER', 0, 2],
      ['one', 'EER', 0, 2],
      ['one', 'CER', 1, 2],
      ['two', 'ACC', 0, 2],
      ['two', 'SER', 1, 2],
      ['two', 'EER', 1, 2],
      ['two', 'CER', 0, 2],
    ]);
  });

  it('shows what cases without a pair of values ended in, and each case with its verdict', () => {
    const [, ends, cases] = sectionsOf();
    expect(ends?.table?.rows).toEqual([['mine', 'refused', 1, 0.25]]);
    expect(cases?.table?.rows.map(([, id, , ...rest]) => [id, ...rest])).toEqual([
      ['a', '5', '5', '5 / 5', 'right', 'Both values are right.'],
      [
        'b',
        '5',
        '6',
        '5 / 5',
        'calculation-error',
        'The calculated value is 5; the answer says 6.',
      ],
      ['c', '4', '5', '5 / 5', 'extraction-error', 'The reported value is 5; the answer says 4.'],
      ['d', null, null, '5 / 5', 'structural-error', 'There is no valid pair of values: refused.'],
    ]);
    expect(cases?.table?.rows[0]?.[2]).toBe('x:a, FY2023, 10k-abc-20231231');
  });

  it('has these sections as a whole', async () => {
    const text = JSON.stringify(sectionsOf(), null, 1);
    await expect(`${text}\n`).toMatchFileSnapshot('./golden-sections.txt');
  });

  it('draws calculations, and lists what they consist of', () => {
    const section = sectionsOf().at(-1)!;
    expect(() => reportSectionSchema.parse(section)).not.toThrow();
    expect(section.calculationTrees).toEqual([
      {
        title: 'b, mine: x:b, FY2023, 10k-abc-20231231',
        text:
          'The weighted sum of the children; a missing one counts as 0. Reported 5, calculated ' +
          '6. Role: r',
        nodes: [
          { depth: 0, label: 'x:A', weight: null, value: '5' },
          { depth: 1, label: 'x:B', weight: '-1', value: null },
          { depth: 0, label: 'calculated', weight: null, value: '6' },
        ],
      },
    ]);
    expect(section.table?.rows).toEqual([
      ['mine', 'b', 'x:A', null, '5', 'total', 'r'],
      ['mine', 'b', 'x:B', '-1', 'missing', 'total', 'r'],
    ]);
  });
});

describe('prose in place of a pair', () => {
  const text = 'Sales are 5, says mine/small-1: they should be 6.';
  const prose = [
    { ...events[0], terms: '{"prose":true}' },
    ...events.slice(1, 3),
    { ...events[3], answer: JSON.stringify(text) },
    events[4],
  ] as unknown as JournalEvent[];

  it('is an answer when the terms say so', async () => {
    const schemaUnder = async (terms: object | null) => {
      const sets = await auditing.tools(terms as TaskTerms | null);
      const submit = sets
        .flatMap(({ tools }) => tools)
        .find(({ name }) => name === 'submit_answer');
      return (answer: unknown) => submit!.input.safeParse({ answer }).success;
    };
    for (const terms of [null, {}, { prose: false }]) {
      const accepts = await schemaUnder(terms);
      expect([accepts(answers.a), accepts(text)]).toEqual([true, false]);
    }
    const accepts = await schemaUnder({ prose: true });
    const given = [answers.a, text, 'x'.repeat(4000), '', 'x'.repeat(4001)];
    expect(given.map(accepts)).toEqual([true, true, true, false, false]);
  });

  it('is a structural error, in the words of its answer', () => {
    const why = 'The answer is prose, and no pair of values.';
    expect(auditing.score(folded(prose), { seed: 0, solutions })).toMatchObject({
      figures: figuresWith({ ACC: 0.25, SER: 0.5, EER: 0, CER: 0.25 }),
    });
    expect(auditing.marks!(solutions)('c', text, 'answered')).toEqual({
      verdict: 'structural-error',
      why,
      class: 'answered',
    });
    const [, ends, cases] = sectionsOf(prose);
    expect(ends?.table?.rows).toEqual([
      ['mine', 'prose', 1, 0.25],
      ['mine', 'refused', 1, 0.25],
    ]);
    expect(cases?.table?.rows[2]?.slice(3)).toEqual([null, null, '5 / 5', 'structural-error', why]);
  });

  it('is put before judges in its author’s words, with what tools returned', () => {
    const agent = { id: 'mine', kind: 'llm', model: 'mine/small-1', timeBudgetMs: 1 } as const;
    const call = { tool: 'get_facts', args: { period: 'FY2023' }, result: { matched: [] } };
    const traces = new Map([
      [3, { calls: [{ ...call, error: null }], latencyMs: null, tokens: null }],
    ]);
    const { dimensions, most, answersOf } = auditing.judged!;
    const checks = ['structure', 'extraction', 'calculation'];
    expect([dimensions, most]).toEqual([checks, 1]);
    const judged = answersOf({ plan: { agent } as JudgedRun['plan'], fold: folded(prose), traces });
    expect(judged.map(({ task, words }) => [task, words])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 9],
    ]);
    const [, pair, told] = judged.map(({ texts }) => texts);
    expect(JSON.parse(pair!['answer']!)).toEqual(answers.b);
    expect(pair!['evidence']).toBe('No tool call was recorded.');
    expect(told!['answer']).toBe('Sales are 5, says mine/small-1: they should be 6.');
    expect(told!['evidence']).toBe('get_facts {"period":"FY2023"}\n{"matched":[]}');
    expect(Object.keys(told!)).toEqual(['answer', 'rules', 'evidence']);
  });
});
