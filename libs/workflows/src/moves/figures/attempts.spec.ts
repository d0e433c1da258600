/**
 * Figures of graded attempts, counted by hand, and what follows from the tables that
 * were published.
 */

import { describe, expect, it } from 'vitest';
import { correlationP } from '#metrics/agreement/correlation';
import { meanOf } from '#metrics/sample/return-sample';
import type { GradedSolution } from '../judgments/grading.js';
import {
  halfWidthOf,
  summaryOf,
  valueNames,
  type AttemptValues,
  type MeanAttempt,
} from './attempts.js';
import { binsOf, effortOf } from './effort.js';
import {
  categories,
  denseMeans,
  meansOfText,
  stepsAndScores,
  trials,
} from './published-moves.fixture.js';

interface Given {
  readonly task: string;
  readonly score: number;
  readonly agent?: string;
  readonly steps?: number | null;
  readonly claims?: number;
  readonly flagged?: number;
  /** Tasks that the agent answered. */
  readonly answered?: number;
}

function attempt({ task, score, agent = 'x', answered = 2, ...given }: Given): MeanAttempt {
  const { steps = null, claims = 0, flagged = 0 } = given;
  const none = Object.fromEntries(valueNames.map((name) => [name, 0]));
  const solution = { agent, task, steps, calls: steps, answered: { attempts: 9, tasks: answered } };
  const counts = { claims, flagged, hallucinated: Number(flagged > 0) };
  return {
    judge: 'j',
    agent,
    task,
    answer: task,
    solution: solution as unknown as GradedSolution,
    values: { ...none, ...counts, score, passed: Number(score === 4) } as AttemptValues,
  };
}

describe('a summary', () => {
  const all = [
    attempt({ task: 'a', score: 4, claims: 10, flagged: 1 }),
    attempt({ task: 'a', score: 1, claims: 5 }),
    attempt({ task: 'a', score: 4, claims: 5 }),
    attempt({ task: 'b', score: 2 }),
  ];

  it('means attempts within a task, then tasks; one that was not answered counts 0', () => {
    const { means, presentMean, ...one } = summaryOf(all, 4, 's');
    expect([one.attempts, one.present]).toEqual([4, 2]);
    // (3 + 2 + 0 + 0) / 4, and (3 + 2) / 2.
    expect([means!.score, presentMean]).toEqual([1.25, 2.5]);
    expect(means!.passed).toBeCloseTo(2 / 3 / 4, 12);
    expect([one.hallucinationRate, one.flaggedShare]).toEqual([1 / 4, 1 / 20]);
    expect(one.intervals.score!.low).toBeGreaterThanOrEqual(0);
    expect(one.intervals.score!.high).toBeLessThanOrEqual(4);
  });

  it('leaves out a task whose answers could not be graded', () => {
    const others = [attempt({ task: 'a', score: 3, answered: 3 })];
    // Three tasks of four were answered, and one of them is graded.
    expect(summaryOf(others, 4, 's').means!.score).toBe(1.5);
    expect(summaryOf(others, 3, 's').means!.score).toBe(3);
  });

  it('has an interval of 1.96 s / √n over tasks', () => {
    // s² of 1, 0, 0, 0.5 is 0.229166…
    expect(halfWidthOf([1, 0, 0, 0.5])).toBeCloseTo((1.96 * Math.sqrt(0.6875 / 3)) / 2, 12);
    expect(halfWidthOf([1])).toBeNull();
  });

  it('draws tasks and attempts again: one value everywhere has no width', () => {
    const same = ['a', 'b', 'c'].map((task) => attempt({ task, score: 3, answered: 3 }));
    expect(summaryOf(same, 3, 's').intervals.score).toEqual({ low: 3, high: 3, level: 0.95 });
    expect(summaryOf(all, 4, 's').intervals).toEqual(summaryOf(all, 4, 's').intervals);
  });

  it('is empty of nothing', () => {
    expect(summaryOf([], 0, 's')).toMatchObject({
      means: null,
      presentMean: null,
      halfWidth: null,
    });
    expect(summaryOf([], 2, 's').means!.score).toBe(0);
  });
});

describe('effort', () => {
  const all = [
    attempt({ agent: 'deep', task: 'a', steps: 30, score: 4 }),
    attempt({ agent: 'deep', task: 'b', steps: 50, score: 3 }),
    attempt({ agent: 'flat', task: 'a', steps: 10, score: 2 }),
    attempt({ agent: 'flat', task: 'b', steps: 20, score: 1 }),
    attempt({ agent: 'third', task: 'a', steps: 15, score: 3 }),
    attempt({ agent: 'third', task: 'b', steps: 25, score: 0 }),
    attempt({ agent: 'unknown', task: 'b', steps: null, score: 4 }),
  ];

  it('goes with scores across and within, each by its own means', () => {
    const { across, withinTasks, withinAgents, pairs, won } = effortOf(all, 'steps');
    // Means (40, 3.5), (15, 1.5), (20, 1.5).
    expect(across.n).toBe(3);
    expect(across.value).toBeCloseTo(0.98198, 5);
    // Sums of products 190/3, of squares 2200/3 and 20/3.
    expect(withinTasks).toBeCloseTo(190 / 3 / Math.sqrt((2200 / 3) * (20 / 3)), 12);
    // A task that takes more steps is harder for each of them.
    expect(withinAgents).toBeLessThan(0);
    // At b the third took more steps than the flat one, and lost.
    expect([pairs, won]).toEqual([6, 5]);
  });

  it('is won and lost only where both effort and score differ', () => {
    const equal = [
      attempt({ agent: 'one', task: 'a', steps: 10, score: 2 }),
      attempt({ agent: 'same steps', task: 'a', steps: 10, score: 3 }),
      attempt({ agent: 'same score', task: 'a', steps: 12, score: 2 }),
    ];
    // Two of three pairs are equal in one of them; the third has fewer steps and the better score.
    const { pairs, won } = effortOf(equal, 'steps');
    expect([pairs, won]).toEqual([1, 0]);
  });

  it('falls into three bins, of which the middle one has both ends', () => {
    expect(binsOf(all)).toEqual([
      { title: 'under 15', attempts: 1, mean: 2 },
      { title: '15 to 25', attempts: 3, mean: 4 / 3 },
      { title: 'over 25', attempts: 2, mean: 3.5 },
    ]);
  });
});

describe('what was published', () => {
  it('is of 6,528 trials', () => {
    expect(trials.tasks * trials.attempts * trials.models).toBe(trials.all);
  });

  it('has an r of 0.51 between steps and scores, which chance gives one time in five', () => {
    expect(correlationP(stepsAndScores.r, stepsAndScores.n)).toBeCloseTo(0.2, 2);
  });

  it('has means of categories in its text of which three do not follow from its table', () => {
    const means = categories.map((name, at) => {
      const mean = meanOf(Object.values(denseMeans).map((row) => row[at]!));
      // 1.445 of M&A is a little less as a double.
      return [name, Math.round(100 * mean + 1e-9) / 100] as const;
    });
    const ofTable = new Map<string, number>(means);
    const differing = Object.entries(meansOfText).filter(
      ([name, mean]) => ofTable.get(name) !== mean,
    );
    expect(differing.map(([name, mean]) => [name, mean, ofTable.get(name)])).toEqual([
      ['Valuation', 1.61, 1.63],
      ['M&A', 1.4, 1.45],
      ['Competitive Positioning', 1.39, 1.4],
    ]);
    expect(ofTable.get('Risk')).toBe(meansOfText.Risk);
  });
});
