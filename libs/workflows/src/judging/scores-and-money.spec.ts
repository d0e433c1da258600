/** Scores against money, on the table that HERCULEAN published. */

import { expect, it } from 'vitest';
import { publishedInsights } from '../published-insights.fixture.js';
import { overRepeats, scoresAndMoney } from './judging-sections.js';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

it('says of the published table how far scores of reports go with the money of their ratings', () => {
  const configurations = publishedInsights.map(
    ([name, scores, returns]) => [name, mean(scores), mean(returns) / 100] as const,
  );
  const [section] = scoresAndMoney(configurations);
  // Computed independently: 0.54035, 0.07994 to 0.81074, p 0.01692.
  expect(section?.text).toEqual([
    'Spearman’s rho of score and return over 19 configurations: 0.54 (95%: 0.08 to 0.81, p = ' +
      '0.017).',
  ]);
  expect(section?.table?.rows).toHaveLength(19);
  expect(section?.table?.rows[0]?.[0]).toBe('ReAct Agent sonnet');
});

it('is silent about a small sample', () => {
  expect(scoresAndMoney([])).toEqual([]);
  const [few] = scoresAndMoney([
    ['a', 1, 0.1],
    ['b', 2, 0.2],
    ['c', 3, 0.1],
  ]);
  // The best score first, whatever the order of the agents.
  expect(few?.table?.rows.map(([name]) => name)).toEqual(['c', 'b', 'a']);
  const [other] = scoresAndMoney([
    ['b', 2, 0.2],
    ['c', 3, 0.1],
    ['a', 1, 0.1],
  ]);
  expect(other?.table?.rows).toEqual(few?.table?.rows);
  expect(few?.text[0]).toMatch(/^Too few configurations \(3\)/);
});

it('counts repeats of an agent as one configuration, by their means', () => {
  const runs = [['a', 5, 0.25] as const, ['b', 2, -0.5] as const, ['a', 4, 0.75] as const];
  expect(overRepeats(runs)).toEqual([
    ['a', 4.5, 0.5],
    ['b', 2, -0.5],
  ]);
});
