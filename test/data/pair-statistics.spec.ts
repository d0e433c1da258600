/**
 * Statistics of pairs against statsmodels, asked live: all pairs of the pool of eight,
 * and drawn series.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '#values';
import {
  disagreements,
  type PairAnswer,
  type PairSeries,
} from '#metrics/pairs/pair-answer.fixture';
import { askPython, installLimitMs } from './ask-python.fixture.js';

const root = process.env['TAPEFOLD_DATA'];
if (root === undefined) throw new Error('set TAPEFOLD_DATA to the folder of the reference data');

const pool = 'AAPL ADBE AMZN GOOGL META MSFT NVDA TSLA'.split(' ');

/** Closes of the data set, by symbol, in the order of its file. */
function closesOf(dataset: string): Map<string, number[]> {
  const [, ...lines] = readFileSync(join(root!, dataset, 'prices_adjusted.csv'), 'utf8')
    .trim()
    .split('\n');
  const closes = new Map<string, number[]>();
  for (const line of lines) {
    const [symbol, , , , , close] = line.split(',');
    closes.set(symbol!, [...(closes.get(symbol!) ?? []), Number(close)]);
  }
  return closes;
}

interface NamedPair extends PairSeries {
  readonly name: string;
}

function pairsOf(dataset: string, of: (price: number) => number): NamedPair[] {
  const closes = closesOf(dataset);
  const series = (symbol: string): number[] => closes.get(symbol)!.map(of);
  return pool.flatMap((left, index) =>
    pool.slice(index + 1).map((right) => ({
      name: `${left} ${right}`,
      left: series(left),
      right: series(right),
    })),
  );
}

/**
 * Two positive series: a walk on the right, on the left a power of it with a disturbance that
 * decays or not.
 */
function drawn(seed: number): NamedPair {
  const random = seededRandom(`pair statistics ${seed}`);
  const shock = (): number => 0.02 * random.normal();
  const count = 30 + random.below(400);
  const power = 0.5 + random.next();
  const decay = [0, 0.5, 0.95, 1][seed % 4]!;
  const left: number[] = [];
  const right: number[] = [];
  for (let walk = 3, apart = 0; left!.length < count;) {
    walk += shock();
    apart = decay * apart + shock();
    right!.push(Math.exp(walk));
    left!.push(Math.exp(1 + power * walk + apart));
  }
  return { name: `drawn ${seed}`, left: left!, right: right! };
}

const pairs: readonly NamedPair[] = [
  ...pairsOf('herculean-2026', (price) => price),
  ...pairsOf('herculean-2026-live', Math.log),
  ...Array.from({ length: 60 }, (_, seed) => drawn(seed)),
];

describe('pairs', () => {
  let answers: readonly PairAnswer[] = [];
  beforeAll(() => {
    answers = askPython<PairAnswer[]>('pair_statistics.py', pairs);
  }, installLimitMs);

  it('are 28 of each data set, and drawn ones that take different numbers of lags', () => {
    expect(answers).toHaveLength(28 + 28 + 60);
    expect(new Set(answers.map(({ lags }) => lags)).size).toBeGreaterThan(5);
  });

  it.each(pairs.map(({ name }, index) => [name, index] as const))(
    '%s (%d) has the statistics of statsmodels',
    (_, index) => {
      expect(disagreements(pairs[index]!, answers[index]!)).toEqual([]);
    },
  );
});
