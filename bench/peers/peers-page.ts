/** Results of the comparison with the peers, as a page of the reference. */

import { execFileSync } from 'node:child_process';
import { judge } from '../budget.js';
import { figure, machine, markdownTable, withRange } from '../markdown-table.js';
import type { Measured } from '../measured-process.js';
import { ratioOf, type Ratio } from '../ratio-of-pairs.js';
import { versionOf } from './environment.js';
import { peerTargets, type Own, type Peer, type PeerJob, type PeerTarget } from './peer-jobs.js';

export interface Answer {
  readonly finalEquity: number;
  readonly fills: number;
}

/** What a program did in one round. */
export type Done = Measured & { readonly answer: Answer };

export interface PeerFinding {
  readonly job: PeerJob;
  readonly program: Own | Peer;
  /** One a round. */
  readonly done: readonly Done[];
  /** What the first program of the job did in the same rounds. */
  readonly first: readonly Done[];
}

const columns = [
  'job',
  'program',
  'time',
  'against the first',
  'memory',
  'final equity',
  'fills',
  'agrees',
];

const targetColumns = ['job', 'program', 'target', 'measured', 'verdict'];

/** Cells of one program on one job. */
export function rowOf(finding: PeerFinding): string[] {
  const { job, program, done, first } = finding;
  const version = 'package' in program ? ` ${versionOf(program.package)}` : '';
  const seconds = ratioOf(done.map(({ milliseconds }) => milliseconds / 1000));
  const megabytes = ratioOf(done.map(({ peakMegabytes }) => peakMegabytes ?? Number.NaN));
  const { finalEquity, fills } = answerOf(done);
  return [
    job.name,
    `${program.name}${version}`,
    `${figure(seconds.median)} s`,
    done === first ? '1×' : withRange(timeAgainst(done, first), '×'),
    `${figure(megabytes.median)} MB`,
    finalEquity.toFixed(2),
    String(fills),
    agreement(answerOf(done), answerOf(first)),
  ];
}

/** Time against that of another program in the same rounds. */
function timeAgainst(done: readonly Done[], other: readonly Done[]): Ratio {
  return ratioOf(
    done.map(({ milliseconds }, round) => milliseconds / (other[round] as Done).milliseconds),
  );
}

function answerOf([once]: readonly Done[]): Answer {
  return (once as Done).answer;
}

function agreement(answer: Answer, first: Answer): string {
  const apart = Math.abs(answer.finalEquity - first.finalEquity);
  if (apart >= 0.005) return `no: ${apart.toFixed(2)} apart`;
  return answer.fills === first.fills ? 'yes' : 'to the cent';
}

/** Cells of each target that was measured, with the verdict. */
export function targetRowsOf(findings: readonly PeerFinding[]): string[][] {
  const doneBy = (job: PeerJob, program: Own | Peer) =>
    findings.find((finding) => finding.job === job && finding.program === program)?.done;
  return peerTargets.flatMap(({ job, own: product, peer, share, words }: PeerTarget) => {
    const done = doneBy(job, product);
    const other = doneBy(job, peer);
    if (done === undefined || other === undefined) return [];
    const bounds = { name: words, target: share, floor: null, unit: '×' };
    const { found, verdict } = judge(bounds, timeAgainst(done, other));
    return [[job.name, product.name, words, withRange(found as Ratio, '×'), verdict]];
  });
}

export function peersPage(
  findings: readonly PeerFinding[],
  { rounds, python }: { readonly rounds: number; readonly python: string },
): string {
  const version = execFileSync(python, ['--version'], { encoding: 'utf8' }).trim();
  return `# Performance beside its peers

Written by \`npm run bench:peers -- --python <Python 3.12 or newer>\`, which installs the versions that
\`bench/peers/requirements.txt\` pins into an environment of its own. Each row is a whole process, from its start to
its end, which reads the same CSV file. \`tapefold run\` also checks the data, writes its journal, and draws its
report, with intervals; backtesting.py, bt and NautilusTrader compute their statistics, as they always do, the
others none.

Figures are medians of the rounds, in each of which every program of a job runs once, one after the other, after one
round that does not count: ${rounds} here. Ratios are those of each round, with the least and the greatest in
parentheses, against the first program of the job. Programs that would take minutes do a tenth of a job, and
\`tapefold run\` does the same tenth beside them. Figures depend on the machine and on what else it does; these are of
one sitting.

This machine: ${machine()}, ${version}.

${markdownTable([columns, ...findings.map(rowOf)])}

"Agrees" compares with the first program of the job: final equity to the cent, and the number of fills.

## Targets

People time their own strategy, so the targets are those of modules. On a million minute bars, with the crossover and
with the trailing stop, a confined module takes at most the time of backtesting.py, and a trusted one at most a third of
it. On 500 symbols either takes at most the time of vectorbt. Verdicts use the median of the ratio to that time.

${markdownTable([targetColumns, ...targetRowsOf(findings)])}

## The strategies, and how each program states them

Long while the mean of the last 20 closes is above that of the last 50, else flat; whole units, no costs. One
symbol: all cash. 500 symbols: one portfolio, in which each symbol that turns long gets 1/500 of equity and is not
traded until it turns flat; sales come first. A decision at a close fills at that close.

The trailing stop buys when the mean of the last 20 closes is above that of the last 50, and sells at a close more than
2 % below the highest one since it bought. After that it does not buy before the first mean has been at or below the
second one at least once.

- **tapefold, built-in rule**: \`sma-cross\`, \`fill: decision-close\`, \`lotSize: 1\`; \`portfolio: true\` for the 500
  symbols.
- **tapefold, own module**: the same execution; \`bench/modules/cross-one.mjs\` for one symbol,
  \`bench/modules/cross-many.mjs\` for the 500, which names the weights of those that turn, and
  \`bench/modules/trailing-stop.mjs\`. Confined, the default, it runs in a process of its own
  ([Untrusted agents](../concepts/untrusted-agents.md)); with \`trusted: true\` it runs within the process of the run.
- **backtesting.py**: a \`Strategy\` for the crossover and one for the trailing stop, \`trade_on_close=True\`, \`buy()\`
  without a size. One asset only, so it has no portfolio. Its indicator is 0 where there is no mean yet, because it
  starts one bar after the first value otherwise. Trailing stops that are orders differ: its \`TrailingStrategy\` sets
  \`trade.sl\` once a bar is over, so that the high of a bar never moves the stop which the low of the same bar hits. An
  order of Tapefold of the type \`trailing-stop\` moves inside of the bar too, along the worse of its two paths
  ([Trailing stops](../concepts/execution-and-fills.md#trailing-stops)): a stop 10 behind the best price sells at 98 in
  a bar that opens at 100, is between 108 and 95, and closes at 105, where that one holds on.
- **backtrader**: \`set_coc(True)\` (cheat on close), sizes computed from the value of the broker. Orders of the
  last bar are not filled, since no bar follows: fewer fills, at the same equity.
- **bt**: an algo of our own that allocates to the symbols which turn; its \`Rebalance\` trades every symbol each
  time.
- **vectorbt**: \`Portfolio.from_orders\` with \`targetpercent\`, \`cash_sharing\` and \`size_granularity=1\`.
- **NautilusTrader**: a strategy in Python on a cash account whose money has eight decimals; a market order of
  \`on_bar\` fills at that bar's close. Its built-in strategies have no crossover of simple averages.
`;
}
