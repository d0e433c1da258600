/** The sections: over the counts of the paper, and over a few answers counted by hand. */

import { describe, expect, it } from 'vitest';
import { reportSectionSchema, type ReportSection } from '#contracts/result/result';
import { analysisSections } from './analysis-sections.js';
import { paperAnswers } from './paper-counts.fixture.js';
import { questionFactsSchema, type ScoredAnswer } from './trace-rules.js';

function sectionOf(sections: readonly ReportSection[], title: string): ReportSection {
  const found = sections.find((section) => section.title === title);
  if (found === undefined) throw new Error(`no section ${title}`);
  return found;
}

type Cells = Record<string, string | number | null>;

/**
 * The cells of the row that starts with `keys`, by title; a title that comes again has its
 * number after it.
 */
function row(sections: readonly ReportSection[], title: string, ...keys: string[]): Cells {
  const { table } = sectionOf(sections, title);
  const found = table!.rows.filter((cells) => keys.every((key, at) => cells[at] === key));
  expect(found).toHaveLength(1);
  const seen = new Map<string, number>();
  return Object.fromEntries(
    table!.columns.map((column, at) => {
      const times = (seen.get(column.title) ?? 0) + 1;
      seen.set(column.title, times);
      return [times === 1 ? column.title : `${column.title} ${times}`, found[0]![at]!];
    }),
  );
}

describe('the sections over the counts of the paper', () => {
  const answers = paperAnswers();
  const sections = analysisSections(answers);

  it('are sections of a report, made of 7,000 answers', () => {
    expect(answers).toHaveLength(7000);
    for (const section of sections) {
      expect(reportSectionSchema.parse(section)).toEqual(section);
      for (const cells of section.table!.rows) {
        expect(cells).toHaveLength(section.table!.columns.length);
      }
    }
  });

  it.each([
    ['Opus tools+R', 454, 0.908, 0.882_67, 0.933_33, 0.879_46, 0.930_32],
    ['Opus web+R', 99, 0.198, 0.163_07, 0.232_93, 0.165_43, 0.235_17],
  ])('accuracy of %s', (name, right, share, lowNormal, highNormal, low, high) => {
    const cells = row(sections, 'Accuracy by configuration', name, 'real');
    expect(cells).toMatchObject({ Count: right, Of: 500, Share: share });
    expect(cells['Low, normal']).toBeCloseTo(lowNormal, 5);
    expect(cells['High, normal']).toBeCloseTo(highNormal, 5);
    expect(cells.Low).toBeCloseTo(low, 5);
    expect(cells.High).toBeCloseTo(high, 5);
  });

  it('the region gap of Opus: 253 of 271 and 201 of 229', () => {
    expect(row(sections, 'Accuracy by region', 'Opus tools+R', 'real', 'non-US')).toMatchObject({
      Count: 201,
      Of: 229,
    });
    expect(sectionOf(sections, 'Accuracy by region').text).toContain(
      'Opus tools+R: US less non-US 5.6 points, z 2.15, p 0.031.',
    );
  });

  it('31 pairs: six of arms, seven of reasoning, eighteen of models', () => {
    const rows = (factor: string): number =>
      sectionOf(sections, `Pairs that differ in ${factor}`).table!.rows.length;
    expect([rows('arm'), rows('reasoning'), rows('model')]).toEqual([6, 7, 18]);
    expect(sectionOf(sections, 'Pairs that differ in arm').text[0]).toContain('all 31 pairs');
  });

  it.each([
    ['arm', 'Opus tools+R', 'Opus web+R', 0.71, 22.58],
    ['reasoning', 'GPT tools+R', 'GPT tools', 0.09, 3.95],
    ['reasoning', 'Gemini web+R', 'Gemini web', 0.052, 1.74],
    ['reasoning', 'Opus tools+R', 'Opus tools', 0.028, 1.44],
    ['reasoning', 'Opus web+R', 'Opus web', -0.032, -1.23],
  ])('a pair that differs in %s: %s against %s', (factor, one, other, difference, z) => {
    const cells = row(sections, `Pairs that differ in ${factor}`, one, other);
    expect(cells.Difference).toBeCloseTo(difference, 12);
    expect(cells['z, unpaired']).toBeCloseTo(z, 2);
    expect(Number(cells['Only one']) - Number(cells['Only other'])).toBe(
      Math.round(difference * 500),
    );
    expect(cells.Low).toBeLessThan(difference);
    expect(cells.High).toBeGreaterThan(difference - 0.003);
  });

  it.each([
    ['GPT', 3.1515, 9, 4.183],
    ['Sonnet', 1.2755, 4.2, 15.244],
    ['Opus', 1.2028, 2.8, 13.805],
    ['Gemini', 1.206, 4, 19.421],
  ])('reasoning of %s takes %d times as long', (model, ratio, points, gain) => {
    const title = 'What reasoning gains for its time';
    const cells = row(sections, title, `${model} tools+R`, `${model} tools`);
    expect(cells.Ratio).toBeCloseTo(ratio, 4);
    expect(cells.Points).toBeCloseTo(points, 10);
    expect(cells['Per overhead']).toBeCloseTo(gain, 3);
    // Every answer takes as long as the median.
    expect(cells.Low).toBeCloseTo(ratio, 4);
    expect(cells['Low 3']).toBeLessThan(gain);
    expect(cells['High 3']).toBeGreaterThan(gain);
  });

  it('are the same for the same answers', () => {
    expect(analysisSections(paperAnswers())).toEqual(sections);
  });
});

