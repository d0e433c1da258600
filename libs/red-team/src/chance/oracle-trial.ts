/**
 * An agent that has the future: a harness in which it does not stand out could not detect any
 * other cheater.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCivilDate } from '#values';
import { intervalOf } from '#contracts/result/figures';
import type { Interval } from '#contracts/result/interval';
import { openMarket } from '#backtest';
import type { MarketView } from '#market-view';
import {
  frictionless,
  runScratch,
  scratchScenario,
  type ScratchOptions,
} from '../scratch/scratch-run.js';
import type { TriedWindow } from '../scratch/tried-window.js';

export interface OracleRow {
  readonly symbol: string;
  readonly oracle: Interval | null;
  readonly buyAndHold: Interval | null;
  /** The agent without the future whose interval reaches highest. */
  readonly best: { readonly agent: string; readonly interval: Interval } | null;
  /**
   * Whether the whole interval of the oracle is above all others; null if there are too few
   * returns for one.
   */
  readonly isFarTooGood: boolean | null;
}

/** Runs it next to agents that know only the past, on each symbol. */
export async function tryOracle(
  window: TriedWindow,
  options: ScratchOptions & { readonly seed: number },
): Promise<OracleRow[]> {
  const { data, symbols, from, to } = window;
  const file = join(options.folder, 'oracle.csv');
  writeFileSync(file, await futureScript(window));
  const { result } = await runScratch(
    scratchScenario({
      name: 'oracle',
      data,
      window: { from, to },
      symbols: [...symbols],
      seed: options.seed,
      execution: frictionless,
      decide: 'session-close',
      agents: [
        { id: 'oracle', kind: 'script', file },
        { id: 'buy-and-hold', kind: 'buy-and-hold' },
        { id: 'sma-cross', kind: 'sma-cross', fast: 5, slow: 20 },
        { id: 'rsi-reversion', kind: 'rsi-reversion' },
        { id: 'random', kind: 'random' },
      ],
    }),
    options,
  );
  return symbols.map((symbol) => {
    const runs = result.runs.filter((run) => run.symbol === symbol);
    const sharpeOf = (agent: string): Interval | null =>
      intervalOf(runs.find((run) => run.agent === agent)?.figures ?? {}, 'sharpe');
    const oracle = sharpeOf('oracle');
    const buyAndHold = sharpeOf('buy-and-hold');
    const others = runs.flatMap(({ agent }) => {
      const interval = agent === 'oracle' ? null : sharpeOf(agent);
      return interval === null ? [] : [{ agent, interval }];
    });
    const [best = null] = others.sort((one, other) => other.interval.high - one.interval.high);
    const isFarTooGood = oracle === null || best === null ? null : oracle.low > best.interval.high;
    return { symbol, oracle, buyAndHold, best, isFarTooGood };
  });
}

/**
 * A script that is long before each session that ends higher, and short before each
 * that ends lower.
 */
async function futureScript({ data, symbols, sessions, calendar }: TriedWindow): Promise<string> {
  const market = await openMarket(data, { symbols });
  try {
    const { view } = market.at('end');
    const rows = symbols.flatMap((symbol) => {
      const closes = closesBySession(view, symbol, (time) =>
        calendar.sessionClosingAtOrAfter(time),
      );
      return sessions.flatMap((session, index) => {
        const now = closes.get(session);
        const next = closes.get(sessions[index + 1] ?? NaN);
        if (now === undefined || next === undefined) return [];
        return [`${formatCivilDate(session)},${symbol},${next > now ? 'BUY' : 'SELL'}`];
      });
    });
    return `date,symbol,action\n${rows.join('\n')}\n`;
  } finally {
    await market.close();
  }
}

/**
 * The last close of each session, as a holder at the end sees it: without the jumps of splits
 * and dividends.
 */
function closesBySession(
  view: MarketView,
  symbol: string,
  sessionAt: (time: number) => number,
): Map<number, number> {
  const bars = view.barsBetween(symbol);
  const closes = view.adjustedCloses(symbol, bars.length);
  return new Map(bars.map(({ time }, index) => [sessionAt(time), closes[index] as number]));
}
