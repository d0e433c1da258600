/** What follows from the counts of FinRetrieval, and what does not. */

import { describe, expect, it } from 'vitest';
import { holm, normalInterval, pooledZ, type Share } from '#metrics/proportions/shares';
import { gainPerOverhead } from './analysis-sections.js';
import * as paper from './paper-counts.fixture.js';

const { of } = paper;
const { web, tools } = paper.accuracy;
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const percent = (count: number, all: number, digits = 1): string =>
  ((100 * count) / all).toFixed(digits);
/** In percent. */
const halfWidth = (share: Share): string => {
  const { low, high } = normalInterval(share);
  return (50 * (high - low)).toFixed(1);
};
const z = (one: Share, other: Share): number => pooledZ(one, other)!.z;
const us = ([right]: readonly [number, number]): Share => of(right, paper.regions.US);
const nonUs = ([, right]: readonly [number, number]): Share => of(right, paper.regions['non-US']);

describe('what follows from the counts of the paper', () => {
  it.each(paper.standardErrors)('Table 13: at %d %%', (accuracy, error, width) => {
    const share = of(accuracy * 5);
    expect(halfWidth(share)).toBe(width);
    // The half-width is 1.959964 standard errors.
    const { low, high } = normalInterval(share);
    expect(((50 * (high - low)) / 1.959_964).toFixed(1)).toBe(error);
  });

  it.each([
    [454, '88.3', '93.3'],
    [99, '16.3', '23.3'],
  ])('section 5.3: the interval of %d of 500', (right, low, high) => {
    const interval = normalInterval(of(right));
    expect((interval.low * 100).toFixed(1)).toBe(low);
    expect((interval.high * 100).toFixed(1)).toBe(high);
  });

  it('Appendix H.3: z is 22.58, 3.95 and 2.15, from the pooled share', () => {
    expect(z(of(tools.Opus[1]), of(web.Opus[1])).toFixed(2)).toBe('22.58');
    expect(z(of(tools.GPT[1]), of(tools.GPT[0])).toFixed(2)).toBe('3.95');
    const { right } = paper.byRegion.Opus;
    expect(z(us(right), nonUs(right)).toFixed(2)).toBe('2.15');
    expect(pooledZ(us(right), nonUs(right))!.p.toFixed(2)).toBe('0.03');
  });

  it.each([
    ['GPT', '3.15', '4.18'],
    ['Sonnet', '1.28', '15.24'],
    ['Opus', '1.20', '13.80'],
    ['Gemini', '1.21', '19.42'],
  ] as const)('Table 4: %s takes %s times as long with reasoning', (model, ratio, gain) => {
    const [base, reasoning, printed] = paper.latency[model];
    const overhead = reasoning / base;
    expect(overhead.toFixed(2)).toBe(ratio);
    expect(overhead.toFixed(1)).toBe(printed);
    // Points over the ratio less 1: 9.0 / 2.1515, 4.2 / 0.2755, 2.8 / 0.2028, 4.0 / 0.2060.
    expect(gainPerOverhead(Number(paper.reasoningGain[model]), overhead)?.toFixed(2)).toBe(gain);
  });

  it('Tables 1, 5, 7, 8, 15 and 16, and section 5.6, agree with themselves and with Table 3', () => {
    expect(sum(Object.values(paper.categories))).toBe(500);
    expect(sum(Object.values(paper.regions))).toBe(500);
    for (const [model, gain] of Object.entries(paper.reasoningGain)) {
      const [base, reasoning] = tools[model as keyof typeof tools];
      expect(percent(reasoning - base, 500)).toBe(gain);
    }
    for (const [model, { right, printed }] of Object.entries(paper.byRegion)) {
      expect(sum(right)).toBe(tools[model as keyof typeof tools][1]);
      const inside = us(right);
      const outside = nonUs(right);
      const gap = 100 * (inside.count / inside.of - outside.count / outside.of);
      const shares = [percent(inside.count, inside.of), percent(outside.count, outside.of)];
      expect([...shares, gap.toFixed(1)]).toEqual(printed);
    }
    for (const [right, all, printed] of Object.values(paper.byFiscalYearEnd)) {
      expect(percent(right, all)).toBe(printed);
    }
    for (const [count, printed] of Object.values(paper.rootCauses)) {
      expect(percent(count, 46)).toBe(printed);
    }
    expect(sum(Object.values(paper.rootCauses).map(([count]) => count))).toBe(500 - tools.Opus[1]);
    expect(sum(Object.values(paper.errors.causes))).toBe(paper.errors.printed);
    expect(sum(Object.values(paper.errors.agent))).toBe(paper.errors.causes.agent);
  });
});

/**
 * First queries that hit, of 500, and right answers after a hit and after a miss, as near as the
 * percentages go.
 */
function rightByFirstQuery([hit, afterHit, afterMiss]: readonly [number, number, number]): number {
  const hits = Math.round(hit * 5);
  return Math.round((hits * afterHit) / 100) + Math.round(((500 - hits) * afterMiss) / 100);
}

function perOverhead(model: keyof typeof tools): number {
  const [base, reasoning] = paper.latency[model];
  return gainPerOverhead(Number(paper.reasoningGain[model]), reasoning / base) ?? Number.NaN;
}

interface Claim {
  readonly claim: string;
  readonly printed: string;
  readonly counted: string;
  readonly reason: string;
}

const claim = (text: string, printed: string, counted: string, reason: string): Claim => ({
  claim: text,
  printed,
  counted,
  reason,
});

