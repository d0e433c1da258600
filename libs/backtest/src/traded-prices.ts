/** What a report draws of the symbols that a run traded: candles, the agent's indicators, and the trades. */

import { formatCivilDate } from '#values';
import type { AgentConfig } from '#contracts/scenario';
import { relativeStrengthIndex } from '#market-view/indicators/relative-strength-index';
import { simpleMovingAverage } from '#market-view/indicators/simple-moving-average';
import type { Candle, PriceMark, ReportPrices, ReportTrade } from '#report';
import type { BarRanges } from './bar-ranges.js';
import type { MeasuredRun } from './measured-run.js';

/** Of each traded symbol with bars; `rows` are of the run's trades in their order. */
export function tradedPrices(
  { plan, trades, closed, performance: { dates } }: MeasuredRun,
  rows: readonly ReportTrade[],
  ranges: ReadonlyMap<string, BarRanges>,
): readonly (() => ReportPrices)[] {
  // `verify` tells by the excursions whether a result was derived with prices.
  const symbols = new Set(rows.flatMap(({ symbol, mae }) => (mae === null ? [] : [symbol])));
  return [...symbols].map((symbol) => () => {
    const bars = ranges.get(symbol)!;
    const followed = indicatorsOf(plan.agent);
    const candles = bars.closes.map((close, at): Candle => {
      for (const { running } of followed) running.next(close);
      const [open, high, low] = [bars.opens[at]!, bars.highs[at]!, bars.lows[at]!];
      const values = followed.map(({ running }) => running.value);
      return { date: formatCivilDate(bars.dates[at]!), open, high, low, close, values };
    });
    const [first, last] = [formatCivilDate(dates[0]!), formatCivilDate(dates.at(-1)!)];
    return {
      symbol,
      bars: candles.filter(({ date }) => date >= first && date <= last),
      indicators: followed.map(({ label, levels }) => ({ label, levels })),
      marks: rows.flatMap((row, at) =>
        row.symbol === symbol ? marksOf(row, bars, bars.during(trades[at]!, closed.time)) : [],
      ),
    };
  });
}

/** What an agent decides by, as it is before the first bar. Of other agents nothing is drawn. */
function indicatorsOf(agent: AgentConfig) {
  if (agent.kind === 'rsi-reversion') {
    const { length, enter, exit } = agent;
    const running = relativeStrengthIndex(length);
    return [{ label: `RSI of ${length}`, levels: [enter, exit], running }];
  }
  const lengths = agent.kind === 'sma-cross' ? [agent.fast, agent.slow] : [];
  return lengths.map((length) => {
    return { label: `Mean of ${length}`, levels: null, running: simpleMovingAverage(length) };
  });
}

function marksOf(
  { exit, shares, entryPrice, exitPrice, profit }: ReportTrade,
  { dates }: BarRanges,
  held: ReturnType<BarRanges['during']>,
): readonly PriceMark[] {
  const [from, to] = [dates[held?.entry ?? -1], dates[held?.exit ?? -1]];
  if (held === null || from === undefined || to === undefined) return [];
  const mark = (
    kind: PriceMark['kind'],
    date: number,
    price: number,
    won: number | null,
  ): PriceMark => ({ kind, date: formatCivilDate(date), price: price * held.scale, profit: won });
  const entry = mark(shares > 0 ? 'long' : 'short', from, entryPrice, null);
  if (exit === null || exitPrice === null || profit === null) return [entry];
  return [entry, mark(profit > 0 ? 'gain' : 'loss', to, exitPrice, profit)];
}
