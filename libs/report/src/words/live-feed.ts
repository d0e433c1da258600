/** What says of a result that its market came live: the feed, when it began, and what did not go as it should. */

import { printable } from '#values';
import type { TradingResult } from '#contracts/result/result';
import { formatFigure } from './figure-format.js';

export interface LiveFeedWords {
  /** `coinbase, since 2026-11-20 14:30:02 UTC`. */
  readonly feed: string;
  /** `1 gap, 3 corrections, no late decisions`. Late decisions are those of all runs. */
  readonly irregularities: string;
}

/** Undefined for a result whose tape was not recorded from a feed. */
export function liveFeedWords(result: TradingResult): LiveFeedWords | undefined {
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
    feed: `${printable(kind, 20)}, since ${began} UTC`,
    irregularities: counts.join(', '),
  };
}

/** What the feed lost while the runs traded on it; undefined where it lost nothing. Runs share their gaps. */
export function feedGapWords({ runs }: TradingResult): string | undefined {
  const most = runs.reduce((max, { feedGaps = 0 }) => Math.max(max, feedGaps), 0);
  if (most === 0) return undefined;
  return `${counted(most, 'gap')} in the feed`;
}

/** Whether figures were measured: they are, at session closes. */
export const hasClosed = ({ runs }: TradingResult): boolean =>
  runs.some(({ metrics }) => metrics.finalEquity !== null);

const counted = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : formatFigure(count, 'count')} ${noun}${count === 1 ? '' : 's'}`;
