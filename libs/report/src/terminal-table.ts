/** The table of results that the command line prints. */

import type { MetricName, Result, RunResult } from '#contracts/result';
import { formatFigure, type FigureKind } from './figure-format.js';
import { answeredShare, answeredShareMin, marketOf, runLabel } from './report-run-view.js';

interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** Longer texts are cut. */
  readonly widthMax: number;
  readonly cell: (run: RunResult, result: Result) => string;
}

const undefinedSign = '—';
/** Runs whose unanswered decisions are told one by one. */
const silentRunsMax = 5;
/** Of an agent, and of a symbol. */
const silentNameMax = 20;

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
  { head: 'Coverage', align: 'right', widthMax: 8, cell: coverageText },
];

/**
 * Plain text, one line a run, aligned, without a line end after the last; at most 100 columns for
 * names of one column a letter. Control characters in names become `?`. Runs with low coverage are
 * marked `!`; what was not answered is counted below.
 */
export function renderTerminalTable(result: Result): string {
  const heads = columns.map(({ head, cell }) =>
    cell === returnInterval ? intervalHead(result) : head,
  );
  const rows = result.runs.map((run) => columns.map(({ cell }) => printable(cell(run, result))));
  const widths = columns.map(({ widthMax }, at) =>
    Math.min(
      widthMax,
      rows.reduce((most, row) => Math.max(most, lengthOf(row[at])), lengthOf(heads[at])),
    ),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => fitted(cell, widths[at] as number, columns[at]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(heads), rule, ...rows.map(line), ...coverageNote(result)].join('\n');
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

function intervalHead({ runs }: Result): string {
  const level = runs.find(({ intervals }) => intervals.cumulativeReturn)?.intervals.cumulativeReturn
    ?.level;
  return level === undefined ? 'interval' : `${Number((level * 100).toPrecision(6))}% interval`;
}

function coverageText(run: RunResult): string {
  const share = answeredShare(run);
  if (share === null) return undefinedSign;
  return `${share < answeredShareMin ? '! ' : ''}${formatFigure(share, 'percent')}`;
}

/** What was not answered, by the runs with most of it, and where the reasons stand. */
function coverageNote(result: Result): readonly string[] {
  const shareOf = (run: RunResult): number => answeredShare(run) ?? 1;
  const silent = result.runs
    .filter((run) => shareOf(run) < 1)
    .toSorted((a, b) => shareOf(a) - shareOf(b));
  const [least] = silent;
  if (least === undefined) return [];
  const shown = silent
    .slice(0, silentRunsMax)
    .map((run) => `  ${nameOf(run, result)}: ${unanswered(run)}`);
  const rest = silent.length - shown.length;
  return [
    ...(shareOf(least) < answeredShareMin
      ? ['! fewer than 95% of the due decisions were answered']
      : []),
    'not answered; the reasons stand in the journal (npx tapefold journal <run>):',
    ...shown,
    ...(rest > 0 ? [`  and of ${rest} more runs`] : []),
  ];
}

function nameOf(run: RunResult, result: Result): string {
  return [runLabel(run, result), marketOf(run)]
    .map((name) => fitted(printable(name), silentNameMax, 'left').trimEnd())
    .join(' ');
}

function unanswered({ coverage }: RunResult): string {
  return (['failed', 'invalid', 'late', 'missing'] as const)
    .filter((kind) => coverage[kind] > 0)
    .map((kind) => `${coverage[kind]} ${kind}`)
    .join(', ');
}

/** Escape sequences and direction marks could rewrite what a terminal shows. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '?');
}

function fitted(text: string, width: number, align: Column['align']): string {
  const letters = [...text];
  const kept = letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
  const space = ' '.repeat(width - lengthOf(kept));
  return align === 'left' ? kept + space : space + kept;
}

function lengthOf(text: string | undefined): number {
  return [...(text ?? '')].length;
}
