/**
 * What HERCULEAN's tables show of each workflow, from one result or several: blocks of rows, with a
 * cell for each agent.
 */

import { type Figures, valueOf } from '#contracts/result/figures';
import { readSections } from '#contracts/result/read-sections';
import type { Result, RunResult } from '#contracts/result/result';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import { formatNumber, undefinedSign } from '../words/figure-format.js';
import { answeredShare, marketOf, runLabel } from '../words/run-words.js';

/** Stands in every cell of an agent that gave no valid answer. */
const failedSign = '–';

export interface PaperRow {
  readonly subject: string;
  readonly figure: string;
  /** That of the baseline. */
  readonly baseline: string;
  /** By agent; one without such a run has none. */
  readonly cells: ReadonlyMap<string, string>;
}

/** The rows of one workflow. */
export interface PaperBlock {
  readonly task: string;
  readonly caption: string;
  /** The name of its baseline; null if it has none. */
  readonly baseline: string | null;
  readonly rows: readonly PaperRow[];
}

/** A cell before it has its place; the agent is null for the baseline. */
interface Cell {
  readonly subject: string;
  readonly figure: string;
  readonly agent: string | null;
  readonly text: string;
}

interface BlockCells {
  readonly baseline: string | null;
  readonly cells: readonly Cell[];
}

/** The name of a figure of a run below its title, and the factor of its unit. */
type Line = readonly [title: string, name: string, factor: number];

/** Percent without the sign, two decimals, as the paper prints them. */
const tradedLines: readonly Line[] = [
  ['CR %', 'cumulativeReturn', 100],
  ['SR', 'sharpe', 1],
  ['MDD %', 'maxDrawdown', 100],
];
const ratedLines: readonly Line[] = [
  ['CR %', 'cumulativeReturn', 100],
  ['SR', 'sharpeWeekly', 1],
  ['MDD %', 'maxDrawdown', 100],
];
const auditLines: readonly Line[] = ['ACC', 'SER', 'EER', 'CER'].map((name) => [
  `${name} %`,
  name,
  100,
]);

const written = (value: number | null, factor: number): string =>
  value === null ? undefinedSign : formatNumber(value * factor, 2);

const hasFailed = (run: RunResult): boolean => answeredShare(run) === 0;

interface RunPlace extends Pick<Cell, 'subject' | 'agent'> {
  /** Of the names of its figures. */
  readonly suffix?: string;
  /** Whether no answer was valid. */
  readonly failed: boolean;
}

/** The cells of one run, a line each. */
function linesOf(
  { figures }: { readonly figures: Figures },
  lines: readonly Line[],
  { suffix = '', failed, ...place }: RunPlace,
): Cell[] {
  return lines.map(([figure, name, factor]) => {
    const value = valueOf(figures, `${name}${suffix}`);
    return { ...place, figure, text: failed ? failedSign : written(value, factor) };
  });
}

/** The baseline of a result that trades, by its label; null if it has none. */
const baselineOf = ({ runs }: Result): string | null =>
  runs.find((run) => run.againstBaseline)?.againstBaseline?.baseline ?? null;

function tradedCells(result: Result): BlockCells {
  const baseline = baselineOf(result);
  const cells = result.runs.flatMap((run) => {
    const label = runLabel(run, result);
    const agent = label === baseline ? null : label;
    return linesOf(run, tradedLines, { subject: marketOf(run), agent, failed: hasFailed(run) });
  });
  return { baseline, cells };
}

function pairCells(result: Result): BlockCells {
  const baseline = baselineOf(result);
  const cells = result.runs.flatMap((run) => {
    const label = runLabel(run, result);
    const failed = hasFailed(run);
    const place = { subject: 'pair', agent: label === baseline ? null : label };
    const pair = { ...place, figure: 'PAIR', text: failed ? failedSign : marketOf(run) };
    return [pair, ...linesOf(run, tradedLines, { ...place, failed })];
  });
  return { baseline, cells };
}

function auditCells(result: Result): BlockCells {
  const cells = result.runs.flatMap((run) => {
    const agent = runLabel(run, result);
    return linesOf(run, auditLines, { subject: '', agent, failed: hasFailed(run) });
  });
  return { baseline: null, cells };
}

const symbolsOf = ({ scenario }: Result): readonly string[] =>
  reportsOf(scenario.terms ?? {})?.symbols ?? [];

