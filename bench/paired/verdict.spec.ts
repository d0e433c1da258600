/** Ratios of two builds, the limit on them, and how often a round is repeated. */

import { describe, expect, it } from 'vitest';
import {
  compare,
  describeComparison,
  isAbove,
  pairedRounds,
  type Cost,
  type PairedRound,
} from './verdict.js';

const cost = (processorSeconds: number | null, peakMegabytes: number | null): Cost => ({
  processorSeconds,
  peakMegabytes,
});
const round = (own: Cost, measured = cost(4, 200)): PairedRound => ({ own, measured });

/** Gives the rounds in turn, and fails when asked for more. */
function given(...rounds: readonly PairedRound[]) {
  return (number: number): Promise<PairedRound> => {
    const next = rounds[number];
    if (next === undefined) throw new Error(`round ${number} was not expected`);
    return Promise.resolve(next);
  };
}

describe('the comparison of two builds', () => {
  it('is this build over the measured one, for processor time and for memory', () => {
    expect(compare([round(cost(5, 100))])).toEqual([
      { measure: 'processorSeconds', own: 5, measured: 4, ratio: 1.25 },
      { measure: 'peakMegabytes', own: 100, measured: 200, ratio: 0.5 },
    ]);
  });

  it('takes the least ratio of the rounds, of each measure by itself', () => {
    const rounds = [round(cost(6, 210)), round(cost(5, 400)), round(cost(8, 300))];
    expect(compare(rounds)).toEqual([
      { measure: 'processorSeconds', own: 5, measured: 4, ratio: 1.25 },
      { measure: 'peakMegabytes', own: 210, measured: 200, ratio: 1.05 },
    ]);
  });

  it('leaves out what the system does not tell of both', () => {
    expect(compare([round(cost(null, 210))]).map(({ measure }) => measure)).toEqual([
      'peakMegabytes',
    ]);
    expect(compare([round(cost(1, 210), cost(0, null))])).toEqual([]);
  });

  it.each([
    [5, false],
    [5.01, true],
    [1, false],
  ])('%s s against 4 s is above the limit: %s', (seconds, above) => {
    expect(compare([round(cost(seconds, 200))]).some(isAbove)).toBe(above);
  });

  it('says the measure, both figures and the ratio', () => {
    const lines = compare([round(cost(5.5, 190))]).map(describeComparison);
    expect(lines).toEqual([
      'processor time 5.50 s against 4.00 s, 1.375×',
      'peak memory 190.00 MB against 200.00 MB, 0.950×',
    ]);
  });
});

describe('the rounds of a job', () => {
  const within = round(cost(4, 200));
  const slow = round(cost(9, 200));
  const large = round(cost(4, 900));

  it('are one where nothing is above the limit', async () => {
    expect(await pairedRounds(given(within))).toEqual([within]);
  });

  it('are repeated until the least ratios are within it', async () => {
    expect(await pairedRounds(given(slow, within))).toEqual([slow, within]);
    expect(await pairedRounds(given(slow, large))).toEqual([slow, large]);
  });

  it('are three at most', async () => {
    const rounds = await pairedRounds(given(slow, slow, slow));
    expect(rounds).toHaveLength(3);
    expect(compare(rounds).filter(isAbove)).toHaveLength(1);
  });
});
