/** The table of results that the command line prints. */

import {
  isTradingResult,
  type MetricName,
  type Result,
  type RunResult,
  type TaskResult,
  type TradingResult,
} from '#contracts/result/result';
import { isDataKnown } from '../words/data-warnings.js';
import { type FigureKind, formatFigure } from '../words/figure-format.js';
import { missingRunTexts, missingShare } from '../words/missing-runs.js';
import { openSessionLines } from '../sections/open-session.js';
import { marketOf, runLabel } from '../words/run-label.js';
import { columnLines, columnWidth, type TerminalColumn, terminalName } from './terminal-columns.js';
import {
  coverageColumn,
  coverageNote,
  coverageText,
  dataColumn,
  dataNote,
  dataText,
  lossesNote,
  reasonsNote,
  undefinedSign,
} from './terminal-coverage.js';
import { comparisonNote, modelLines } from './terminal-models.js';
import { liveFeedNote, scenarioNotes } from './terminal-notes.js';
import { columnFormat } from '../words/column-format.js';
import { figureNames, figureOf } from '../words/task-figures.js';

const taskAgentColumn = { head: 'Agent', align: 'left', widthMax: 20 } as const;
const figureWidthMax = 16;
/** All columns, with the two spaces between neighbours. */
const taskTableWidth = 100;

interface Column extends TerminalColumn {
  readonly cell: (run: RunResult, result: TradingResult) => string;
}

/** Missing runs that are listed one by one, and the width of their lines. */
const missingRunsMax = 5;
const lineMax = 98;

/** All columns, with the two spaces between neighbours. */
const widthMax = 100;
const agentColumn: Column = { head: 'Agent', align: 'left', widthMax: 20, cell: runLabel };

/** Beside the agent, whose names are cut where the others need the room: ten letters are left at least. */
const columns: readonly Column[] = [
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
  { ...dataColumn, cell: dataText },
];

/**
 * Plain text, one line a run, aligned, without a line end after the last; at most 100 columns for
 * names of one column a letter. Control characters in names become `?`. Runs with low coverage are
 * marked `!`. Below the table stands what was not answered, what became of other orders and rows, and
 * what the check of the data warns of. `program` is how the reader calls this program.
 */
export function renderTerminalTable(result: Result, program: string): string {
  const lines = [
    ...(isTradingResult(result) ? tradingTableLines(result) : taskTableLines(result)),
    ...coverageNote(result, program),
    ...lossesNote(result),
    ...reasonsNote(result),
    ...modelLines(result),
    ...(isTradingResult(result) ? dataNote(result, program) : []),
    ...(isTradingResult(result) ? comparisonNote(result) : []),
    ...(isTradingResult(result) ? liveFeedNote(result) : []),
    ...scenarioNotes(result),
  ];
  return lines.join('\n');
}

function tradingTableLines(result: TradingResult): readonly string[] {
  const others = columns
    .filter(({ cell }) => cell !== dataText || isDataKnown(result))
    .map((column) => {
      const head = column.cell === returnInterval ? intervalHead(result) : column.head;
      return { ...column, head, cells: result.runs.map((run) => column.cell(run, result)) };
    });
  const taken = others.reduce((sum, column) => sum + columnWidth(column, column.cells) + 2, 0);
  const agents = {
    ...agentColumn,
    widthMax: Math.min(agentColumn.widthMax, widthMax - taken),
    cells: result.runs.map((run) => agentColumn.cell(run, result)),
  };
  const all = [agents, ...others];
  const rows = result.runs.map((_, at) => all.map(({ cells }) => cells[at] as string));
  return [...columnLines(all, rows), ...openSessionLines(result), ...missingNote(result)];
}

/** What makes the result partial, on one line for each missing run up to a limit. */
function missingNote(result: TradingResult): readonly string[] {
  const texts = missingRunTexts(result);
  if (texts.length === 0) return [];
  const shown = texts.slice(0, missingRunsMax).map((text) => `  ${terminalName(text, lineMax)}`);
  const rest = texts.length - shown.length;
  return [
    `partial result: ${missingShare(result)}`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
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

interface FilledColumn extends TerminalColumn {
  /** One a run. */
  readonly cells: readonly string[];
}

/** Lines as `renderTerminalTable` says; figures for which there is no room are counted. */
function taskTableLines(result: TaskResult): readonly string[] {
  const { runs } = result;
  const figures = figureNames(runs).map((name) => figureColumn(result, name));
  const agents = { ...taskAgentColumn, cells: runs.map((run) => runLabel(run, result)) };
  const coverage = { ...coverageColumn, cells: runs.map(coverageText) };
  const room = taskTableWidth - widthOf(agents) - 2 - widthOf(coverage);
  const shown = fitting(figures, room);
  const columns = [agents, ...shown, coverage];
  const rest = figures.length - shown.length;
  return [
    ...columnLines(
      columns,
      runs.map((_, at) => columns.map(({ cells }) => cells[at] as string)),
    ),
    ...(rest > 0 ? [`figures that stand in result.json and the report alone: ${rest}`] : []),
  ];
}

function figureColumn({ runs }: TaskResult, name: string): FilledColumn {
  const values = runs.map((run) => figureOf(run, name));
  const write = columnFormat(values);
  const cells = values.map((value) => (value === null ? undefinedSign : write(value)));
  return { head: name, align: 'right', widthMax: figureWidthMax, cells };
}

/** The first columns, as many as there is room for. */
function fitting(columns: readonly FilledColumn[], room: number): readonly FilledColumn[] {
  let left = room;
  const without = columns.findIndex((column) => (left -= widthOf(column) + 2) < 0);
  return without === -1 ? columns : columns.slice(0, without);
}

function widthOf(column: FilledColumn): number {
  return columnWidth(column, column.cells);
}
