/** What one process did under live load, as a page of the reference. */

import { figure, machine, markdownTable } from '../markdown-table.js';
import type { ProfileLine } from '../top-of-profile.js';
import { rate, rateOf, sharesOf, stagesOf, symbols, type LoadFinding } from './measure-load.js';
import { warmSeconds } from './run-under-load.js';
import type { Collections } from './watch.js';

/** What the process and the machine did while the load was measured, warm. */
export interface Surroundings {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Processes that were running or ready to run, a minute's mean, before it started. */
  readonly loadBefore: number;
  /** The same at the end, this process among them. */
  readonly loadAfter: number;
  /** Processor time of this process over the time that passed. */
  readonly cores: number;
  readonly profile: readonly ProfileLine[];
  readonly collections: Collections;
}

const shares = [0.5, 0.95, 0.99, 0.999];
const grouped = (value: number): string => value.toLocaleString('en-US');

export function livePage(finding: LoadFinding, around: Surroundings): string {
  const { report, heldMegabytes, bytesAFact } = finding;
  const seconds = Math.round(report.elapsedMs / 1000);
  const stages = stagesOf(report).map(([name, one]) => [
    name,
    ...shares.map((share) => `${figure(one.quantile(share))} ms`),
  ]);
  const { count, totalMs, longestMs } = around.collections;
  const parts = sharesOf(report).map(([name, share]) => `${name} ${share}`);
  const trades = `${grouped(report.trades)} of ${grouped(report.sent)} trades`;
  const rows = around.profile.map(({ what, share }) => [`\`${what}\``, `${figure(100 * share)}%`]);
  return `# Performance under live load

Written by \`npm run bench:live\`. This machine: ${machine()}.
Measured ${around.startedAt}; the load average was ${figure(around.loadBefore)} before and ${figure(around.loadAfter)}
at the end. Latencies include the time for which other processes had the processor: on a machine whose load is near the
number of its cores, the slowest percent is theirs.

One process has a venue of ${grouped(symbols)} symbols that sends ${grouped(rate)} trades a second as JSON, the
recorder that stores them, the fold that makes trades and one-minute bars of them, and two rule agents that trade eight
of the symbols. A session ends and another opens on the way. Nothing may be lost or out of place, and the replay of the
recording must have the same tape: \`test/feeds/live-load.spec.ts\` holds this for a minute in CI, and \`npm run soak\`
for ten.

- **Rate:** ${trades} in ${seconds} s, ${grouped(rateOf(report))} a second.
- **Memory:** ${heldMegabytes.join(' MB, then ')} MB of objects and buffers: ${bytesAFact.toFixed(2)} bytes a fact.
  It is read after ${warmSeconds} s and at the end. Each time the venue rests until all that came is folded, so that a
  backlog does not count; what the profiler notes does.
- **Processor:** ${figure(around.cores)} of a core.

## From fact to mark

Latencies begin when the frame of a trade is received, and end when every run has taken the trade, marked its positions
and written to its journal. They are those of all trades after the first ${warmSeconds} s.

${markdownTable([['', ...shares.map((share) => `${figure(100 * share)}%`)], ...stages])}

## Where the time goes

Shares of the time that passed: ${parts.join(', ')}. Garbage was collected ${count} times after the first
${warmSeconds} s, which took ${figure(totalMs)} ms, ${figure(longestMs)} ms at most.

Functions with most time of their own, while the process was busy. The profiler takes a sample each millisecond.

${markdownTable([['function', 'of its own'], ...rows])}

## Through Kafka

\`test/faults/live-rate.spec.ts\` sends 2,000 facts a second through the services of a cluster and prints the time from
fact to journal. [Performance of a cluster](performance-cluster.md) has latencies at other rates.
`;
}
