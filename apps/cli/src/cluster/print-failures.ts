/** Reports failed runs: one line for each reason, and usually there is only one. */

import type { Run } from './gateway-answers.js';
import { notify } from '../program/print.js';

/** `4 of 4 runs have failed: …`, most frequent reason first; empty if no run has failed. */
export function failureLines(runs: readonly Run[]): string[] {
  const counts = new Map<string, number>();
  for (const { status, failure } of runs) {
    if (status !== 'failed') continue;
    const reason = failure ?? 'no reason is known';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => {
      const of = runs.length === 1 ? 'the run has' : `${count} of ${runs.length} runs have`;
      return `${of} failed: ${reason}`;
    });
}

/** Prints them on standard error; returns whether there were any. */
export function printFailures(runs: readonly Run[]): boolean {
  const lines = failureLines(runs);
  for (const line of lines) notify(line);
  return lines.length > 0;
}
