/** Published figures that cannot be, and those that can within their two decimals. */

import { describe, expect, it } from 'vitest';
import { impossibilities } from './impossible.js';
import { growthOf, reachOf } from './reach.js';

/**
 * Best 21%, worst -19%; after the fall of a tenth of a short that is held, 2 - 0.99 is the most.
 */
const reach = reachOf(3, growthOf([100, 110, 99]));

describe('impossibilities', () => {
  it.each([
    [[-10, -2, 10], null],
    [[-10.01, -2, 10], null],
    [[-10.02, -2, 10], 'the return is below minus the drawdown'],
    [[-4.84, -3.22, -4.84], 'the drawdown is negative'],
    [[0.01, -0.11, 1], 'the return is positive and the Sharpe ratio negative'],
    [[-0.06, 0.15, 10], null],
    [[21, 9, 0], null],
    [[21.02, 9, 0], 'the return is above 21.00%, the most that the prices allow'],
    [[-19, -9, 19], null],
    [[-19.02, -9, 19.02], 'the return is below -19.00%, the least that the prices allow'],
    [[1, 1, 10], null],
    [[1.02, 1, 10], 'after such a fall the prices allow a return of 1.01% at most'],
    [[0, 0, 20], 'no strategy could fall that deep at these prices'],
    [[null, null, 5], null],
  ] as const)('of %j: %s', ([cumulativeReturn, sharpe, maxDrawdown], reason) => {
    const found = impossibilities({ cumulativeReturn, sharpe, maxDrawdown }, [reach]);
    expect(found).toEqual(reason === null ? [] : [expect.stringMatching(startOf(reason))]);
  });

  it('asks of one reach of several alone, and of none when there are no prices', () => {
    const flat = reachOf(3, growthOf([100, 100, 100]));
    const figures = { cumulativeReturn: 20, sharpe: 5, maxDrawdown: 0 };
    expect(impossibilities(figures, [flat, reach])).toEqual([]);
    expect(impossibilities(figures, [flat])).toHaveLength(1);
    expect(impossibilities(figures, [])).toEqual([]);
  });
});

const startOf = (text: string): RegExp => new RegExp(`^${text.replace(/[.%]/g, '\\$&')}`);
