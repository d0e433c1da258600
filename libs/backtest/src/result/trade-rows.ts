/** Trades as rows, for trades.csv and the report, and the prices that the report draws around them. */

import { formatCivilDate, formatInstant, microsPerDay, type Instant } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { SessionCalendar } from '#market-data';
import { followedCalendar } from '#market-data/dataset/tape-calendars';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';
import { tradeColumns, type Candle, type ReportRun, type ReportTrade } from '#report';
import type { Trade } from '#workflows';
import { barRanges, type BarRanges, type RangedDataset } from '../tape/bar-ranges.js';
import type { MeasuredRun } from './measured-run.js';
import { quoted } from './run-tables.js';

export type RunWithRows = MeasuredRun & {
  readonly rows: readonly ReportTrade[];
  readonly prices: ReportRun['prices'];
};

/** Runs with their trades as rows. Without a data set these have no excursions and prices, and open ones no value. */
export async function withTradeRows(
  runs: readonly MeasuredRun[],
  ofTape: SessionCalendar,
  dataset: RangedDataset | null,
): Promise<readonly RunWithRows[]> {
  const symbols = new Set(runs.flatMap(({ trades }) => trades.map(({ symbol }) => symbol)));
  const last = Math.max(...runs.map(({ closed }) => closed.lastSession ?? -Infinity));
  const isKnown = dataset !== null && symbols.size > 0 && last > -Infinity;
  const ranges = isKnown ? await barRanges(dataset, symbols, last) : null;
  return runs.map((run) => {
    const isAtBars = run.plan.decide === 'bar';
    const calendar = followedCalendar(run.plan, ofTape);
    const dayOf = (time: Instant) =>
      isAtBars ? time / microsPerDay : calendar.sessionClosingAtOrAfter(time);
    const dateOf = (time: Instant) =>
      isAtBars ? formatInstant(time) : formatCivilDate(dayOf(time));
    const sessionOf = (time: Instant) => formatCivilDate(calendar.sessionClosingAtOrAfter(time));
    const rows = run.trades.map((trade) => {
      const { symbol, entryTime, exitTime } = trade;
      const held = ranges?.get(symbol)?.during(trade, run.closed.time) ?? null;
      const exit = exitTime === null ? null : sessionOf(exitTime);
      return {
        ...{ entry: dateOf(entryTime), exit: exitTime && dateOf(exitTime) },
        days: exitTime && dayOf(exitTime) - dayOf(entryTime),
        ...figuresOf(trade, held),
        drawn: held && { entry: sessionOf(entryTime), exit, scale: held.scale },
      };
    });
    return { ...run, rows, prices: ranges === null ? [] : tradedPrices(run, rows, ranges) };
  });
}

/** Profit and return are after fees, excursions before. Dividends and the cost of borrowing are no part of them. */
function figuresOf(trade: Trade, held: ReturnType<BarRanges['during']>) {
  const { symbol, shares, entryPrice, fees, sessions } = trade;
  const exitPrice = trade.exitPrice ?? held?.close ?? null;
  const profitAt = (price: number) => shares * (price - entryPrice);
  const returnAt = (price: number) => Math.sign(shares) * (price / entryPrice - 1);
  return {
    ...{ symbol, shares, entryPrice, exitPrice, fees, sessions, bars: held && held.bars },
    profit: exitPrice && profitAt(exitPrice) - fees,
    return: exitPrice && returnAt(exitPrice) - fees / (Math.abs(shares) * entryPrice),
    mae: held && profitAt(held.worst),
    maeReturn: held && returnAt(held.worst),
    mfe: held && profitAt(held.best),
    mfeReturn: held && returnAt(held.best),
    exitReason: trade.exitReason,
  };
}

/** Of each symbol with bars that was traded in `rows`. */
function tradedPrices(
  { plan, performance: { dates } }: MeasuredRun,
  rows: readonly ReportTrade[],
  ranges: ReadonlyMap<string, BarRanges>,
): ReportRun['prices'] {
  const symbols = new Set(rows.flatMap(({ symbol, drawn }) => (drawn ? [String(symbol)] : [])));
  return [...symbols].map((symbol) => () => {
    const { opens, highs, lows, closes, dates: sessions } = ranges.get(symbol)!;
    const followed = indicatorsOf(plan.agent);
    const [first, last] = [dates[0]!, dates.at(-1)!];
    const bars: Candle[] = [];
    let open = NaN;
    let high = -Infinity;
    let low = Infinity;
    // Nothing in here may be an object: it goes over all bars, for each run that is drawn.
    for (let at = 0; at < closes.length; at++) {
      const close = closes.at(at);
      const session = sessions.at(at);
      for (let index = 0; index < followed.length; index++) followed[index]!.running.next(close);
      if (session < first || session > last) continue;
      if (high === -Infinity) open = opens.at(at);
      high = Math.max(high, highs.at(at));
      low = Math.min(low, lows.at(at));
      // A candle a session: there may be a thousand bars to each.
      if (at + 1 < sessions.length && session === sessions.at(at + 1)) continue;
      const values = followed.map(({ running }) => running.value);
      bars.push({ date: formatCivilDate(session), open, high, low, close, values });
      high = -Infinity;
      low = Infinity;
    }
    return { symbol, bars, indicators: followed.map(({ label, levels }) => ({ label, levels })) };
  });
}

/** Indicators of the agent, before the first bar. For other agents nothing is drawn. */
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

/** The text of trades.csv. */
export function tradesCsv(trades: readonly ReportTrade[]): string {
  const lines = trades.map((trade) => {
    const line = { ...trade, symbol: quoted(String(trade.symbol)) };
    return tradeColumns.map((name) => line[name] ?? '').join(',');
  });
  return [tradeColumns.join(','), ...lines, ''].join('\n');
}
