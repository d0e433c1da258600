/**
 * Checks that noise yields no findings: coin flips on the user's data, and rules and coin flips in
 * worlds of noise, whose intervals may exclude zero only as often as their level allows.
 */

import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { intervalOf } from '#contracts/result/figures';
import type { Interval } from '#contracts/result/interval';
import type { RunResult } from '#contracts/result/result';
import { formatCivilDate, requireCivilDate, seededRandom } from '#values';
import { calendarOf } from '#market-data';
import {
  frictionless,
  runScratch,
  type ScratchOptions,
  scratchScenario,
} from '../scratch/scratch-run.js';
import type { TriedWindow } from '../scratch/tried-window.js';

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

interface NoiseOptions extends ScratchOptions {
  readonly seed: number;
  /** Coin flips on the user's data, all symbols together. */
  readonly flips: number;
  readonly worlds: number;
  readonly sessions: number;
}

export const isTooOften = ({ excluding, bound }: NoiseRow): boolean => excluding > bound;

/**
 * Coin flips, long or short with equal chance whatever the market does: their mean return is zero
 * over any prices, whatever the drift, so the interval of the Sharpe ratio holds zero. Their
 * difference from Buy & Hold does not: that is the drift. Their cumulative return does not qualify
 * either: it compounds, and is below zero more often than above where prices swing widely.
 */
export async function flipCoins(window: TriedWindow, options: NoiseOptions): Promise<NoiseRow[]> {
  const { seed, flips } = options;
  const { data, symbols, from, to } = window;
  const repeats = Math.max(1, Math.ceil(flips / symbols.length));
  const { result } = await runScratch(
    scratchScenario({
      name: 'coin-flips',
      data,
      window: { from, to },
      symbols: [...symbols],
      seed,
      repeats,
      execution: frictionless,
      decide: 'session-close',
      agents: [{ id: 'coin-flip', kind: 'random' }],
    }),
    options,
  );
  return [noiseRow('this data', 'coin-flip', 'Sharpe ratio', result.runs.map(sharpeOf))];
}

/** Noise, in which Buy & Hold, a rule and a coin flip have the same expected return: zero. */
export async function tryNoise(options: NoiseOptions): Promise<NoiseRow[]> {
  const { seed, folder, worlds, sessions } = options;
  const market = writeNoiseMarket(join(folder, 'noise'), { worlds, sessions, seed });
  const { data, window, symbols } = market;
  const { result } = await runScratch(
    scratchScenario({
      name: 'noise-worlds',
      data,
      window,
      symbols: [...symbols],
      seed,
      execution: frictionless,
      baseline: 'buy-and-hold',
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
      row('cumulative return', ({ figures }) => intervalOf(figures, 'cumulativeReturn')),
    ];
    if (agent === 'buy-and-hold') return rows;
    return [...rows, row('difference', ({ againstBaseline }) => againstBaseline?.interval ?? null)];
  });
}

const sharpeOf = ({ figures }: RunResult): Interval | null => intervalOf(figures, 'sharpe');

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

/**
 * The least count that n independent events of probability p exceed with a probability below
 * `risk`. P(X > k) is summed from the top of the distribution down, in logarithms: no term is lost.
 *
 * Source: the binomial distribution, Abramowitz and Stegun, "Handbook of Mathematical Functions",
 * 1964, 26.1.20.
 */
export function binomialBound(n: number, p: number, risk: number): number {
  let above = 0;
  for (let k = n; k > 0; k--) {
    above += Math.exp(logTerm(n, k, p));
    if (above >= risk) return k;
  }
  return 0;
}

const logTerm = (n: number, k: number, p: number): number =>
  logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p);

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let factor = 1; factor <= k; factor++) sum += Math.log((n - k + factor) / factor);
  return sum;
}

interface NoiseMarket {
  /** Folder of the data set. */
  readonly data: string;
  /** A world each. */
  readonly symbols: readonly string[];
  readonly window: { readonly from: string; readonly to: string };
}

/** As large as the day of a large stock. */
const deviation = 0.01;

/**
 * Writes `worlds` symbols with daily bars into `folder`. Returns are normal with mean zero,
 * independent of each other: prices are martingales, and no rule has an expected return but zero.
 */
export function writeNoiseMarket(
  folder: string,
  { worlds, sessions, seed }: { worlds: number; sessions: number; seed: number },
): NoiseMarket {
  const calendar = calendarOf('XNYS');
  const from = requireCivilDate('2023-01-03', 'noise');
  const dates = calendar
    .sessionsBetween(from, from + 2 * sessions)
    .slice(0, sessions)
    .map((date) => formatCivilDate(date));
  const symbols = Array.from(
    { length: worlds },
    (_, world) => `W${String(world + 1).padStart(4, '0')}`,
  );
  const lines = symbols.flatMap((symbol) => barsOf(symbol, dates, seed));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'prices.csv'),
    `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`,
  );
  writeFileSync(join(folder, 'dataset.yaml'), manifest);
  return { data: folder, symbols, window: { from: dates[0] ?? '', to: dates.at(-1) ?? '' } };
}

function barsOf(symbol: string, dates: readonly string[], seed: number): string[] {
  const random = seededRandom(`${seed}/noise/${symbol}`);
  let close = 100;
  return dates.map((date) => {
    const open = close;
    close = open * (1 + deviation * random.normal());
    const high = Math.max(open, close);
    const low = Math.min(open, close);
    return [symbol, date, open, high, low, close, 1_000_000].join(',');
  });
}

const manifest = `name: noise
calendar: XNYS
timeZone: America/New_York
currency: USD
synthetic: true
bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: raw, order: [symbol, date] }
`;
