/** The table of results that the command line prints. */

import { intervalOf, type MetricName } from '#contracts/result/figures';
import type { Result, RunResult } from '#contracts/result/result';
import { comparisonLines } from '../sections/comparison-section.js';
import { modelLines } from '../sections/model-section.js';
import { openSessionLines } from '../sections/open-session.js';
import { noteLines } from '../sections/reading-notes.js';
import { intervalTitle, metricText } from '../table/metric-catalogue.js';
import { isDataKnown, liveFeedWords } from '../words/data-words.js';
import { columnFormat, formatFigure, formatShare, undefinedSign } from '../words/figure-format.js';
import {
  answeredShare,
  answeredShareMin,
  dataShare,
  figureNames,
  figureOf,
  marketOf,
  runLabel,
} from '../words/run-words.js';
import {
  columnLines,
  left,
  lineMax,
  right,
  type TerminalColumn,
  widthOf,
  wrapped,
} from '../words/terminal-columns.js';

const agentMax = 20;
const figureMax = 16;

/**
 * Plain text, one line per run, aligned, without a line break after the last; at most 100 columns
 * for names of one column per character. Control characters in names become `?`. Runs with low
 * coverage are marked `!`. The notes of the report are below the table. `program` is the reader's
 * name for this program.
 */
export function renderTerminalTable(result: Result, program: string): string {
  const feed = liveFeedWords(result);
  const lines = [
    ...(result.scenario.market === undefined ? taskTableLines(result) : tradingTableLines(result)),
    ...noteLines(result, program),
    ...modelLines(result),
    ...comparisonLines(result),
    ...(feed === undefined ? [] : wrapped(`live feed: ${feed.feed}; ${feed.irregularities}`)),
    ...result.scenario.notes.flatMap((note) => wrapped(`note: ${note}`)),
  ];
  return lines.join('\n');
}

function tradingTableLines(result: Result): readonly string[] {
  const { runs } = result;
  const hasInterval = runs.some(({ figures }) => intervalOf(figures, 'cumulativeReturn') !== null);
  const metric = (head: string, width: number, name: MetricName) =>
    right<RunResult>(head, width, (run) => metricText(run, name) ?? undefinedSign);
  const data = right<RunResult>('Data', 7, (run) => shareText(dataShare(run)));
  const others: readonly TerminalColumn<RunResult>[] = [
    left('Symbol', 10, marketOf),
    metric('Return', 10, 'cumulativeReturn'),
    right(hasInterval ? intervalTitle(runs) : 'interval', 19, returnInterval),
    metric('Sharpe', 6, 'sharpe'),
    metric('Max DD', 7, 'maxDrawdown'),
    metric('Trades', 6, 'trades'),
    coverage,
    ...(isDataKnown(result) ? [data] : []),
  ];
  // Names are cut if the other columns need the room: at least ten letters remain.
  const room = Math.min(agentMax, lineMax - widthOf(others, runs));
  const agents = left<RunResult>('Agent', room, (run) => runLabel(run, result));
  const lines = columnLines([agents, ...others], runs);
  return [...lines, ...openSessionLines(result)];
}

const shareText = (share: number | null): string =>
  share === null ? undefinedSign : formatShare(share);

const coverage = right<RunResult>('Coverage', 8, (run) => {
  const share = answeredShare(run);
  return `${(share ?? 1) < answeredShareMin ? '! ' : ''}${shareText(share)}`;
});

function returnInterval({ figures }: RunResult): string {
  const interval = intervalOf(figures, 'cumulativeReturn');
  if (interval === null) return undefinedSign;
  const [low, high] = [interval.low, interval.high].map((value) =>
    formatFigure(value, 'signed-percent').slice(0, -1),
  );
  return `[${low}, ${high}]%`;
}

/** Lines as described at `renderTerminalTable`; figures without room are counted. */
function taskTableLines(result: Result): readonly string[] {
  const { runs } = result;
  const figures = figureNames(runs).map((name) => {
    const write = columnFormat(runs.map((run) => figureOf(run, name)));
    return right<RunResult>(name, figureMax, (run) => {
      const value = figureOf(run, name);
      return value === null ? undefinedSign : write(value);
    });
  });
  const agents = left<RunResult>('Agent', agentMax, (run) => runLabel(run, result));
  const fits = (count: number): boolean =>
    widthOf([agents, coverage, ...figures.slice(0, count)], runs) - 2 <= lineMax;
  const shown = figures.filter((_, at) => fits(at + 1));
  const rest = figures.length - shown.length;
  return [
    ...columnLines([agents, ...shown, coverage], runs),
    ...(rest > 0 ? [`figures only in result.json and the report: ${rest}`] : []),
  ];
}
