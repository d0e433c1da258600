/**
 * A world without an edge as a user would have it: a data set, a scenario, and the
 * result of its run.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCivilDate, requireCivilDate, seededRandom } from '#values';
import type { Result } from '#contracts/result/result';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { runScenario } from '#backtest';
import { calendarOf } from '#market-data';
import { marketReturns, type Market } from '#metrics/repeats/no-edge-world.fixture';

const manifest = `name: no-edge
calendar: XNYS
timeZone: America/New_York
currency: USD
synthetic: true
bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: raw, order: [symbol, date] }
`;

/**
 * Fills at the close that was seen and no costs, so that what a coin earns is the market's return
 * and nothing else.
 */
const execution = { name: 'frictionless', fill: 'decision-close', short: true } as const;

export interface CoinWorld {
  readonly market: Market;
  readonly world: number;
  readonly sessions: number;
  readonly agents: number;
}

/**
 * The result of agents that toss a coin at each close, through the engine; leaves nothing below
 * `above`.
 */
export async function tossCoins(above: string, world: CoinWorld): Promise<Result> {
  const own = join(above, String(world.world));
  const dates = writeMarket(own, world);
  const scenario = tradingScenarioSchema.parse({
    name: 'coins',
    data: own,
    window: { from: dates[0], to: dates.at(-1) },
    symbols: ['AA'],
    seed: world.world,
    execution,
    agents: Array.from({ length: world.agents }, (_, coin) => ({
      id: `coin-${coin + 1}`,
      kind: 'random',
    })),
  });
  const out = join(own, 'out');
  const options = { out, codeVersion: 'soak', jobs: 1, fresh: true };
  const outcome = await runScenario({ scenario, directory: own }, options);
  if (outcome.kind === 'interrupted') throw new Error('the runs were interrupted');
  rmSync(own, { recursive: true, force: true });
  return outcome.result as Result;
}

/** Daily bars of one symbol without a drift; the dates of their sessions. */
function writeMarket(own: string, { market, world, sessions }: CoinWorld): readonly string[] {
  const from = requireCivilDate('2023-01-03', 'first session');
  const dates = calendarOf('XNYS')
    .sessionsBetween(from, from + 2 * sessions)
    .slice(0, sessions)
    .map((date) => formatCivilDate(date));
  let close = 100;
  const returns = marketReturns(market, seededRandom(`engine/${world}`), sessions);
  const lines = dates.map((date, at) => {
    const open = close;
    close *= 1 + returns[at]!;
    return ['AA', date, open, Math.max(open, close), Math.min(open, close), close, 1e6].join(',');
  });
  mkdirSync(own, { recursive: true });
  writeFileSync(
    join(own, 'prices.csv'),
    `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`,
  );
  writeFileSync(join(own, 'dataset.yaml'), manifest);
  return dates;
}
