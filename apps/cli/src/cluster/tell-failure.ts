/** What is told of runs that have failed: one line for each reason, and as a rule there is one. */

import type { Run } from './gateway-answers.js';
import { say } from '../program/print.js';

/** `4 of 4 runs have failed: …`, most frequent reason first; none where no run has failed. */
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

/** Says it on standard error; whether there was anything to say. */
export function tellFailures(runs: readonly Run[]): boolean {
  const lines = failureLines(runs);
  for (const line of lines) say(line);
  return lines.length > 0;
}
