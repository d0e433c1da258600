/** `tapefold compare`: runs side by side, rebuilt from their journals. */

import { excerpt, invalidInput } from '#values';
import { foldJournal, identityOf, planOf, readManifest, runFolder, runResult } from '#backtest';
import { requireResultSchema } from '#backtest/run/read-result';
import { pairedDifference, type Performance } from '#metrics';
import type { RunResult } from '#contracts/result/result';
import { metricText } from '#report/table/metric-catalogue';
import { formatFigure, undefinedSign } from '#report/words/figure-format';
import { planOverWindow, tradingFoldOf } from '#workflows';
import { printAs } from '../../program/print.js';
import { alignedTable } from '../../program/text-table.js';
import { type Options } from '../../program/option-value.js';

const shown = [
  'cumulativeReturn',
  'annualisedReturn',
  'annualisedVolatility',
  'sharpe',
  'sortino',
  'calmar',
  'maxDrawdown',
  'turnover',
  'timeInMarket',
  'hitRate',
  'trades',
  'finalEquity',
] as const;

interface Compared {
  readonly path: string;
  readonly result: RunResult;
  readonly performance: Performance;
  /** The seed of the run's scenario. */
  readonly seed: number;
}

/** Reads each run's journal once; differences are against the first run. */
export function compareCommand(paths: readonly string[], options: Options): void {
  const runs = paths.map(readRun);
  const [first] = runs as [Compared, ...Compared[]];
  const differences = runs
    .slice(1)
    .map(({ performance, seed }) => pairedDifference(performance, first.performance, { seed }));
  const rows = runs.map(({ path, result }, index) => ({
    path,
    result,
    againstFirst: index === 0 ? null : differences[index - 1],
  }));
  printAs(options, rows, () => table(runs, differences));
}

function readRun(path: string): Compared {
  requireResultSchema(path);
  const folder = runFolder(path);
  const manifest = readManifest(folder);
  const planned = planOf(manifest);
  const plan = planOverWindow(planned);
  if (plan === undefined) {
    const expected = 'a run that trades';
    const found = `work on tasks, ${excerpt(planned.workflow)}`;
    throw invalidInput('only runs that trade can be compared so far', {
      where: path,
      expected,
      found,
    });
  }
  const { fold, scan } = foldJournal(
    folder.journal,
    identityOf(plan, manifest),
    tradingFoldOf(plan),
  );
  if (!scan.complete) {
    throw invalidInput('the run is not finished', { where: path, expected: 'a finished run' });
  }
  const performance = fold.performance();
  const result = runResult(plan, fold, { performance, journalHash: scan.hash ?? '' });
  return { path, result, performance, seed: plan.baseSeed };
}

function table(
  runs: readonly Compared[],
  differences: readonly ReturnType<typeof pairedDifference>[],
) {
  const header = ['', ...runs.map(({ result }) => result.run)];
  const rows: string[][] = shown.map((name) => [
    name,
    ...runs.map(({ result }) => metricText(result, name) ?? undefinedSign),
  ]);
  const difference = differences.map(({ difference: { value }, interval }) => {
    if (value === null) return undefinedSign;
    const range = interval === null ? '' : ` [${percent(interval.low)}, ${percent(interval.high)}]`;
    return `${percent(value)}${range}`;
  });
  rows.push(['difference a year', '', ...difference]);
  return alignedTable([header, ...rows], (column) => (column > 0 ? 'right' : 'left')).join('\n');
}

const percent = (value: number): string => formatFigure(value, 'signed-percent');
