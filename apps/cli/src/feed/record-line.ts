/** What a person sees of a feed that is being recorded: a line that changes on a terminal, JSON lines elsewhere. */

import { formatInstant, microsPerSecond, type Instant } from '#values';
import type { FeedStatus } from '#market-data/feeds/live-recording';
import { connectionWords, counted, lagLine, noticeWords } from './feed-words.js';

/** How fast something grew between two looks. */
interface Look {
  readonly at: Instant;
  readonly frames: number;
  readonly facts: number;
}

/** Gives the line as it is now, with rates since it was last asked for. */
export function recordLine(
  status: () => FeedStatus,
  { now, isTerminal }: { now(): Instant; readonly isTerminal: boolean },
): () => string {
  const look = (): Look => ({ at: now(), frames: status().frames, facts: status().facts });
  let before = look();
  return () => {
    const after = look();
    const rates = ratesOf(before, after);
    before = after;
    return isTerminal ? terminalLine(status(), rates) : jsonLine(status(), rates);
  };
}

interface Rates {
  readonly frames: number;
  readonly facts: number;
}

function ratesOf(before: Look, { at, frames, facts }: Look): Rates {
  const seconds = Math.max((at - before.at) / microsPerSecond, 1e-3);
  return {
    frames: Math.round((frames - before.frames) / seconds),
    facts: Math.round((facts - before.facts) / seconds),
  };
}

/** Counts are of the whole recording, rates of the time since the line before. */
export function jsonLine(status: FeedStatus, rates: Rates): string {
  const { lastAt, ...rest } = status;
  return JSON.stringify({
    ...rest,
    lastAt: lastAt === null ? null : formatInstant(lastAt),
    framesPerSecond: rates.frames,
    factsPerSecond: rates.facts,
  });
}

export function terminalLine(status: FeedStatus, rates: Rates): string {
  const { gapsOpen, gapsRepaired, gapsLost, duplicates, late, corrections, unreadable } = status;
  const parts = [
    connectionWords(status),
    `${rates.frames} frames/s`,
    `${rates.facts} facts/s`,
    counted(status.facts, 'fact'),
    status.lagMs === null ? 'lag -' : lagLine(status.lagMs),
    `gaps ${gapsOpen} open, ${gapsRepaired} repaired, ${gapsLost} lost`,
    counted(duplicates, 'duplicate'),
    `${late} late`,
    counted(corrections, 'correction'),
    counted(status.reconnects, 'reconnect'),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
    ...(status.unmapped ? [`${status.unmapped} without a mapping`] : []),
    ...noticeWords(status),
    ...(status.waiting > 0 ? [`${status.waiting} waiting`] : []),
  ];
  return parts.join(' · ');
}
