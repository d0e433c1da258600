/** The table of results that the command line prints. */

import {
  isTradingResult,
  type MetricName,
  type Result,
  type RunResult,
  type TaskResult,
  type TaskRunResult,
  type TradingResult,
} from '#contracts/result/result';
import { isDataKnown } from '../words/data-words.js';
import { columnFormat, formatFigure, undefinedSign } from '../words/figure-format.js';
import { openSessionLines } from '../sections/open-session.js';
import {
  figureNames,
  figureOf,
  marketOf,
  missingRunTexts,
  missingShare,
  runLabel,
} from '../words/run-label.js';
import { intervalTitle, metricEntry, metricText } from '../table/metric-catalogue.js';
import {
  columnLines,
  left,
  right,
  type TerminalColumn,
  terminalName,
  widthOf,
} from '../words/terminal-columns.js';
import {
  coverageNote,
  coverageText,
  dataNote,
  dataText,
  liveFeedNote,
  lossesNote,
  reasonsNote,
  scenarioNotes,
} from './terminal-notes.js';
import { comparisonNote, modelLines } from './terminal-models.js';

/** Missing runs that are listed one by one, and the width of their lines. */
const missingRunsMax = 5;
const lineMax = 98;

/** All columns, with the two spaces between neighbours. */
const widthMax = 100;
const agentMax = 20;
const figureMax = 16;

/**
 * Plain text, one line a run, aligned, without a line end after the last; at most 100 columns for
 * names of one column a letter. Control characters in names become `?`. Runs with low coverage are
 * marked `!`. Notes below the table list unanswered decisions, other orders and rows, and
 * warnings of the data check. `program` is the reader's name for this program.
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
  const { runs } = result;
  const hasInterval = runs.some(({ intervals }) => intervals.cumulativeReturn !== null);
  const others: readonly TerminalColumn<RunResult>[] = [
    left('Symbol', 10, marketOf),
    right('Return', 10, metric('cumulativeReturn')),
    right(hasInterval ? intervalTitle(runs) : 'interval', 19, returnInterval),
    right('Sharpe', 6, metric('sharpe')),
    right('Max DD', 7, metric('maxDrawdown')),
    right('Trades', 6, metric('trades')),
    right('Coverage', 8, coverageText),
    ...(isDataKnown(result) ? [right('Data', 7, dataText)] : []),
  ];
  // Names are cut if the other columns need the room: at least ten letters remain.
  const room = Math.min(agentMax, widthMax - widthOf(others, runs));
  const agents = left<RunResult>('Agent', room, (run) => runLabel(run, result));
  const lines = columnLines([agents, ...others], runs);
  return [...lines, ...openSessionLines(result), ...missingNote(result)];
}

/** Why the result is partial, on one line for each missing run up to a limit. */
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

const metric = (name: MetricName) => {
  const entry = metricEntry(name);
  return (run: RunResult): string => metricText(run, entry) ?? undefinedSign;
};

function returnInterval({ intervals }: RunResult): string {
  const interval = intervals.cumulativeReturn;
  if (interval === null) return undefinedSign;
  const [low, high] = [interval.low, interval.high].map((value) =>
    formatFigure(value, 'signed-percent').slice(0, -1),
  );
  return `[${low}, ${high}]%`;
}

/** Lines as described at `renderTerminalTable`; figures without room are counted. */
function taskTableLines(result: TaskResult): readonly string[] {
  const { runs } = result;
  const figures = figureNames(runs).map((name) => figureColumn(result, name));
  const agents = left<TaskRunResult>('Agent', agentMax, (run) => runLabel(run, result));
  const coverage = right<TaskRunResult>('Coverage', 8, coverageText);
  const lacks = figures.findIndex(
    (_, at) => widthOf([agents, coverage, ...figures.slice(0, at + 1)], runs) - 2 > widthMax,
  );
  const shown = lacks === -1 ? figures : figures.slice(0, lacks);
  const rest = figures.length - shown.length;
  return [
    ...columnLines([agents, ...shown, coverage], runs),
    ...(rest > 0 ? [`figures that stand in result.json and the report alone: ${rest}`] : []),
  ];
}

function figureColumn({ runs }: TaskResult, name: string): TerminalColumn<TaskRunResult> {
  const write = columnFormat(runs.map((run) => figureOf(run, name)));
  return right(name, figureMax, (run) => {
    const value = figureOf(run, name);
    return value === null ? undefinedSign : write(value);
  });
}
