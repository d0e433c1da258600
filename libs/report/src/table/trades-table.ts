/** A run's trades and fills: totals, and the first ones one by one. */

import { tradeStatistics, type ClosedTrade } from '#metrics';
import { aside, dataTable, figure, folded, termList, text } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import type { DetailBudget } from '../input/detail-budget.js';
import type { ReportTrade } from '../input/report-input.js';
import type { RunView } from '../input/run-view.js';
import {
  formatCount,
  formatFigure,
  formatQuantity,
  type FigureKind,
} from '../words/figure-format.js';

type Kind = FigureKind | 'quantity';
type Statistic = keyof ReturnType<typeof tradeStatistics>;

const statisticTerms: readonly (readonly [Statistic, string, Kind])[] = [
  ['winRate', 'Win rate', 'percent'],
  ['best', 'Best', 'signed-percent'],
  ['worst', 'Worst', 'signed-percent'],
  ['average', 'Average (geometric)', 'signed-percent'],
  ['median', 'Median', 'signed-percent'],
  ['expectancy', 'Expectancy', 'signed-percent'],
  ['profitFactor', 'Profit factor (of returns)', 'ratio'],
  ['sqn', 'SQN', 'ratio'],
  ['averageSessions', 'Average sessions', 'ratio'],
  ['averageDays', 'Average days', 'ratio'],
  ['longestDays', 'Longest, days', 'ratio'],
];

const figureColumns: readonly (readonly [keyof ReportTrade, string, Kind])[] = [
  ['shares', 'Shares', 'quantity'],
  ['entryPrice', 'Entry price', 'quantity'],
  ['exitPrice', 'Exit price', 'quantity'],
  ['profit', 'Profit', 'money'],
  ['return', 'Return', 'signed-percent'],
  ['sessions', 'Sessions', 'count'],
  ['days', 'Days', 'quantity'],
  ['mae', 'MAE', 'money'],
  ['maeReturn', 'MAE, %', 'signed-percent'],
  ['mfe', 'MFE', 'money'],
  ['mfeReturn', 'MFE, %', 'signed-percent'],
];

/** At most `tradeRows` trades; trades.csv has all. Null if nothing was traded. */
export function tradesTable({ marks, name }: RunView, { tradeRows }: DetailBudget): Html | null {
  const { trades } = marks;
  if (trades.length === 0) return null;
  const shown: ReportTrade[] = [];
  let closed = 0;
  /** Rows are made as they are asked for, so they pass once. */
  function* closedTrades(): Generator<ClosedTrade> {
    for (const trade of trades) {
      if (shown.length < tradeRows) shown.push(trade);
      if (trade.exit === null) continue;
      closed++;
      yield closedTrade(trade);
    }
  }
  const statistics = tradeStatistics(closedTrades());
  const caption = 'Trades: parts of positions, closed first in, first out, after fees';
  const table = dataTable(`Trades of ${name}`, caption, shown, [
    text('Entry', ({ entry }) => String(entry)),
    text('Exit', ({ exit }) => String(exit ?? 'open')),
    text('Symbol', ({ symbol }) => String(symbol)),
    ...figureColumns.map(([key, head, kind]) =>
      figure(head, (trade: ReportTrade) => written(trade[key], kind)),
    ),
  ]);
  const terms = statisticTerms.map(
    ([key, term, kind]) => [term, written(statistics[key], kind)] as const,
  );
  const note = `${shown.length} of ${trades.length} trades are listed. Statistics are of the closed ones; \
all are in the run’s trades.csv.`;
  return folded(
    `Trades: ${closed} closed, ${trades.length - closed} open`,
    markup`${termList(terms)}${table}${aside(note)}`,
  );
}

/** Its numbers alone: there may be hundreds of thousands of trades. */
function closedTrade({ profit, return: gained, sessions, days }: ReportTrade): ClosedTrade {
  return { profit: profit as number, return: gained as number, sessions, days } as ClosedTrade;
}

function written(value: ReportTrade[keyof ReportTrade], kind: Kind): string {
  if (typeof value !== 'number') return '—';
  return kind === 'quantity' ? formatQuantity(value, 4) : formatFigure(value, kind);
}

/** At most `fillRows` fills; the rest is counted, and listed in `fills.csv`. */
export function fillsTable({ marks, name }: RunView, { fillRows }: DetailBudget): Html {
  const { fills } = marks;
  const total = fills.buys + fills.sales;
  if (total === 0) return markup`<p>Nothing was bought or sold.</p>`;
  const shown = fills.first.slice(0, fillRows);
  const table = dataTable(`Fills of ${name}`, 'Fills', shown, [
    text('Date', ({ date }) => date),
    text('Side', ({ shares }) => (shares < 0 ? 'Sell' : 'Buy')),
    text('Symbol', ({ symbol }) => symbol),
    figure('Shares', ({ shares }) => formatQuantity(Math.abs(shares))),
    figure('Price', ({ price }) => formatQuantity(price)),
    figure('Fee', ({ fee }) => formatFigure(fee, 'money')),
    text('Purpose', ({ purpose }) => purpose),
  ]);
  const rest = total - shown.length;
  const note =
    `The first ${shown.length} are listed; ${formatCount(rest)} ` +
    'more are in the run’s fills.csv.';
  return folded(`Fills: ${formatCount(total)}`, markup`${table}${rest > 0 && aside(note)}`);
}
