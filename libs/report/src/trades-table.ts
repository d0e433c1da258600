/** A run's trades: what they come to together, and the first ones one by one. */

import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from './data-table.js';
import { formatFigure, formatQuantity, type FigureKind } from './figure-format.js';
import { folded } from './folded.js';
import { markup, type Html } from './html.js';
import type { ReportTrade, ReportTrades } from './report-input.js';
import type { RunView } from './report-run-view.js';
import { termList } from './term-list.js';

const figures: readonly (readonly [keyof ReportTrades['statistics'], string, FigureKind])[] = [
  ['closed', 'Closed', 'count'],
  ['open', 'Open', 'count'],
  ['winRate', 'Win rate', 'percent'],
  ['best', 'Best', 'signed-percent'],
  ['worst', 'Worst', 'signed-percent'],
  ['average', 'Average (geometric)', 'signed-percent'],
  ['median', 'Median', 'signed-percent'],
  ['expectancy', 'Expectancy', 'signed-percent'],
  ['profitFactor', 'Profit factor of returns', 'ratio'],
  ['sqn', 'SQN', 'ratio'],
  ['averageSessions', 'Average sessions', 'ratio'],
  ['averageDays', 'Average days', 'ratio'],
  ['longestDays', 'Longest, days', 'ratio'],
];

const columns: readonly (readonly [keyof ReportTrade, string, FigureKind | 'quantity'])[] = [
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

/** At most `rowsMax` trades; all of them are in `trades.csv`. Nothing where nothing was traded. */
export function tradesTable({ marks, label, market }: RunView, rowsMax: number): Html | null {
  const { first, statistics } = marks.trades;
  const total = statistics.closed + statistics.open;
  if (total === 0) return null;
  const shown = first.slice(0, rowsMax);
  const table = dataTable({
    label: `Trades of ${label}, ${market}`,
    caption: 'Trades: parts of positions, closed first in, first out',
    heads: [
      ...['Entry', 'Exit', 'Symbol'].map(textHead),
      ...columns.map(([, head]) => figureHead(head)),
    ],
    rows: shown.map((trade) => [
      ...[rowHead(trade.entry), textCell(trade.exit ?? 'open'), textCell(trade.symbol)],
      ...columns.map(([name, , kind]) => figureTextCell(written(trade[name], kind))),
    ]),
  });
  const note = markup`<p class="aside">${shown.length} of ${formatFigure(total, 'count')} trades, after
fees; open ones are last, at the last price. All are in the run’s trades.csv.</p>`;
  const terms = figures.map(
    ([name, term, kind]) => [term, written(statistics[name], kind)] as const,
  );
  const summary = `Trades: ${formatFigure(total, 'count')}`;
  return folded(summary, markup`${termList(terms)}${table}${note}`);
}

function written(value: ReportTrade[keyof ReportTrade], kind: FigureKind | 'quantity'): string {
  if (typeof value !== 'number') return '—';
  return kind === 'quantity' ? formatQuantity(value, 4) : formatFigure(value, kind);
}