function ratedCells(result: Result): BlockCells {
  const symbols = symbolsOf(result);
  const cells = symbols.flatMap((subject) => {
    // A single symbol has no figures of its own: they are those of the run.
    const suffix = symbols.length === 1 ? '' : `.${subject}`;
    const runs = result.runs.flatMap((run) => {
      const failed = hasFailed(run) || valueOf(run.figures, `coverage${suffix}`) === 0;
      const agent = runLabel(run, result);
      return linesOf(run, ratedLines, { subject, agent, suffix, failed });
    });
    return [...heldCells(result, subject), ...runs];
  });
  return { baseline: readSections.held, cells };
}

const rowsOf = ({ sections }: Result, title: string) =>
  sections.find((section) => section.title === title)?.table?.rows ?? [];

/**
 * Buy and hold of one symbol: return and drawdown at every session, as the paper's baseline has
 * them, and the Sharpe ratio of the weeks between reports, as those of the agents.
 */
function heldCells(result: Result, subject: string): Cell[] {
  const { money, held, onReportDates, atSessions } = readSections;
  const rows = rowsOf(result, money).filter(([run, symbol]) => run === held && symbol === subject);
  const cellOf = (dates: string, column: number): number | null => {
    const cell = rows.find(([, , policy]) => policy === dates)?.[column];
    return typeof cell === 'number' ? cell : null;
  };
  const place = { subject, agent: null };
  return [
    { ...place, figure: 'CR %', text: written(cellOf(atSessions, 4), 100) },
    { ...place, figure: 'SR', text: written(cellOf(onReportDates, 5), 1) },
    { ...place, figure: 'MDD %', text: written(cellOf(atSessions, 6), 100) },
  ];
}

/** Mean scores of reports, over all judges of a judged result. */
function scoreCells(judged: Result): Cell[] {
  const { scoresBySymbol, allJudges } = readSections;
  return rowsOf(judged, scoresBySymbol).flatMap(([agent, subject, judge, , score]) => {
    if (judge !== allJudges) return [];
    const text = typeof score === 'number' ? written(score, 1) : undefinedSign;
    return [{ subject: String(subject), figure: 'Score', agent: String(agent), text }];
  });
}

interface Layout {
  readonly task: string;
  /** What its figures are, for a caption. */
  readonly caption: string;
  readonly cellsOf: (result: Result) => BlockCells;
}

const traded = 'Cumulative return and maximum drawdown in percent, Sharpe ratio a year';
const rated = 'Cumulative return and maximum drawdown in percent, Sharpe ratio a week';
const audited =
  'Percent of all cases: right, and failed first in structure, extraction, calculation';

/** By workflow, in the order of the paper. */
const layouts: ReadonlyMap<string, Layout> = new Map([
  ['trading', { task: 'Trading', caption: traded, cellsOf: tradedCells }],
  ['hedging', { task: 'Hedging', caption: traded, cellsOf: pairCells }],
  ['insights', { task: 'Market Insights', caption: rated, cellsOf: ratedCells }],
  ['auditing', { task: 'Auditing', caption: audited, cellsOf: auditCells }],
]);

/** An agent without a valid answer has no score either, where others have one. */
function unscored(cells: readonly Cell[], scores: readonly Cell[]): Cell[] {
  const subjects = new Set(scores.map(({ subject }) => subject));
  const failed = cells.filter(({ figure, text }) => figure === 'CR %' && text === failedSign);
  return failed
    .filter(({ subject }) => subjects.has(subject))
    .map((cell) => ({ ...cell, figure: 'Score' }));
}

/** The workflows that have a block. */
export const paperTasks: readonly string[] = [...layouts.keys()];

/** What `paperBlocks` reads: the four workflows, and reports that were judged. */
export const isInPaper = (result: Result): boolean =>
  layouts.has(result.scenario.workflow) || isJudged(result);

const isJudged = (result: Result): boolean =>
  rowsOf(result, readSections.scoresBySymbol).length > 0;

/** Results of one block, with the scores of their reports. */
interface Group {
  readonly workflow: string;
  readonly results: readonly Result[];
  readonly judged: readonly Result[];
}

/**
 * A block for each workflow, in the paper's order. Results of one workflow, window and terms whose
 * agents have different names are one block; others have blocks of their own. Scores of a judged
 * result belong to the reports before it.
 */