function claims(): Claim[] {
  const wrong = Object.values(tools).flatMap((rights) => rights.map((right) => 500 - right));
  const withReasoning = Object.values(tools).map(([, right]) => right);
  const spread = (Math.max(...withReasoning) - Math.min(...withReasoning)) / 5;
  const ofCategories = Object.values(paper.byCategory).map(([right]) => right);
  const missed = 500 - Math.round(paper.firstQueries.Opus[0] * 5);
  const { printed, scorer } = paper.errors;
  const overall = (['Opus', 'Gemini', 'GPT'] as const).map((model) => {
    const counted = rightByFirstQuery(paper.firstQueries[model]);
    const words = `right answers of ${model}, Table 6`;
    return claim(words, `${tools[model][1]}`, `${counted}`, 'if all 500 had a first query');
  });
  const categories = Object.entries(paper.byCategory).flatMap(([name, [right, share, width]]) => {
    const all = paper.categories[name as keyof typeof paper.categories];
    return [
      claim(`${name}, Table 14`, share, percent(right, all), `${right} of ${all}`),
      claim(`${name}, half-width`, width, halfWidth(of(right, all)), `${right} of ${all}`),
    ];
  });
  return [
    claim('wrong with tools', `${printed}`, `${sum(wrong)}`, 'eight columns of Table 3'),
    claim('wrong after review', `${printed}`, `${printed - scorer}`, '13 of them were right'),
    claim('z of Opus with tools', '22.5', z(of(454), of(99)).toFixed(1), '22.579'),
    claim('right answers, Table 14', '454', `${sum(ofCategories)}`, 'no other counts fit'),
    ...categories,
    ...overall,
    claim('first queries missed', `${paper.askedAgain.all}`, `${missed}`, '87.2 % of 500 hit'),
    claim('causes, in percent', '100', `${sum(paper.askedAgain.causes)}`, '25 of 26 have one'),
    ...(['Opus', 'Gemini'] as const).map((model) => {
      const times = perOverhead(model) / perOverhead('GPT');
      return claim(`${model} gains for its time, in GPT's`, '3', times.toFixed(0), 'section 7.1');
    }),
    claim('spread of models', '1.6', spread.toFixed(1), 'without Sonnet'),
  ];
}

interface Difference {
  readonly name: string;
  readonly one: Share;
  readonly other: Share;
}

/**
 * Differences that the paper calls significant: above 5 points (Table 3), and its findings B and D.
 */
function significantDifferences(): Difference[] {
  const shares = Object.entries(paper.accuracy).flatMap(([arm, models]) =>
    Object.entries(models).flatMap(([model, [base, reasoning]]) => [
      { name: `${model} ${arm}`, share: of(base) },
      { name: `${model} ${arm}+R`, share: of(reasoning) },
    ]),
  );
  const far = shares.flatMap((one, at) =>
    shares
      .slice(at + 1)
      .filter((other) => Math.abs(one.share.count - other.share.count) > 25)
      .map((other) => ({ name: `${other.name}, ${one.name}`, one: other.share, other: one.share })),
  );
  const ofReasoning = Object.entries(tools).map(([model, [base, reasoning]]) => ({
    name: `${model} tools: reasoning`,
    one: of(reasoning),
    other: of(base),
  }));
  const ofRegions = Object.entries(paper.byRegion).map(([model, { right }]) => ({
    name: `${model}: US, non-US`,
    one: us(right),
    other: nonUs(right),
  }));
  return [...far, ...ofReasoning, ...ofRegions];
}

describe('what does not follow from the counts of the paper', () => {
  it('is listed with its reason', () => {
    const apart = claims().filter(({ printed, counted }) => printed !== counted);
    expect(apart.map((one) => Object.values(one))).toEqual([
      ['wrong with tools', '524', '534', 'eight columns of Table 3'],
      ['wrong after review', '524', '511', '13 of them were right'],
      ['z of Opus with tools', '22.5', '22.6', '22.579'],
      ['right answers, Table 14', '454', '453', 'no other counts fit'],
      ['Operational KPIs, Table 14', '86.9', '87.0', '80 of 92'],
      ['right answers of Gemini, Table 6', '453', '452', 'if all 500 had a first query'],
      ['right answers of GPT, Table 6', '446', '444', 'if all 500 had a first query'],
      ['first queries missed', '58', '64', '87.2 % of 500 hit'],
      ['causes, in percent', '100', '96', '25 of 26 have one'],
      ["Gemini gains for its time, in GPT's", '3', '5', 'section 7.1'],
      ['spread of models', '1.6', '4.8', 'without Sonnet'],
    ]);
  });

  it('has differences among the significant ones that are not', () => {
    const tests = significantDifferences().map(({ name, one, other }) => {
      const test = pooledZ(one, other)!;
      return { name, z: test.z.toFixed(2), p: test.p };
    });
    const open = tests.filter(({ p }) => p >= 0.05).map(({ name, z: size }) => [name, size]);
    expect(open).toEqual([
      ['Gemini web+R, Gemini web', '1.74'],
      ['Opus tools: reasoning', '1.44'],
      ['Sonnet tools: reasoning', '1.81'],
      ['Gemini: US, non-US', '1.68'],
      ['GPT: US, non-US', '0.95'],
    ]);
    const reasoning = tests.filter(({ name }) => name.endsWith('reasoning'));
    const found = holm(reasoning.map(({ p }) => p)).map((p) => p.toFixed(3));
    // 0.150; 2 x 0.0708; 4 x 0.000077; 3 x 0.0466.
    expect(found).toEqual(['0.150', '0.142', '0.000', '0.140']);
  });
});
