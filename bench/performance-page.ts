/** The findings of a bench as a page of the reference. */

import type { Finding } from './budget.js';
import { otherRatio, rawRatio, ruleRatio } from './command-budgets.js';
import type { CommandRun } from './command-run.js';
import { longMs, longRounds, overRounds, usualRounds, type JobFinding } from './command-rounds.js';
import { figure, machine, markdownTable, withRange } from './markdown-table.js';
import { triesMax, usualShare } from './quiet-rounds.js';
import type { Ratio } from './ratio-of-pairs.js';

export interface Findings {
  readonly jobs: readonly JobFinding[];
  /** What the command promises. */
  readonly command: readonly Finding[];
  /** What is measured within one process. */
  readonly inner: readonly Finding[];
  /** What the build is called that this one was compared with. */
  readonly other?: string | undefined;
}

export function performancePage({ jobs, command, inner, other }: Findings): string {
  return `# Performance

Written by \`npm run bench\`. This machine: ${machine()}.

## The command

Each row is \`tapefold run\` as people type it, from the start of the process to its end, into a new folder: it checks
the data, runs, writes every file of the result, and draws the report. The rules are crossovers of two moving averages,
10 and 30 bars where there is one agent, decided at every bar, in whole units, without costs. The data are seeded.

Rows of an own module run a strategy as a user writes it, from \`bench/modules\`: trusted, within the process of the
run, or confined to a process of its own, which is the default. Beside them is the built-in rule on the same data, with
averages of 20 and 50 bars. The trailing stop buys when the fast average is above the slow one, and sells 2 % below the
highest close since; the raw loop does not do that, so its answers are compared between its two rows.

The raw loop is a Node program of its own that anybody would write: it reads the same CSV file into memory, splits its
lines and runs the same rules. It checks, keeps and proves nothing. Its answers are those of the command to the cent, or
the bench fails.

Figures are medians of ${usualRounds} rounds, in each of which every column is measured once, one after the other; of
jobs of which a round takes more than ${longMs / 1000} s, of ${longRounds}. The first round does not count. Ratios are
those of each round, with the least and the greatest in parentheses: what slows the machine down slows both sides. Where
a hypervisor says that it gave other machines more than ${100 * usualShare} % of the cores, a round of a shorter job is
repeated, ${triesMax * usualRounds} rounds at most, and the quietest count. Memory is the most that all processes of the
command held at once, as the kernel reports it every 50 ms (MB of 2^20 bytes); files are MB of 10^6 bytes.

${markdownTable([jobColumns(other), ...jobs.flatMap((job) => jobRows(job, other))])}

## Targets

Verdicts use the median. A missed target is reported, a broken floor fails the command.

${markdownTable([findingColumns, ...command.map(rowOf)])}

## Within a process

Reading windows of a view, rebuilding a run from its journal (job J of the table above, its bars in memory), and many
agents on one tape. Calls of tools over MCP ask for a month of prices, and each server is a process of its own. Of the
responses of retrieval each has three tool calls, and every third search misses. Ratios are medians of five interleaved
pairs.

${markdownTable([findingColumns, ...inner.map(rowOf)])}

## Beside its peers

[Performance beside its peers](performance-peers.md) has the same strategies in backtesting.py, backtrader, bt, vectorbt
and NautilusTrader.

## Under live load

[Performance under live load](performance-live.md) has 10,000 symbols at 20,000 trades a second in one process, and how
long a fact takes to its mark.
`;
}

const findingColumns = ['what', 'target', 'floor', 'measured', 'verdict'];

function jobColumns(other: string | undefined): string[] {
  const columns = [
    'job',
    'time',
    'raw loop',
    'against it',
    'against the rule',
    'memory',
    'written',
    'result.json',
  ];
  return other === undefined
    ? columns
    : [...columns, `${other}: time`, `${other}: memory`, 'speed-up'];
}

/** Cells of one job, a row a variant. */
export function jobRows(finding: JobFinding, other: string | undefined): string[][] {
  return finding.job.variants.map(({ name }, variant) => {
    const measured = (tell: (run: CommandRun) => number | null) =>
      overRounds(finding, (round) => tell(round.own[variant] as CommandRun));
    const others = (tell: (run: CommandRun) => number | null) =>
      overRounds(finding, (round) => round.other[variant] && tell(round.other[variant]));
    const raw = overRounds(finding, (round) => round.raw && seconds(round.raw));
    const cells = [
      `${finding.job.name}${name}`,
      cell(measured(seconds), ' s'),
      cell(raw, ' s'),
      withRange(rawRatio(finding, variant), '×'),
      withRange(ruleRatio(finding, variant), '×'),
      cell(measured(peak), ' MB'),
      cell(
        measured(({ writtenBytes }) => writtenBytes / 1e6),
        ' MB',
      ),
      cell(
        measured(({ resultBytes }) => resultBytes / 1e6),
        ' MB',
      ),
    ];
    if (other === undefined) return cells;
    const compared = [cell(others(seconds), ' s'), cell(others(peak), ' MB')];
    return [...cells, ...compared, withRange(otherRatio(finding, variant), '×')];
  });
}

const seconds = ({ milliseconds }: { readonly milliseconds: number }): number =>
  milliseconds / 1000;
const peak = ({ peakMegabytes }: CommandRun): number | null => peakMegabytes;

function cell(ratio: Ratio | null, unit: string): string {
  return ratio === null ? '–' : `${figure(ratio.median)}${unit}`;
}

/** Cells of one finding. */
export function rowOf({ name, target, floor, unit, rising, found, verdict }: Finding): string[] {
  const sign = rising ? '≥' : '≤';
  const bound = (value: number | null): string =>
    value === null ? '–' : `${sign} ${value}${unit}`;
  const measured = typeof found === 'number' ? `${figure(found)}${unit}` : withRange(found, unit);
  return [name, bound(target), bound(floor), measured, verdict];
}
