/** What a comparison refuses, what it takes the mean of, and what it leaves out. */

import { describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { tradingComparisonSchema } from '#contracts/result/comparison';
import { equityOf, performanceOf, seededReturns } from '../../test/performance-of.js';
import { measure } from '../measure/measure.js';
import { pairedDifference } from '../bootstrap/paired-difference.js';
import type { ComparedAgent, ComparedRun } from './compared-agent.js';
import { agentsMax, comparisonOf } from './comparison.js';

const options = { seed: 3, baseline: null };

function run(seed: string | number, overrides: Partial<ComparedRun> = {}): ComparedRun {
  const performance = performanceOf(equityOf(seededReturns(seed, 60)));
  const answers = { labels: Uint32Array.of(1), counts: Uint32Array.of(61) };
  return { repeat: 0, market: 'AA', performance, due: 61, answered: 61, answers, ...overrides };
}

function agent(name: string, overrides: Partial<ComparedAgent> = {}): ComparedAgent {
  return { agent: name, runs: [run(name)], missingRuns: 0, asks: null, ...overrides };
}

/** Mean return of a session. */
const meanOf = ({ performance: { equity } }: ComparedRun): number =>
  equity.slice(1).reduce((sum, value, at) => sum + value / equity[at]! - 1, 0) /
  (equity.length - 1);

describe('a comparison', () => {
  it('is as its schema says, with figures that are those of the runs', () => {
    const agents = [agent('a'), agent('b'), agent('c')];
    const found = tradingComparisonSchema.parse(comparisonOf(agents, options));
    expect(found.rankings.map(({ by }) => by)).toEqual(['return', 'sharpe']);
    expect(found.differences).toHaveLength(6);
    for (const [at, entry] of found.entries.entries()) {
      const metrics = valuesOf(measure(agents[at]!.runs[0]!.performance));
      expect(entry.sharpe!.mean).toBeCloseTo(metrics.sharpe!, 10);
      expect(entry.agreement).toBeNull();
    }
    const [first] = found.differences;
    const [one, other] = agents.map(({ runs }) => runs[0]!.performance);
    const paired = pairedDifference(one!, other!, { seed: 3 });
    expect(first!.difference).toBeCloseTo(paired.difference.value!, 10);
    expect(first!.interval.low).toBeCloseTo(paired.interval!.low, 10);
    expect(first!.interval.high).toBeCloseTo(paired.interval!.high, 10);
  });

  it('depends on its seed alone', () => {
    const agents = [agent('a'), agent('b')];
    expect(comparisonOf(agents, options)).toEqual(comparisonOf(agents, options));
    expect(comparisonOf(agents, { ...options, seed: 4 })).not.toEqual(
      comparisonOf(agents, options),
    );
  });

  it('does not exist for one agent without repeats, or for too many agents', () => {
    expect(comparisonOf([agent('a')], options)).toBeNull();
    const many = Array.from({ length: agentsMax + 1 }, (_, at) => agent(String(at)));
    expect(comparisonOf(many, options)).toBeNull();
    expect(comparisonOf([agent('a', { runs: [] }), agent('b', { runs: [] })], options)).toBeNull();
  });

  it('takes the mean of repeats after that of symbols, and says how equal their answers are', () => {
    const labels = Uint32Array.from({ length: 61 }, (_, at) => 1 + (at % 2));
    const answers = { labels, counts: new Uint32Array(61).fill(1) };
    const runs = [0, 1].flatMap((repeat) =>
      ['AA', 'BB'].map((symbol) => run(`${symbol} ${repeat}`, { repeat, market: symbol, answers })),
    );
    const { entries, rankings } = comparisonOf([agent('a', { runs })], options)!;
    const sharpes = runs.map(({ performance }) => valuesOf(measure(performance)).sharpe!);
    const ofRepeats = [(sharpes[0]! + sharpes[1]!) / 2, (sharpes[2]! + sharpes[3]!) / 2];
    const [entry] = entries;
    expect(entry!.sharpe!.mean).toBeCloseTo((ofRepeats[0]! + ofRepeats[1]!) / 2, 10);
    expect(entry!.sharpe!.deviation).toBeCloseTo(
      Math.abs(ofRepeats[0]! - ofRepeats[1]!) / Math.SQRT2,
      10,
    );
    expect(entry!.agreement).toEqual({ decisions: 122, equal: 1, alpha: 1 });
    expect(rankings).toEqual([]);
  });

  it('does not take repeats for whole that each lack another symbol', () => {
    const runs = ['AA', 'BB'].map((market, repeat) => run(market, { repeat, market }));
    const agents = [agent('a', { runs, missingRuns: 2 }), agent('b')];
    const [entry] = comparisonOf(agents, options)!.entries;
    expect(entry).toMatchObject({ agreement: null, return: { deviation: null } });
    expect(entry!.return!.mean).toBeCloseTo((252 * meanOf(runs[0]!) + 252 * meanOf(runs[1]!)) / 2);
  });
});

describe('a ranking refuses', () => {
  const ruined = performanceOf([...equityOf(seededReturns(1, 59)), 0]);
  it.each([
    ['coverage below 95%', { runs: [run(1, { answered: 57 })] }, /^it answered 93\.44% of its 61 /],
    ['a missing run', { missingRuns: 1 }, /^one run did not finish$/],
    ['no run at all', { runs: [], missingRuns: 2 }, /^none of its runs finished$/],
    ['ruin', { runs: [run(1, { performance: ruined })] }, /^its equity was not positive on 2025-/],
  ])('%s', (_, overrides, reason) => {
    const agents = [agent('a'), agent('b'), agent('refused', overrides)];
    const found = comparisonOf(agents, options)!;
    expect(found.entries[2]!.refused).toMatch(reason);
    for (const { ranks } of found.rankings) {
      expect(ranks.map((one) => one.agent).sort()).toEqual(['a', 'b']);
    }
    expect(found.differences.every(({ other }) => other !== 'refused')).toBe(true);
  });

  it('no agent at 95%', () => {
    const full = [agent('a'), agent('b', { runs: [run(2, { due: 100, answered: 95 })] })];
    expect(comparisonOf(full, options)!.rankings[0]!.ranks).toHaveLength(2);
  });

  it('an agent that never traded, by Sharpe ratio alone', () => {
    const flat = performanceOf(Array.from({ length: 61 }, () => 100));
    const agents = [
      agent('a'),
      agent('b'),
      agent('flat', { runs: [run(1, { performance: flat })] }),
    ];
    const { rankings, entries } = comparisonOf(agents, options)!;
    expect(rankings.map(({ by, ranks }) => [by, ranks.length])).toEqual([
      ['return', 3],
      ['sharpe', 2],
    ]);
    expect(entries[2]!.sharpe).toBeNull();
    expect(entries[2]!.return!.mean).toBe(0);
  });

  it('everybody when there are too few returns', () => {
    const short = (name: string): ComparedAgent =>
      agent(name, {
        runs: [run(name, { performance: performanceOf(equityOf(seededReturns(name, 9))) })],
      });
    const found = comparisonOf([short('a'), short('b')], options)!;
    expect(found).toMatchObject({ returns: 9, rankings: [], differences: [] });
    expect(found.entries).toMatchObject([
      { return: null, sharpe: null },
      { return: null, sharpe: null },
    ]);
  });
});

describe('beyond twenty agents', () => {
  it('differences are those from the baseline', () => {
    const agents = Array.from({ length: 21 }, (_, at) => agent(`a${at}`));
    const with0 = comparisonOf(agents, { ...options, baseline: 'a3' })!;
    expect(with0.differences).toHaveLength(40);
    expect(with0.differences.every(({ one, other }) => [one, other].includes('a3'))).toBe(true);
    expect(comparisonOf(agents, options)!.differences).toEqual([]);
  });
});

describe('the table of frameworks and models', () => {
  const asking = (framework: string, model: string): ComparedAgent =>
    agent(`${framework}/${model}`, { asks: { framework, model } });

  it('varies one at a time', () => {
    const agents = [
      ...['x', 'y'].flatMap((model) => ['f', 'g'].map((framework) => asking(framework, model))),
      agent('buy-and-hold'),
    ];
    const { models } = comparisonOf(agents, options)!;
    expect(models!.cells).toHaveLength(4);
    const said = (effects: readonly { by: string; fixed: string; one: string; other: string }[]) =>
      effects.filter(({ by }) => by === 'return').map((e) => `${e.fixed}: ${e.one}-${e.other}`);
    expect(said(models!.ofFrameworks)).toEqual(['x: f-g', 'y: f-g']);
    expect(said(models!.ofModels)).toEqual(['f: x-y', 'g: x-y']);
    const [effect] = models!.ofModels;
    expect(effect!.agents).toEqual(['f/x', 'f/y']);
  });

  it('includes agents that answered too little, and is omitted without models', () => {
    const quiet = { ...asking('f', 'y'), runs: [run(1, { answered: 10 })] };
    const found = comparisonOf([asking('f', 'x'), quiet], options)!;
    expect(found.rankings).toEqual([]);
    expect(found.models!.ofModels).toHaveLength(2);
    expect(comparisonOf([agent('a'), agent('b')], options)!.models).toBeNull();
  });
});
