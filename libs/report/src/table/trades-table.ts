/** A run's trades: their totals, and the first ones one by one. */

import { tradeStatistics, type ClosedTrade } from '#metrics';
import type { DetailBudget } from '../input/detail-budget.js';
import { formatFigure, formatQuantity, type FigureKind } from '../words/figure-format.js';
import { dataTable, figures, folded, termList, texts } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import type { ReportTrade } from '../input/report-input.js';
import type { RunView } from '../input/report-run-view.js';

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

const columns: readonly (readonly [keyof ReportTrade, string, Kind])[] = [
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
export function tradesTable(
  { marks, label, market }: RunView,
  { tradeRows }: DetailBudget,
): Html | null {
  const { trades } = marks;
  if (trades.length === 0) return null;
  const closed = trades.filter(({ exit }) => exit !== null);
  const statistics = tradeStatistics(closed as readonly ClosedTrade[]);
  const shown = trades.slice(0, tradeRows);
  const table = dataTable({
    label: `Trades of ${label}, ${market}`,
    caption: 'Trades: parts of positions, closed first in, first out, after fees',
    columns: [...texts('Entry', 'Exit', 'Symbol'), ...figures(...columns.map(([, head]) => head))],
    rows: shown.map((trade) => [
      ...[trade.entry, trade.exit ?? 'open', trade.symbol].map(String),
      ...columns.map(([name, , kind]) => written(trade[name], kind)),
    ]),
  });
  const terms = statisticTerms.map(
    ([name, term, kind]) => [term, written(statistics[name], kind)] as const,
  );
  const counts = `${closed.length} closed, ${trades.length - closed.length} open`;
  return folded(
    `Trades: ${counts}`,
    markup`${termList(terms)}${table}<p class="aside">${shown.length} of ${trades.length} trades are
listed. Statistics are of the closed ones; all are in the run’s trades.csv.</p>`,
  );
}

function written(value: ReportTrade[keyof ReportTrade], kind: Kind): string {
  if (typeof value !== 'number') return '—';
  return kind === 'quantity' ? formatQuantity(value, 4) : formatFigure(value, kind);
}
