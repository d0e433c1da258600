/** Trades as rows, for trades.csv and the report. */

import { formatCivilDate, formatInstant, microsPerDay, type Instant } from '#values';
import type { SessionCalendar } from '#market-data';
import { profitAt, returnAt, type Trade } from '#metrics';
import { tradeColumns, type ReportTrade } from '#report';
import { barRanges, type BarRanges, type RangedDataset } from './bar-ranges.js';
import type { MeasuredRun } from './measured-run.js';
import { quoted } from './run-tables.js';

export type RunWithRows = MeasuredRun & { readonly rows: readonly ReportTrade[] };

/** Runs with their trades as rows. Without a data set those have no excursions, and open ones no value. */
export async function withTradeRows(
  runs: readonly MeasuredRun[],
  calendar: SessionCalendar,
  dataset: RangedDataset | null,
): Promise<readonly RunWithRows[]> {
  const symbols = new Set(runs.flatMap(({ trades }) => trades.map(({ symbol }) => symbol)));
  const last = Math.max(...runs.map(({ closed }) => closed.lastSession ?? -Infinity));
  const isKnown = dataset !== null && symbols.size > 0 && last > -Infinity;
  const ranges = isKnown ? await barRanges(dataset, symbols, last) : null;
  return runs.map((run) => {
    const { closed, plan } = run;
    const isAtBars = plan.decide === 'bar';
    const dayOf = (time: Instant) =>
      isAtBars ? time / microsPerDay : calendar.sessionClosingAtOrAfter(time);
    const dateOf = (time: Instant) =>
      isAtBars ? formatInstant(time) : formatCivilDate(dayOf(time));
    const rows = run.trades.map((trade) => {
      const { entryTime, exitTime } = trade;
      const held = ranges?.get(trade.symbol)?.during(trade, closed.time) ?? null;
      return {
        ...{ entry: dateOf(entryTime), exit: exitTime && dateOf(exitTime) },
        ...figuresOf(trade, held),
        days: exitTime && dayOf(exitTime) - dayOf(entryTime),
      };
    });
    return { ...run, rows };
  });
}

function figuresOf(trade: Trade, held: ReturnType<BarRanges['during']>) {
  const { symbol, shares, entryPrice, fees, sessions } = trade;
  const exitPrice = trade.exitPrice ?? held?.close ?? null;
  const gross = { ...trade, fees: 0 };
  const prices = [entryPrice, exitPrice ?? entryPrice];
  const low = held && Math.min(held.low, ...prices);
  const high = held && Math.max(held.high, ...prices);
  const [worst, best] = shares > 0 ? [low, high] : [high, low];
  return {
    ...{ symbol, shares, entryPrice, exitPrice, fees, sessions, bars: held && held.bars },
    profit: exitPrice && profitAt(trade, exitPrice),
    return: exitPrice && returnAt(trade, exitPrice),
    mae: worst && profitAt(gross, worst),
    maeReturn: worst && returnAt(gross, worst),
    mfe: best && profitAt(gross, best),
    mfeReturn: best && returnAt(gross, best),
  };
}

/** The text of trades.csv. */
export function tradesCsv(trades: readonly ReportTrade[]): string {
  const lines = trades.map((trade) => {
    const line = { ...trade, symbol: quoted(String(trade.symbol)) };
    return tradeColumns.map((name) => line[name] ?? '').join(',');
  });
  return [tradeColumns.join(','), ...lines, ''].join('\n');
}
