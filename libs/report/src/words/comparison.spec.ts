/** Sentences on a comparison, on the page and in a terminal. */

import { describe, expect, it } from 'vitest';
import type { Result } from '#contracts/result/result';
import { exampleComparison } from '../comparison.fixture.js';
import { comparisonSentences, intervalSentences } from './comparison-words.js';
import { exampleInput } from '../charts/example-input.fixture.js';
import { renderReport } from '../pages/render-report.js';
import { renderTerminalTable } from '../terminal/terminal-table.js';

const input = exampleInput({ symbols: ['AA'], agents: ['alpha', 'beta'], marks: 61, seed: 1 });

const repeated = (comparison: Result['comparison']): Result => ({
  ...input.result,
  scenario: { ...input.result.scenario, repeats: 2 },
  ...(comparison === undefined ? {} : { comparison }),
});

describe('the sentences on a ranking', () => {
  it('state that no agents are distinguishable, the detectable difference, and which are not ranked', () => {
    expect(comparisonSentences(exampleComparison())).toEqual([
      'By mean return a year, no two of the 2 agents can be told apart: their order may be luck.',
      'A true difference in mean return a year below 60.00% would be missed more than one time ' +
        'in five.',
      '<b>&\u001b[31m is not ranked: it answered 90% of its 122 decisions.',
    ]);
  });

  it('name a winner only when there is one', () => {
    const [first] = comparisonSentences(exampleComparison('alpha'));
    expect(first).toBe(
      'By mean return a year, alpha is significantly better than every other agent.',
    );
    const three = exampleComparison();
    const [ranking] = three.rankings;
    const ranks = [...ranking!.ranks, { agent: 'gamma', value: -1, rank: 3, best: 3, worst: 3 }];
    const apart = { ...three, rankings: [{ ...ranking!, ranks }] };
    expect(comparisonSentences(apart)[0]).toContain(
      'some agents can be told apart, but none is significantly better',
    );
  });

  it('say why there is no ranking', () => {
    const none = { ...exampleComparison(), rankings: [] };
    expect(comparisonSentences(none).at(-1)).toContain(
      'the runs have 60 daily returns in common, which is too few',
    );
    const alone = { ...none, entries: none.entries.slice(1) };
    expect(comparisonSentences(alone).at(-1)).toContain('fewer than two agents can be ranked');
  });
});

describe('if an interval excludes zero and the ranking distinguishes no agents', () => {
  const above = { low: 0.01, high: 0.09, level: 0.95 };
  const told = (comparison: Result['comparison'], interval = above): readonly string[] => {
    const againstBaseline = { baseline: 'alpha', difference: 0.05, interval };
    const [one, other] = input.result.runs;
    return intervalSentences({
      ...repeated(comparison),
      runs: [one!, { ...other!, againstBaseline }],
    });
  };
  const pair =
    'In mean return a year, these differences have intervals that exclude zero, yet the two ' +
    'agents cannot be told apart: alpha and beta. Both are right: the interval is about one ' +
    'difference chosen beforehand, the ranking about all pairs, which takes stronger evidence.';

  it('a sentence says why both are right', () => {
    expect(told(exampleComparison())).toEqual([pair]);
    expect(told(exampleComparison(), { ...above, low: -0.01 })).toEqual([]);
    const comparison = exampleComparison();
    const differences = comparison.differences.map((one) => ({ ...one, pAdjusted: 0.04 }));
    expect(told({ ...comparison, differences })).toEqual([]);
    expect(told(undefined)).toEqual([]);
    const page = renderReport({
      ...input,
      result: { ...repeated(comparison), runs: [] },
      runs: [],
    });
    expect(page).not.toContain('Both are right');
  });

  it('one on agents whose own figure is not zero as well, unless their rank is certain', () => {
    const comparison = exampleComparison();
    const entries = comparison.entries.map((entry) => ({
      ...entry,
      return: { ...entry.return!, overDays: above },
    }));
    expect(told({ ...comparison, entries })).toEqual([
      pair,
      'In mean return a year, these agents have intervals that exclude zero, yet their ranks are ' +
        'uncertain: alpha, beta. Both are right: the interval compares one agent with zero, the ' +
        'ranking compares agents with each other.',
    ]);
    const certain = exampleComparison('alpha').rankings;
    const differences = comparison.differences.map((one) => ({ ...one, pAdjusted: 0.04 }));
    expect(told({ ...comparison, entries, differences, rankings: certain })).toEqual([]);
  });
});

describe('the section of a report', () => {
  const page = renderReport({ ...input, result: repeated(exampleComparison()) });

  it('has figures with intervals over sessions and repeats, and ranks with theirs', () => {
    const text = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'alpha +12.00% [−40.00%, +70.00%] repeats: [−15.00%, +39.00%] 0.80 3.00% 75.00% 0.50 1, 1–2',
    );
    expect(text).toContain('alpha beta mean return a year +5.00% [−20.00%, +30.00%] 0.734 60.00%');
    expect(text).toContain('llm openai/a openai/b mean return a year +5.00%');
    expect(page).toContain('<a href="#comparison">Comparison</a>');
  });

  it('escapes names', () => {
    expect(page).toContain('&lt;b&gt;&amp;');
    expect(page).not.toContain('<b>&');
  });

  it('is not there without a comparison', () => {
    expect(renderReport({ ...input, result: repeated(undefined) })).not.toContain('"comparison"');
  });
});

describe('the lines in a terminal', () => {
  it('have each agent over all its runs, and no control characters', () => {
    const text = renderTerminalTable(repeated(exampleComparison()), 'tapefold');
    expect(text).toMatch(/^alpha +\+12\.00% +\[−40\.00%, \+70\.00%\] +0\.80 +1, 1–2 +75\.00%$/m);
    expect(text).toContain('no two of the 2 agents can be told apart');
    expect(text).not.toContain('\u001b');
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(100);
  });

  it('are not there without repeats and models', () => {
    const once = { ...input.result, comparison: exampleComparison() };
    const text = renderTerminalTable(once, 'tapefold');
    expect(text).toBe(renderTerminalTable(input.result, 'tapefold'));
  });
});
