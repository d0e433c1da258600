/** Notes on a result's data: the warnings of its check, and for a live feed its faults. */

import { printable } from '#values';
import { valueOf } from '#contracts/result/figures';
import type { DataWarning, Result } from '#contracts/result/result';
import { formatCount } from './figure-format.js';

/** Runs of one symbol share its warnings, and portfolio runs share all of theirs. */
export function dataWarnings({ runs }: Result) {
  const listed = new Map<string, DataWarning>();
  let more = 0;
  for (const { warnings, warningCount } of runs) {
    for (const one of warnings ?? []) listed.set(`${one.what} ${one.symbol}`, one);
    more = Math.max(more, (warningCount ?? 0) - (warnings?.length ?? 0));
  }
  /**
   * Distinct ones, in the order in which runs list them, and how many further ones no run lists.
   */
  return { listed: [...listed.values()], more };
}

/** Whether the data set was at hand when the result was derived. */
export function isDataKnown({ runs }: Result): boolean {
  return runs.some(({ dataCoverage }) => dataCoverage !== null && dataCoverage !== undefined);
}

/** `12 × sessions have no bar, the first 2025-01-02, the last 2025-03-11`. */
export function warningText({ what, from, to, count }: DataWarning): string {
  const when = from === to ? from : `the first ${from}, the last ${to}`;
  return `${formatCount(count)} × ${what}, ${when}`;
}

/** The words on a recorded feed; undefined for a result whose tape was not recorded from one. */
export function liveFeedWords(result: Result) {
  const { feed } = result.tape;
  if (feed === undefined) return undefined;
  const { kind, since, gaps, corrections } = feed;
  const late = result.runs.reduce((sum, { coverage }) => sum + coverage.late, 0);
  const began = printable(since.slice(0, 19).replace('T', ' '), 19);
  const counts = [
    // Before a session has closed they were not counted.
    ...(hasClosed(result) ? [counted(gaps, 'gap'), counted(corrections, 'correction')] : []),
    counted(late, 'late decision'),
  ];
  return {
    /** `coinbase, since 2026-11-20 14:30:02 UTC`. */
    feed: `${printable(kind, 20)}, since ${began} UTC`,
    /** `1 gap, 3 corrections, no late decisions`. Late decisions are those of all runs. */
    irregularities: counts.join(', '),
  };
}

/**
 * The feed's losses while the runs traded on it; undefined if there were none. Runs share their
 * gaps.
 */
export function feedGapWords({ runs }: Result): string | undefined {
  const most = runs.reduce((max, { feedGaps = 0 }) => Math.max(max, feedGaps), 0);
  if (most === 0) return undefined;
  return `${counted(most, 'gap')} in the feed`;
}

/** Whether figures were measured: they are, at session closes. */
export const hasClosed = ({ runs }: Result): boolean =>
  runs.some(({ figures }) => valueOf(figures, 'finalEquity') !== null);

const counted = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