const fast: ScoredAnswer['configuration'] = {
  name: 'fast',
  model: 'm',
  arm: 'tools',
  reasoning: false,
  switches: '',
  settings: '',
  repeat: 0,
  hasModel: true,
};
const slow: ScoredAnswer['configuration'] = {
  name: 'slow',
  model: 'm',
  arm: 'tools',
  reasoning: true,
  switches: '',
  settings: '',
  repeat: 0,
  hasModel: true,
};

function answer(
  id: number,
  configuration: ScoredAnswer['configuration'],
  rest: Partial<ScoredAnswer>,
): ScoredAnswer {
  const facts = questionFactsSchema.parse({
    category: 'Cash Flow',
    region: 'US',
    fiscalYearEndMonth: id === 0 ? null : 3,
    data: id < 2 ? 'synthetic' : 'real',
    periodType: 'annual',
  });
  const right = rest.right ?? true;
  return {
    question: { ...facts, id: String(id) },
    configuration,
    right,
    isUndecided: false,
    answerClass: 'answered',
    error: right ? null : 'period',
    latencyMs: 100,
    tokens: 10,
    calls: [],
    firstQuery: null,
    ...rest,
  };
}

const find = (count: number): ScoredAnswer['calls'] =>
  Array.from({ length: count }, () => ({ tool: 'find', args: {}, result: [], error: null }));

const few: readonly ScoredAnswer[] = [
  answer(0, fast, { calls: find(1), firstQuery: 'hit', latencyMs: 100 }),
  answer(1, fast, { calls: find(2), firstQuery: 'keyword' }),
  answer(2, fast, {
    right: false,
    calls: find(6),
    firstQuery: 'guidance',
  }),
  answer(3, fast, {
    right: false,
    error: 'gave-up',
    answerClass: 'gave up',
    latencyMs: null,
    tokens: null,
  }),
  answer(0, slow, { latencyMs: 150 }),
  answer(1, slow, { latencyMs: 300 }),
  answer(2, slow, { latencyMs: 200 }),
];

