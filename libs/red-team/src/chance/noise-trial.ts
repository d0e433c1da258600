/**
 * Where there is nothing to be found, nothing may be found: coin flips on the user's data, and rules and coin flips in
 * worlds of noise, whose intervals may exclude zero as often as their level says, and not more.
 */

import { join } from 'node:path';
import type { Interval, RunResult } from '#contracts/result';
import { frictionless, runScratch, scratchScenario, type ScratchOptions } from '../scratch-run.js';
import type { TriedWindow } from '../tried-window.js';
import { binomialBound } from './binomial-bound.js';
import { writeNoiseMarket } from './noise-market.js';

export interface NoiseRow {
  readonly where: string;
  readonly agent: string;
  readonly statistic: string;
  /** Runs that have such an interval. */
  readonly intervals: number;
  /** Those that exclude zero. */
  readonly excluding: number;
  /** How many may: more come by chance once in a thousand trials. */
  readonly bound: number;
}

/** By chance the bound is exceeded more rarely than this. */
const risk = 0.001;

export interface NoiseOptions extends ScratchOptions {
  readonly seed: number;
  /** Coin flips on the user's data, all symbols together. */
  readonly flips: number;
  readonly worlds: number;
  readonly sessions: number;
}

export const isTooOften = ({ excluding, bound }: NoiseRow): boolean => excluding > bound;

/**
 * Coin flips, long or short with equal chance whatever the market does: their mean return is zero over any prices,
 * whatever the drift, so the interval of the Sharpe ratio holds zero. Their difference from Buy & Hold does not: that
 * is the drift. Their cumulative return is no such statistic either: it compounds, and lies below zero more often than
 * above where prices swing widely.
 */
export async function flipCoins(window: TriedWindow, options: NoiseOptions): Promise<NoiseRow[]> {
  const { seed, flips } = options;
  const { data, symbols, from, to } = window;
  const repeats = Math.max(1, Math.ceil(flips / symbols.length));
  const { result } = await runScratch(
    scratchScenario({
      ...{ name: 'coin-flips', data, window: { from, to }, symbols: [...symbols], seed, repeats },
      ...{ execution: frictionless, decide: 'session-close' },
      agents: [{ id: 'coin-flip', kind: 'random' }],
    }),
    options,
  );
  return [noiseRow('this data', 'coin-flip', 'Sharpe ratio', result.runs.map(sharpeOf))];
}

/** Noise, in which Buy & Hold, a rule and a coin flip have the same expected return: none. */
export async function tryNoise(options: NoiseOptions): Promise<NoiseRow[]> {
  const { seed, folder, worlds, sessions } = options;
  const market = writeNoiseMarket(join(folder, 'noise'), { worlds, sessions, seed });
  const { data, window, symbols } = market;
  const { result } = await runScratch(
    scratchScenario({
      ...{ name: 'noise-worlds', data, window, symbols: [...symbols], seed },
      ...{ execution: frictionless, baseline: 'buy-and-hold' },
      agents: [
        { id: 'buy-and-hold', kind: 'buy-and-hold' },
        { id: 'sma-cross', kind: 'sma-cross', fast: 5, slow: 20 },
        { id: 'coin-flip', kind: 'random' },
      ],
    }),
    options,
  );
  return ['buy-and-hold', 'sma-cross', 'coin-flip'].flatMap((agent) => {
    const runs = result.runs.filter((run) => run.agent === agent);
    const row = (statistic: string, intervalOf: (run: RunResult) => Interval | null): NoiseRow =>
      noiseRow('noise worlds', agent, statistic, runs.map(intervalOf));
    const rows = [
      row('Sharpe ratio', sharpeOf),
      row('cumulative return', ({ intervals }) => intervals.cumulativeReturn),
    ];
    if (agent === 'buy-and-hold') return rows;
    return [...rows, row('difference', ({ againstBaseline }) => againstBaseline?.interval ?? null)];
  });
}

const sharpeOf = ({ intervals }: RunResult): Interval | null => intervals.sharpe;

/** Counts the intervals of independent runs that exclude zero. */
export function noiseRow(
  where: string,
  agent: string,
  statistic: string,
  found: readonly (Interval | null)[],
): NoiseRow {
  const intervals = found.filter((one) => one !== null);
  const excluding = intervals.filter(({ low, high }) => low > 0 || high < 0).length;
  const level = intervals[0]?.level ?? 1;
  const bound = level === 1 ? 0 : binomialBound(intervals.length, 1 - level, risk);
  return { where, agent, statistic, intervals: intervals.length, excluding, bound };
}
