/** The table of results that the command line prints. */

import {
  isTradingResult,
  type MetricName,
  type Result,
  type RunResult,
  type TradingResult,
} from '#contracts/result';
import { formatFigure, type FigureKind } from './figure-format.js';
import { marketOf, runLabel } from './run-label.js';
import { columnLines, type TerminalColumn } from './terminal-columns.js';
import { coverageColumn, coverageNote, coverageText, undefinedSign } from './terminal-coverage.js';
import { taskTableLines } from './terminal-task-table.js';

interface Column extends TerminalColumn {
  readonly cell: (run: RunResult, result: TradingResult) => string;
}

/** Widths add up to 100 columns with the two spaces between neighbours. */
const columns: readonly Column[] = [
  { head: 'Agent', align: 'left', widthMax: 20, cell: runLabel },
  { head: 'Symbol', align: 'left', widthMax: 10, cell: marketOf },
  {
    head: 'Return',
    align: 'right',
    widthMax: 10,
    cell: figure('cumulativeReturn', 'signed-percent'),
  },
  { head: 'interval', align: 'right', widthMax: 19, cell: returnInterval },
  { head: 'Sharpe', align: 'right', widthMax: 6, cell: figure('sharpe', 'ratio') },
  { head: 'Max DD', align: 'right', widthMax: 7, cell: figure('maxDrawdown', 'percent') },
  { head: 'Trades', align: 'right', widthMax: 6, cell: figure('trades', 'count') },
  { ...coverageColumn, cell: coverageText },
];

/**
 * Plain text, one line a run, aligned, without a line end after the last; at most 100 columns for
 * names of one column a letter. Control characters in names become `?`. Runs with low coverage are
 * marked `!`; what was not answered is counted below.
 */
export function renderTerminalTable(result: Result): string {
  const lines = isTradingResult(result) ? tradingTableLines(result) : taskTableLines(result);
  return lines.join('\n');
}

function tradingTableLines(result: TradingResult): readonly string[] {
  const headed = columns.map((column) =>
    column.cell === returnInterval ? { ...column, head: intervalHead(result) } : column,
  );
  const rows = result.runs.map((run) => columns.map(({ cell }) => cell(run, result)));
  return [...columnLines(headed, rows), ...coverageNote(result)];
}

function figure(name: MetricName, kind: FigureKind): Column['cell'] {
  return ({ metrics }) => {
    const value = metrics[name];
    return value === null ? undefinedSign : formatFigure(value, kind);
  };
}

function returnInterval({ intervals }: RunResult): string {
  const interval = intervals.cumulativeReturn;
  if (interval === null) return undefinedSign;
  const [low, high] = [interval.low, interval.high].map((value) =>
    formatFigure(value, 'signed-percent').slice(0, -1),
  );
  return `[${low}, ${high}]%`;
}

function intervalHead({ runs }: TradingResult): string {
  const level = runs.find(({ intervals }) => intervals.cumulativeReturn)?.intervals.cumulativeReturn
    ?.level;
  return level === undefined ? 'interval' : `${Number((level * 100).toPrecision(6))}% interval`;
}
