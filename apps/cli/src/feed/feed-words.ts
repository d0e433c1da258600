/**
 * Describes a feed for people: whether it is connected, how old its data is, and how much there is.
 */

import { printable } from '#values';
import { counted } from '../program/print.js';
import type { FeedStatus } from '#feeds';

/** With the reason, if the connection is down or the feed waits. */
function connectionWords({ connected, away, waitsFor }: FeedStatus): string {
  const reasons = [connected ? null : away, waitsFor].flatMap((why) => why || []);
  const words = reasons.map((why) => printable(why, 120)).join('; ');
  return `${connected ? 'connected' : 'not connected'}${words === '' ? '' : ` (${words})`}`;
}

const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['s', 1000],
] as const;

/** In milliseconds, or in the largest unit that gives at least ten. */
export function lagWords(ms: number): string {
  const unit = units.find(([, length]) => Math.abs(ms) >= 10 * length);
  return unit === undefined ? `${Math.round(ms)} ms` : `${Math.round(ms / unit[1])} ${unit[0]}`;
}

/**
 * `lag 42 ms`; times in the future, as from a server that plays faster than the clock, have no lag.
 */
const lagLine = (ms: number): string =>
  ms < 0 ? `ahead of the clock by ${lagWords(-ms)}` : `lag ${lagWords(ms)}`;

/** Other notices, as parts of a line: `2 clock steps`, `halted: BTC, ETH, 5 more`. */
function noticeWords({ halted = [], clockSteps = 0 }: FeedStatus): readonly string[] {
  const names = halted.slice(0, 3).map((symbol) => printable(symbol, 32));
  const rest = halted.length - names.length;
  const named = [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return [
    ...(clockSteps > 0 ? [counted(clockSteps, 'clock step')] : []),
    ...(named === '' ? [] : [`halted: ${named}`]),
  ];
}

function gapWords({ gapsOpen, gapsRepaired, gapsLost, reconciled }: FeedStatus): string {
  const found = reconciled > 0 ? `, ${counted(reconciled, 'item')} from the history` : '';
  if (gapsOpen + gapsRepaired + gapsLost === 0) return `no gaps${found}`;
  const open = gapsOpen > 0 ? `, ${gapsOpen} open` : '';
  return `gaps: ${gapsRepaired} repaired, ${gapsLost} lost${open}${found}`;
}

/**
 * A feed on one line: its connection, these counts, its lag and gaps, and what is not
 * as it should be.
 */
export function feedLine(status: FeedStatus, ...counts: readonly string[]): string {
  const { lagMs, waiting, unreadable, unmapped } = status;
  return [
    connectionWords(status),
    ...counts,
    ...(lagMs === null ? [] : [lagLine(lagMs)]),
    ...(waiting > 0 ? [`${counted(waiting, 'frame')} waiting`] : []),
    gapWords(status),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
    ...(unmapped ? [`${unmapped} without a mapping`] : []),
    ...noticeWords(status),
  ].join(' · ');
}

/** Why nothing was recorded, if the feed was never reached; null if it was. */
export function neverReceived({ frames, connected, away, waitsFor }: FeedStatus): string | null {
  const why = away || waitsFor;
  if (frames > 0 || connected || !why) return null;
  return `nothing was recorded: the feed could not be reached (${printable(why, 120)})`;
}
