/** Which values are asked for, how, and that the same seed asks the same. */

import { describe, expect, it } from 'vitest';
import { seededRandom } from '#values';
import { handMade, noon } from '../hand-made.fixture.js';
import { scoreResponse } from '../score/score-response.js';
import { fundamentalsStores } from '../store/fundamentals-store.js';
import { syntheticFundamentals } from '../store/synthetic-source.js';
import { dampenings, type Dampening, drawPoints, drawSeries } from './draw-points.js';
import { makeQuestions } from './make-questions.js';

const made = syntheticFundamentals({ seed: 5 });
const store = fundamentalsStores(made)(Infinity);

describe('the weight of a branch', () => {
  // A mine with a breakdown of 84 series, 13 figures of one kind and 3 of another.
  const sizes = { 'Other breakdown': 84, Costs: 13, Headcount: 3 };
  const series = Object.entries(sizes).flatMap(([top, size]) =>
    Array.from({ length: size }, (_, at) => ({ path: `${top} | ${at}` })),
  );
  const shareOf = (dampening: Dampening): number => {
    const random = seededRandom(`shares ${dampening}`);
    const draws = Array.from({ length: 3000 }, () => drawSeries(series, { random, dampening }));
    return draws.filter(({ path }) => path.startsWith('Other breakdown')).length / draws.length;
  };

  it('falls from function to function as the formulas say', () => {
    const names = ['none', 'sqrt', 'log', 'sqrt-log', 'log-log'] as const;
    const shares = names.map(shareOf);
    const expected = names.map((name) => {
      const weights = Object.values(sizes).map(dampenings[name]);
      return (weights[0] ?? NaN) / weights.reduce((sum, weight) => sum + weight, 0);
    });
    expect(expected.map((share) => share.toFixed(3))).toEqual([
      '0.840',
      '0.632',
      '0.525',
      '0.429',
      '0.439',
    ]);
    for (const [at, share] of shares.entries()) {
      expect(Math.abs(share - (expected[at] ?? NaN)), names[at]).toBeLessThan(0.03);
    }
  });

  it('lets a branch of one series be drawn', () => {
    expect(Object.values(dampenings).every((weigh) => weigh(1) > 0)).toBe(true);
    const of = (size: number) => dampenings['sqrt-log'](size);
    // One of three branches is a single series: it is drawn rarely, not a third of the time.
    expect(of(1) / (of(1) + of(20) + of(21))).toBeCloseTo(0.19, 2);
  });
});

describe('values to ask for', () => {
  const drawn = drawPoints(store, { count: 3000, seed: 1 });
  const share = (is: (one: (typeof drawn)[number]) => boolean) =>
    drawn.filter(is).length / drawn.length;

  it('are half of each region, and a sixth of each category', () => {
    expect(Math.abs(share(({ company }) => company.region === 'US') - 0.5)).toBeLessThan(0.03);
    const categories = [...Map.groupBy(drawn, ({ series }) => series.category).values()];
    expect(categories).toHaveLength(6);
    for (const { length } of categories) {
      expect(Math.abs(length / drawn.length - 1 / 6)).toBeLessThan(0.05);
    }
  });

  it('are reported values, each once', () => {
    expect(drawn.filter(({ point }) => point.isComputed || point.isTagged)).toEqual([]);
    expect(new Set(drawn.map(({ point }) => point.id)).size).toBe(3000);
    expect(made.points.filter(({ isComputed, isTagged }) => isComputed || isTagged)).not.toEqual(
      [],
    );
  });

  it('exclude facts that become known later, and have the newest version of each', () => {
    const then = fundamentalsStores(handMade)(noon('2023-06-01'));
    const points = drawPoints(then, { count: 9, seed: 2 }).map(({ point }) => point.id);
    expect(points).toContain('sales 2022FY');
    expect(points).not.toContain('sales 2023FY');
    expect(() => drawPoints(then, { count: 10, seed: 2 })).toThrow(
      /too many questions; expected at most 9/,
    );
  });
});

describe('questions', () => {
  const questions = makeQuestions(store, { count: 400, seed: 3 });

  it('are the same for the same seed, and others for another', () => {
    expect(makeQuestions(store, { count: 400, seed: 3 })).toEqual(questions);
    expect(makeQuestions(store, { count: 400, seed: 4 })).not.toEqual(questions);
  });

  it('name company, series and period, and guidance with when it was announced', () => {
    for (const { question, facts } of questions) {
      expect(question).toContain(`${facts.company} (${facts.ticker})`);
      expect(question).toMatch(/".+" \(.+\)/);
      expect(question).toMatch(/fiscal \d{4}|\d{1,2}, \d{4}/);
      if (facts.category !== 'Guidance/Outlook') continue;
      expect(question).toMatch(
        /for fiscal \d{4}, as (last announced|announced with the results for )/,
      );
    }
    const types = Map.groupBy(questions, ({ facts }) => facts.periodType);
    expect([...types.keys()].sort()).toEqual(['calendar', 'fiscal']);
  });

  it('have rows around the one that is asked for, and never that one', () => {
    for (const { context, facts } of questions) {
      expect(context.length).toBeLessThanOrEqual(20);
      expect(context.map(({ series_name }) => series_name)).not.toContain(facts.series);
    }
    expect(questions.some(({ context }) => context.length === 20)).toBe(true);
  });

  it('are answered by the value that is expected, in words of their own unit', () => {
    for (const { id, question, expected } of questions) {
      const { value, unit } = expected;
      const text = unit === 'ratio' ? `${value}` : `${value} ${unit}`;
      expect(scoreResponse({ id, question, expected }, { id, text }), question).toMatchObject({
        right: true,
      });
    }
  });
});

it('are these of a seed, word by word', async () => {
  const asked = makeQuestions(store, { count: 80, seed: 11 });
  const lines = asked.map(({ context, ...question }) =>
    // The first and the last stand for all series around one.
    JSON.stringify({ ...question, context: [context.length, context[0], context.at(-1)] }),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden-questions.jsonl');
});
