/**
 * Results in the layout of HERCULEAN's tables: agents side by side, below each other return,
 * Sharpe and drawdown.
 */

import { type MetricName, valueOf } from '#contracts/result/figures';
import type { Result } from '#contracts/result/result';
import { dataTable, figure, folded, text } from '../html/elements.js';
import type { Html } from '../html/html.js';
import { formatNumber, undefinedSign } from '../words/figure-format.js';
import { marketOf, runLabel } from '../words/run-words.js';
import { columnLines, left, right } from '../words/terminal-columns.js';

/** A table with more agents than this is too wide to read. */
const agentsMax = 24;

interface PaperRow {
  readonly subject: string;
  readonly figure: string;
  /** One per agent; a dash if it has no such run, or the figure is undefined. */
  readonly cells: readonly string[];
}

/** Percent without the sign, two decimals, as the paper prints them. */
const figureLines: readonly (readonly [string, MetricName, number])[] = [
  ['CR %', 'cumulativeReturn', 100],
  ['SR', 'sharpe', 1],
  ['MDD %', 'maxDrawdown', 100],
];

/**
 * The table for a terminal: for each symbol the cumulative return and the maximum drawdown in
 * percent, and the annualized Sharpe ratio between them; for hedging one block, with the pair of
 * each agent. No line end after the last.
 */
export function renderPaperTable(result: Result): string {
  const { task, agents, rows } = paperTable(result);
  const columns = [
    left<PaperRow>(task, 12, ({ subject }) => subject),
    left<PaperRow>('', 12, (row) => row.figure),
    ...agents.map((agent, at) => right<PaperRow>(agent, 20, ({ cells }) => cells[at]!)),
  ];
  const lines = rows.map((row, at) => {
    return { ...row, subject: rows[at - 1]?.subject === row.subject ? '' : row.subject };
  });
  return columnLines(columns, lines).join('\n');
}

/** The same for the report, folded; empty if there are too many agents. */
export function paperSection(result: Result): Html | null {
  const { task, agents, rows } = paperTable(result);
  if (agents.length > agentsMax || rows.length === 0) return null;
  const caption = 'Cumulative return and maximum drawdown in percent, Sharpe ratio a year';
  const table = dataTable('Published layout', caption, rows, [
    text(task, ({ subject }) => subject),
    text('Figure', (row) => row.figure),
    ...agents.map((agent, at) => figure(agent, ({ cells }: PaperRow) => cells[at]!)),
  ]);
  return folded('In the layout of HERCULEAN’s tables', table);
}

/** The baseline is the first agent, as the paper's B&H. */
function paperTable(result: Result) {
  const { runs, scenario } = result;
  const isHedging = scenario.workflow === 'hedging';
  const baseline = runs.find((run) => run.againstBaseline)?.againstBaseline?.baseline;
  const labels = [...new Set(runs.map((run) => runLabel(run, result)))];
  const agents = labels.toSorted((a, b) => Number(b === baseline) - Number(a === baseline));
  const blocks = Map.groupBy(runs, (run) => (isHedging ? 'pair' : marketOf(run)));
  const rows = [...blocks].flatMap(([subject, block]): PaperRow[] => {
    const runOf = new Map(block.map((run) => [runLabel(run, result), run]));
    const inOrder = agents.map((agent) => runOf.get(agent));
    const pairs = inOrder.map((run) => (run === undefined ? undefinedSign : marketOf(run)));
    const lines = figureLines.map(([figure, name, factor]) => {
      const values = inOrder.map((run) => valueOf(run?.figures ?? {}, name));
      const cells = values.map((value) =>
        value === null ? undefinedSign : formatNumber(value * factor, 2),
      );
      return { subject, figure, cells };
    });
    return isHedging ? [{ subject, figure: 'PAIR', cells: pairs }, ...lines] : lines;
  });
  return { task: isHedging ? 'Hedging' : 'Trading', agents, rows };
}
