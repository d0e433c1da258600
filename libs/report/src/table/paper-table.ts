/** Results in the layout of HERCULEAN's tables: agents side by side, below each other return, Sharpe and drawdown. */

import type { MetricName, RunResult, TradingResult } from '#contracts/result/result';
import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from '../html/data-table.js';
import { formatNumber } from '../words/figure-format.js';
import { folded } from '../html/folded.js';
import { markup, type Html } from '../html/html.js';
import { marketOf, runLabel } from '../words/run-label.js';
import { columnLines, type TerminalColumn } from '../terminal/terminal-columns.js';
import { undefinedSign } from '../terminal/terminal-coverage.js';

/** More agents than this are no table that anybody reads across. */
const agentsMax = 24;

interface PaperTable {
  /** The baseline first, as the paper's B&H. */
  readonly agents: readonly string[];
  readonly rows: readonly PaperRow[];
}

interface PaperRow {
  readonly subject: string;
  readonly figure: string;
  /** One an agent; null where it has no such run, or the figure is undefined. */
  readonly cells: readonly (string | null)[];
}

/** Percent without the sign, two decimals, as the paper prints them. */
const figures: readonly (readonly [string, MetricName, number])[] = [
  ['CR %', 'cumulativeReturn', 100],
  ['SR', 'sharpe', 1],
  ['MDD %', 'maxDrawdown', 100],
];

/**
 * The table for a terminal: for each symbol the cumulative return and the maximum drawdown in percent, and the
 * annualised Sharpe ratio between them; for hedging one block, with the pair of each agent. No line end after the last.
 */
export function renderPaperTable(result: TradingResult): string {
  const { agents, rows } = paperTable(result);
  const text = (head: string): TerminalColumn => ({ head, align: 'left', widthMax: 12 });
  const columns = [
    ...[text(taskOf(result)), text('')],
    ...agents.map((head) => ({ head, align: 'right', widthMax: 20 }) as const),
  ];
  const lines = rows.map(({ subject, figure, cells }, at) => [
    rows[at - 1]?.subject === subject ? '' : subject,
    figure,
    ...cells.map((cell) => cell ?? undefinedSign),
  ]);
  return columnLines(columns, lines).join('\n');
}

/** The same for the report, folded away; nothing where there are too many agents. */
export function paperSection(result: TradingResult): Html | null {
  const { agents, rows } = paperTable(result);
  if (agents.length > agentsMax || rows.length === 0) return null;
  const table = dataTable({
    label: 'Published layout',
    caption: markup`Cumulative return and maximum drawdown in percent, Sharpe ratio a year`,
    heads: [textHead(taskOf(result)), textHead('Figure'), ...agents.map(figureHead)],
    rows: rows.map(({ subject, figure, cells }) => [
      rowHead(subject),
      textCell(figure),
      ...cells.map((cell) => figureTextCell(cell ?? undefinedSign)),
    ]),
  });
  return folded('In the layout of HERCULEAN’s tables', table);
}

const taskOf = ({ scenario }: TradingResult): string =>
  scenario.workflow === 'hedging' ? 'Hedging' : 'Trading';

function paperTable(result: TradingResult): PaperTable {
  const { runs, scenario } = result;
  const baseline = runs.find((run) => run.againstBaseline)?.againstBaseline?.baseline;
  const labels = [...new Set(runs.map((run) => runLabel(run, result)))];
  const first = labels.filter((label) => label === baseline);
  const agents = [...first, ...labels.filter((label) => label !== baseline)];
  const isHedging = scenario.workflow === 'hedging';
  const subjectOf = (run: RunResult): string => (isHedging ? 'pair' : marketOf(run));
  const blocks = Map.groupBy(runs, subjectOf);
  const rows = [...blocks].flatMap(([subject, block]) => {
    const runOf = new Map(block.map((run) => [runLabel(run, result), run]));
    const inOrder = agents.map((agent) => runOf.get(agent));
    const pairs = inOrder.map((run) => (run === undefined ? null : marketOf(run)));
    const named = isHedging ? [{ subject, figure: 'PAIR', cells: pairs }] : [];
    return [...named, ...figureRows(subject, inOrder)];
  });
  return { agents, rows };
}

function figureRows(subject: string, runs: readonly (RunResult | undefined)[]): PaperRow[] {
  return figures.map(([figure, name, factor]) => ({
    subject,
    figure,
    cells: runs.map((run) => {
      const value = run?.metrics[name] ?? null;
      return value === null ? null : formatNumber(value * factor, 2);
    }),
  }));
}
