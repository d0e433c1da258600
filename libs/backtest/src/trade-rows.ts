/** Trades as rows, for trades.csv and the report. */

import { profitAt, returnAt } from '#metrics';
import type { ReportRun, ReportTrade } from '#report';
import { barRanges, type BarRanges, type RangedDataset } from './bar-ranges.js';
import type { MeasuredRun } from './measured-run.js';
import { quoted, type DatedTrade } from './run-tables.js';
import { tradedPrices } from './traded-prices.js';

/** What prices tell of a run's trades. */
export interface PricedTrades {
  readonly rows: readonly ReportTrade[];
  readonly prices: ReportRun['prices'];
}

/** The trades of each run. Without a data set they have no excursions and no prices, and open ones no value. */
export async function tradeRows(
  runs: readonly MeasuredRun[],
  dataset: RangedDataset | null,
): Promise<readonly PricedTrades[]> {
  const symbols = new Set(runs.flatMap(({ trades }) => trades.map(({ symbol }) => symbol)));
  const last = Math.max(...runs.map(({ closed }) => closed.lastSession ?? -Infinity));
  const isKnown = dataset !== null && symbols.size > 0 && last > -Infinity;
  const ranges = isKnown ? await barRanges(dataset, symbols, last) : null;
  return runs.map((run) => {
    const { time } = run.closed;
    const rows = run.trades.map((trade) =>
      rowOf(trade, ranges?.get(trade.symbol)?.during(trade, time) ?? null),
    );
    return { rows, prices: ranges === null ? [] : tradedPrices(run, rows, ranges) };
  });
}

function rowOf(trade: DatedTrade, held: ReturnType<BarRanges['during']>): ReportTrade {
  const { symbol, shares, entry, exit, entryPrice, fees, sessions, days } = trade;
  const exitPrice = trade.exitPrice ?? held?.close ?? null;
  const gross = { ...trade, fees: 0 };
  const prices = [entryPrice, exitPrice ?? entryPrice];
  const low = held && Math.min(held.low, ...prices);
  const high = held && Math.max(held.high, ...prices);
  const [worst, best] = shares > 0 ? [low, high] : [high, low];
  return {
    ...{ entry, exit, symbol, shares, entryPrice, exitPrice, fees },
    profit: exitPrice && profitAt(trade, exitPrice),
    return: exitPrice && returnAt(trade, exitPrice),
    ...{ sessions, days, bars: held && held.bars },
    mae: worst && profitAt(gross, worst),
    maeReturn: worst && returnAt(gross, worst),
    mfe: best && profitAt(gross, best),
    mfeReturn: best && returnAt(gross, best),
  };
}

/** The text of trades.csv. */
export function tradesCsv(trades: readonly ReportTrade[]): string {
  const header = 'entry,exit,symbol,shares,entryPrice,exitPrice,fees,profit,return,sessions,days';
  const lines = trades.map((trade) =>
    Object.values({ ...trade, symbol: quoted(trade.symbol) }).join(','),
  );
  return [`${header},bars,mae,maeReturn,mfe,mfeReturn`, ...lines, ''].join('\n');
}