export function paperBlocks(results: readonly Result[]): PaperBlock[] {
  const groups = groupsOf(results);
  return [...layouts].flatMap(([workflow, { task, caption, cellsOf }]) =>
    groups
      .filter((group) => group.workflow === workflow)
      .map((group) => {
        const blocks = group.results.map(cellsOf);
        const scores = group.judged.flatMap(scoreCells);
        const traded = workflow === 'insights' ? tradingBeside(group, groups) : undefined;
        const cells = blocks.flatMap((block) => block.cells).map(baselineFrom(traded));
        const baseline = traded?.baseline ?? blocks[0]?.baseline ?? null;
        return {
          task,
          caption,
          baseline,
          rows: rowsOfCells([...cells, ...scores, ...unscored(cells, scores)]),
        };
      }),
  );
}

function groupsOf(results: readonly Result[]): Group[] {
  const groups: Group[] = [];
  for (const result of results.filter((one) => !isJudged(one))) {
    const { workflow } = result.scenario;
    const at = groups.findIndex((group) => group.results.every((one) => isBeside(one, result)));
    const group = groups[at] ?? { workflow, results: [], judged: [] };
    groups.splice(at < 0 ? groups.length : at, 1, {
      ...group,
      results: [...group.results, result],
    });
  }
  for (const judged of results.filter(isJudged)) {
    const before = results.slice(0, results.indexOf(judged));
    const rated = before.findLast(({ scenario }) => scenario.workflow === 'insights');
    const at = groups.findIndex((group) => rated !== undefined && group.results.includes(rated));
    const group = groups[at] ?? { workflow: 'insights', results: [], judged: [] };
    groups.splice(at < 0 ? groups.length : at, 1, { ...group, judged: [...group.judged, judged] });
  }
  return groups;
}

/** Whether two results are columns of one block. */
function isBeside(one: Result, other: Result): boolean {
  const baselines = [baselineOf(one), baselineOf(other)];
  const labels = new Set(one.runs.map((run) => runLabel(run, one)));
  const isShared = (label: string) => labels.has(label) && !baselines.includes(label);
  return kindOf(one) === kindOf(other) && !other.runs.some((run) => isShared(runLabel(run, other)));
}

const kindOf = ({ scenario: { workflow, window, terms, market } }: Result): string =>
  JSON.stringify([workflow, window, terms, market?.symbols]);

/** The trading of the same window; undefined if it is not among the results. */
function tradingBeside({ results }: Group, groups: readonly Group[]): BlockCells | undefined {
  const windows = results.map(({ scenario }) => reportsOf(scenario.terms ?? {})?.window);
  const traded = groups
    .filter(({ workflow }) => workflow === 'trading')
    .flatMap((group) => group.results)
    .find(({ scenario: { window } }) =>
      windows.some((own) => own?.from === window?.from && own?.to === window?.to),
    );
  return traded && tradedCells(traded);
}

/**
 * Return and drawdown of a baseline are those of the trading beside it, as in the paper: it may
 * begin before the first report.
 */
const baselineFrom =
  (traded: BlockCells | undefined) =>
  (cell: Cell): Cell => {
    if (traded === undefined || cell.agent !== null || cell.figure === 'SR') return cell;
    const same = traded.cells.find(
      ({ agent, subject, figure }) =>
        agent === null && subject === cell.subject && figure === cell.figure,
    );
    return same ?? cell;
  };

/** In the order of their first cells, and of the titles within a subject. */
function rowsOfCells(cells: readonly Cell[]): PaperRow[] {
  const bySubject = [...Map.groupBy(cells, ({ subject }) => subject)];
  return bySubject.flatMap(([subject, own]) => {
    const byFigure = [...Map.groupBy(own, ({ figure }) => figure)];
    const ordered = byFigure.toSorted(([one], [other]) => placeOf(one) - placeOf(other));
    return ordered.map(([figure, line]) => {
      const baseline = line.find(({ agent }) => agent === null)?.text ?? undefinedSign;
      const texts = line.flatMap(({ agent, text }) =>
        agent === null ? [] : [[agent, text] as const],
      );
      return { subject, figure, baseline, cells: new Map(texts) };
    });
  });
}

/** A pair and a score come before the money. */
const placeOf = (figure: string): number => (['PAIR', 'Score'].includes(figure) ? 0 : 1);
