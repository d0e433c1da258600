/** What was measured beside the peers, as a page of the reference. */

import { execFileSync } from 'node:child_process';
import { figure, machine, markdownTable } from '../markdown-table.js';
import type { Ratio } from '../ratio-of-pairs.js';
import { versionOf } from './environment.js';
import type { Peer, PeerJob } from './peer-jobs.js';

export interface Answer {
  readonly finalEquity: number;
  readonly fills: number;
}

export interface PeerFinding {
  readonly job: PeerJob;
  /** Null for the command itself. */
  readonly peer: Peer | null;
  readonly answer: Answer;
  readonly commandAnswer: Answer;
  readonly seconds: Ratio;
  /** Its time against that of the command. */
  readonly ratio: Ratio;
  readonly peakMegabytes: Ratio;
}

const columns = [
  'job',
  'program',
  'time',
  'against tapefold',
  'memory',
  'final equity',
  'fills',
  'agrees',
];

/** Cells of one program on one job. */
export function rowOf(finding: PeerFinding): string[] {
  const { job, peer, answer, seconds, ratio, peakMegabytes } = finding;
  const program = peer === null ? 'tapefold run' : `${peer.name} ${versionOf(peer.package)}`;
  const range = `${figure(ratio.median)}× (${figure(ratio.min)} to ${figure(ratio.max)})`;
  return [
    ...[job.name, program, `${figure(seconds.median)} s`, peer === null ? '1×' : range],
    ...[`${figure(peakMegabytes.median)} MB`, answer.finalEquity.toFixed(2), String(answer.fills)],
    agreement(finding),
  ];
}

function agreement({ answer, commandAnswer }: PeerFinding): string {
  const apart = Math.abs(answer.finalEquity - commandAnswer.finalEquity);
  if (apart >= 0.005) return `no: ${apart.toFixed(2)} apart`;
  return answer.fills === commandAnswer.fills ? 'yes' : 'to the cent';
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
parentheses. Programs that would take minutes do a tenth of a job, and \`tapefold run\` does the same tenth beside
them. Figures depend on the machine and on what else it does; these are of one sitting.

This machine: ${machine()}, ${version}.

${markdownTable([columns, ...findings.map(rowOf)])}

"Agrees" compares with \`tapefold run\` above: final equity to the cent, and the number of fills.

## The strategy, and how each program states it

Long while the mean of the last 20 closes is above that of the last 50, else flat; whole units, no costs. One
symbol: all cash. 500 symbols: one portfolio, in which each symbol that turns long gets 1/500 of equity and is not
traded until it turns flat; sales come first. A decision at a close fills at that close.

- **tapefold**: \`sma-cross\`, \`fill: decision-close\`, \`lotSize: 1\`; \`portfolio: true\` for the 500 symbols.
- **backtesting.py**: \`trade_on_close=True\`, \`buy()\` without a size. One asset only, so it has no portfolio. Its
  indicator is 0 where there is no mean yet, because it starts one bar after the first value otherwise.
- **backtrader**: \`set_coc(True)\` (cheat on close), sizes computed from the value of the broker. Orders of the
  last bar are not filled, since no bar follows: fewer fills, at the same equity.
- **bt**: an algo of our own that allocates to the symbols which turn; its \`Rebalance\` trades every symbol each
  time.
- **vectorbt**: \`Portfolio.from_orders\` with \`targetpercent\`, \`cash_sharing\` and \`size_granularity=1\`.
- **NautilusTrader**: a strategy in Python on a cash account whose money has eight decimals; a market order of
  \`on_bar\` fills at that bar's close. Its built-in strategies have no crossover of simple averages.
`;
}
