/** Prints what a load did: rates, latencies and where the time went. */

import type { Heap } from './heap.fixture.js';
import type { Latencies } from './latencies.fixture.js';
import type { LoadReport } from './live-load.fixture.js';

export function tellLoad(report: LoadReport, heap: Heap): void {
  const { sent, elapsedMs, toRelease, toFold, total, work } = report;
  const ms = (latencies: Latencies): string =>
    `p50 ${latencies.quantile(0.5).toFixed(2)} ms, p99 ${latencies.quantile(0.99).toFixed(2)} ms`;
  const share = (part: number): string => `${((100 * part) / elapsedMs).toFixed(1)} %`;
  const megabytes = heap
    .lows(6)
    .map((one) => one.toFixed(0))
    .join(' ');
  console.log(
    [
      `${sent} trades in ${(elapsedMs / 1000).toFixed(1)} s, ${Math.round((1000 * sent) / elapsedMs)} a second`,
      `fact to mark: ${ms(total)}; of it to the tape ${ms(toRelease)}, in the runs ${ms(toFold)}`,
      `share of the time: venue ${share(work.venue)}, decoding ${share(work.decode)}, runs ${share(work.runs)}`,
      `${report.bars} bars, ${report.marks} session closes; lows of memory in MB: ${megabytes}`,
    ].join('\n'),
  );
}
