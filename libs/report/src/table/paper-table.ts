/** Results in the layout of HERCULEAN's tables: agents side by side, a block for each workflow. */

import type { Result } from '#contracts/result/result';
import { dataTable, figure, folded, text } from '../html/elements.js';
import type { Html } from '../html/html.js';
import { undefinedSign } from '../words/figure-format.js';
import { columnLines, left, right } from '../words/terminal-columns.js';
import { paperBlocks, paperTasks, type PaperBlock, type PaperRow } from './paper-blocks.js';

/** A table with more agents than this is too wide to read. */
const agentsMax = 24;

/** A row with the names before it; the same name as above is left out. */
interface Line extends PaperRow {
  readonly task: string;
}

/** The columns after the names: the baseline first, as the paper's B&H, then the agents. */
function columnsOf(blocks: readonly PaperBlock[]) {
  const baselines = [...new Set(blocks.flatMap(({ baseline }) => baseline ?? []))];
  const agents = new Set(
    blocks.flatMap(({ rows }) => rows.flatMap(({ cells }) => [...cells.keys()])),
  );
  const byAgent = [...agents].map((agent) => ({
    title: agent,
    cell: ({ cells }: Line) => cells.get(agent) ?? undefinedSign,
  }));
  if (baselines.length === 0) return byAgent;
  const title = baselines.length === 1 ? baselines[0]! : 'BL';
  return [{ title, cell: ({ baseline }: Line) => baseline }, ...byAgent];
}

function linesOf(blocks: readonly PaperBlock[]): Line[] {
  return blocks.flatMap(({ task, rows }) =>
    rows.map((row, at) => {
      const isAgain = rows[at - 1]?.subject === row.subject;
      return { ...row, task: at === 0 ? task : '', subject: isAgain ? '' : row.subject };
    }),
  );
}

/**
 * The table for a terminal. For each symbol the cumulative return and the maximum drawdown in
 * percent, and between them the Sharpe ratio: a year for trading, a week for market insights, which
 * also have the mean score of their judges. Hedging has the pair of each agent; auditing has its
 * rates. No line end after the last.
 */
export function renderPaperTable(results: readonly Result[]): string {
  const blocks = paperBlocks(results);
  const [first] = blocks;
  const names =
    blocks.length === 1
      ? [left<Line>(first!.task, 16, ({ subject }) => subject)]
      : [left<Line>('Task', 16, ({ task }) => task), left<Line>('', 12, ({ subject }) => subject)];
  const columns = columnsOf(blocks).map(({ title, cell }) => right<Line>(title, 20, cell));
  const figures = left<Line>('', 12, (row) => row.figure);
  return [
    ...columnLines([...names, figures, ...columns], linesOf(blocks)),
    ...notesOf(blocks),
  ].join('\n');
}

/** What BL stands for, where that differs. */
function notesOf(blocks: readonly PaperBlock[]): string[] {
  const known = blocks.filter(({ baseline }) => baseline !== null);
  if (new Set(known.map(({ baseline }) => baseline)).size < 2) return [];
  return [`BL: ${known.map(({ task, baseline }) => `${baseline} (${task})`).join(', ')}`];
}

/**
 * The same of one result for the report, folded; null if the layout has no place for its workflow,
 * or there are too many agents.
 */
export function paperSection(result: Result): Html | null {
  if (!paperTasks.includes(result.scenario.workflow)) return null;
  const [block] = paperBlocks([result]);
  if (block === undefined || block.rows.length === 0) return null;
  const columns = columnsOf([block]);
  if (columns.length > agentsMax) return null;
  const lines = block.rows.map((row) => ({ ...row, task: block.task }));
  const table = dataTable('Published layout', block.caption, lines, [
    text(block.task, ({ subject }) => subject),
    text('Figure', (row) => row.figure),
    ...columns.map(({ title, cell }) => figure(title, cell)),
  ]);
  return folded('In the layout of HERCULEAN’s tables', table);
}
