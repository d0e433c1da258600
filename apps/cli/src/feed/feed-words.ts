/** Words on a feed for people: whether it is heard, and how old what it brings is. */

import { printable } from '#values';
import type { FeedStatus } from '#market-data/feeds/live-recording';

/** With the reason, where the connection does not stand. */
export function connectionWords({ connected, away }: FeedStatus): string {
  if (connected) return 'connected';
  return away ? `not connected (${printable(away, 120)})` : 'not connected';
}

const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['s', 1000],
] as const;

/** Milliseconds as such, or in the largest unit of which there are ten. */
export function lagWords(ms: number): string {
  const unit = units.find(([, length]) => Math.abs(ms) >= 10 * length);
  return unit === undefined ? `${Math.round(ms)} ms` : `${Math.round(ms / unit[1])} ${unit[0]}`;
}