describe('the sections over seven answers', () => {
  const sections = analysisSections(few);

  it('are these as a whole, as are those over other configurations', async () => {
    const others = [
      { ...fast, name: 'web', arm: 'web' as const },
      { ...slow, name: 'switched', switches: 'a', settings: 'x' },
      { ...fast, name: 'switched off', settings: 'x' },
      { ...fast, name: 'again', repeat: 1 },
      { ...fast, name: 'rule', model: 'rule', hasModel: false },
    ].map((configuration, at) =>
      answer(at, configuration, { right: at % 2 === 0, error: at % 2 === 0 ? null : 'sign' }),
    );
    const all = [few, [...few, ...others], others, few.slice(2, 4)].map((answers) =>
      JSON.stringify(analysisSections(answers), null, 1),
    );
    await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('./golden-sections.txt');
  });

  it('split accuracy by kind of data, and say what is synthetic', () => {
    const by = 'Accuracy by configuration';
    expect(row(sections, by, 'fast', 'synthetic')).toMatchObject({ Count: 2, Of: 2 });
    expect(row(sections, by, 'fast', 'real')).toMatchObject({ Count: 0, Of: 2, Low: 0 });
    const year = 'Accuracy by fiscal-year end';
    expect(row(sections, year, 'fast', 'synthetic', 'unknown')).toMatchObject({ Count: 1, Of: 1 });
    expect(row(sections, year, 'fast', 'real', 'Mar')).toMatchObject({ Count: 0, Of: 2 });
    for (const { text } of sections) {
      expect(text.at(-1)).toBe('4 of 7 answers are to questions on synthetic data.');
    }
  });

  it('compare on the three questions that both were asked', () => {
    const cells = row(sections, 'Pairs that differ in reasoning', 'slow', 'fast');
    // One pair differs: p is 2 x 1/2. z is 1/3 over sqrt(5/6 x 1/6 x 2/3).
    expect(cells).toMatchObject({ Questions: 3, 'Only one': 1, 'Only other': 0, 'p, McNemar': 1 });
    expect(cells['z, unpaired']).toBeCloseTo(1.0954, 4);
    expect(cells.Difference).toBeCloseTo(1 / 3, 12);
  });

  it('compare models with models alone, and count no other pair', () => {
    const rule = { ...fast, name: 'rule', model: 'rule', hasModel: false };
    const script = { ...rule, name: 'script', model: 'script' };
    const other = { ...fast, name: 'other', model: 'n' };
    const compared = analysisSections([fast, rule, script, other].map((one) => answer(0, one, {})));
    const { table, text } = sectionOf(compared, 'Pairs that differ in model');
    expect(table!.rows.map((cells) => cells.slice(0, 2))).toEqual([['fast', 'other']]);
    expect(text[0]).toContain('all 1 pairs');
  });

  it('count calls, first queries and errors', () => {
    const calls = row(sections, 'Calls of each tool', 'fast', 'find');
    expect(calls).toMatchObject({ Mean: 2.25, 'Where right': 1.5, 'Where wrong': 3 });
    expect(row(sections, 'First-query success', 'fast')).toMatchObject({ Count: 1, Of: 3 });
    const after = 'Accuracy by first query';
    expect(row(sections, after, 'fast', 'hit')).toMatchObject({ Count: 1, Of: 1 });
    expect(row(sections, after, 'fast', 'missed')).toMatchObject({ Count: 1, Of: 2 });
    const missed = 'First queries that missed';
    expect(row(sections, missed, 'fast', 'keyword')).toMatchObject({ Count: 1, Of: 2 });
    expect(row(sections, missed, 'fast', 'guidance')).toMatchObject({ Count: 1, Of: 2 });
    expect(row(sections, 'Errors by class', 'fast', 'gave-up')).toMatchObject({ Count: 1, Of: 2 });
    expect(row(sections, 'Errors by class', 'fast', 'period')).toMatchObject({ Count: 1, Of: 2 });
    expect(row(sections, 'Gave up', 'fast')).toMatchObject({ Count: 1, Of: 4 });
    expect(row(sections, 'Gave up', 'slow')).toMatchObject({ Count: 0, Of: 3, Low: 0 });
  });

  it('take medians and the gain for the time that is added', () => {
    const cost = row(sections, 'Latency and tokens', 'slow');
    // The least and the largest of three values enclose the median in only 75% of the cases.
    expect(cost).toMatchObject({ 'Median latency, ms': 200, Low: null, High: null });
    const gain = row(sections, 'What reasoning gains for its time', 'slow', 'fast');
    // 200 over 100; a third of the questions over a ratio of 2 less 1.
    expect(gain.Ratio).toBe(2);
    expect(gain['Per overhead']).toBeCloseTo(100 / 3, 10);
  });

  it.each([
    // Ranks of the sign test: 2 / 2^6 is below 5%, 2 / 2^5 is not.
    [5, 3, null, null],
    [6, 3.5, 1, 6],
    [10, 5.5, 2, 9],
    [17, 9, 5, 13],
    [500, 250.5, 228, 273],
  ])('have the median of 1 to %d between ranks', (count, median, low, high) => {
    const timed = Array.from({ length: count }, (_, at) => answer(at, fast, { latencyMs: at + 1 }));
    const cost = row(analysisSections(timed.toReversed()), 'Latency and tokens', 'fast');
    expect(cost).toMatchObject({ 'Median latency, ms': median, Low: low, High: high });
  });

  it('have no gain when reasoning adds no time, and no cost when none is known', () => {
    const same = [
      answer(0, fast, { latencyMs: 5, tokens: null }),
      answer(0, slow, { latencyMs: 5 }),
    ];
    const compared = analysisSections(same);
    const gain = row(compared, 'What reasoning gains for its time', 'slow', 'fast');
    expect(gain).toMatchObject({ Ratio: 1, 'Per overhead': null, 'Low 3': null, 'High 3': null });
    expect(row(compared, 'Latency and tokens', 'fast')['Median tokens']).toBeNull();
  });

  it('refuse a question that is answered twice, and an error without its class', () => {
    expect(() => analysisSections([few[0]!, few[0]!])).toThrow('a question that is answered twice');
    expect(() => analysisSections([answer(0, fast, { right: false, error: null })])).toThrow(
      'an unknown class of error',
    );
    expect(() => analysisSections([answer(0, fast, { error: 'sign' })])).toThrow(
      'null for a right answer',
    );
  });

  it('of no answers are empty', () => {
    expect(analysisSections([]).flatMap(({ table }) => table!.rows)).toEqual([]);
  });
});
