/** The table of a result of tasks that the command line prints: agent, figures, coverage. */

import type { TaskResult } from '#contracts/result';
import { columnFormat } from './column-format.js';
import { runLabel } from './run-label.js';
import { figureNames, figureOf } from './task-figures.js';
import { columnLines, columnWidth, type TerminalColumn } from './terminal-columns.js';
import { coverageColumn, coverageText, undefinedSign } from './terminal-coverage.js';

const agentColumn = { head: 'Agent', align: 'left', widthMax: 20 } as const;
const figureWidthMax = 16;
/** All columns, with the two spaces between neighbours. */
const widthMax = 100;

interface FilledColumn extends TerminalColumn {
  /** One a run. */
  readonly cells: readonly string[];
}

/** Lines as `renderTerminalTable` says; figures for which there is no room are counted. */
export function taskTableLines(result: TaskResult): readonly string[] {
  const { runs } = result;
  const figures = figureNames(runs).map((name) => figureColumn(result, name));
  const agents = { ...agentColumn, cells: runs.map((run) => runLabel(run, result)) };
  const coverage = { ...coverageColumn, cells: runs.map(coverageText) };
  const room = widthMax - widthOf(agents) - 2 - widthOf(coverage);
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
