/** Rounds that count: those in which the machine was least busy with others. */

import { readFileSync } from 'node:fs';

/**
 * The share of all cores' time that others may use in a quiet round, where nothing
 * else is asked for.
 */
export const usualShare = 0.05;
/** So many times as many rounds are done before those that are left count, quiet or not. */
export const triesMax = 3;

/** How the rounds were chosen. */
export interface Quiet {
  /** Rounds done for those that count. */
  readonly tried: number;
  /**
   * Share of all cores' time that other processes took in each counted round: 0 if the system does
   * not report it.
   */
  readonly stolen: readonly number[];
}

export interface QuietRounds<T> extends Quiet {
  /** As many as were asked for. */
  readonly rounds: readonly T[];
  /** With those that do not count. */
  readonly all: readonly T[];
}

interface CoreTime {
  readonly stolen: number;
  readonly all: number;
}

/**
 * Runs rounds until `count` of them were quiet, three times as many at most, and keeps the
 * quietest. The choice ignores everything that was measured. Still, a round that needs more of the
 * processor can lose more of it, so pages report how many were run and, where it matters, the
 * figures of all of them.
 */
export async function quietRounds<T>(
  count: number,
  once: (round: number) => T | Promise<T>,
  quietShare = usualShare,
): Promise<QuietRounds<T>> {
  const all: { readonly found: T; readonly stolen: number }[] = [];
  const isQuiet = ({ stolen }: { readonly stolen: number }): boolean => stolen <= quietShare;
  while (all.filter(isQuiet).length < count && all.length < triesMax * count) {
    const before = coreTime();
    const found = await once(all.length);
    all.push({ found, stolen: stolenBetween(before, coreTime()) });
  }
  const counted = all.toSorted((a, b) => a.stolen - b.stolen).slice(0, count);
  return {
    rounds: counted.map(({ found }) => found),
    all: all.map(({ found }) => found),
    tried: all.length,
    stolen: counted.map(({ stolen }) => stolen),
  };
}

/** In words, for a page. */
export function quietSentence({ tried, stolen }: Quiet): string {
  const share = (part: number): string => `${(100 * part).toFixed(1)} %`;
  const range = `${share(Math.min(...stolen))} to ${share(Math.max(...stolen))}`;
  return tried === stolen.length
    ? `Other machines had ${range} of the cores' time.`
    : `Of ${tried} rounds, the ${stolen.length} count in which other machines had least of the ` +
        `cores' time, ${range}.`;
}

/**
 * Ticks of all cores since the machine started, as Linux counts them: user, nice, system, idle,
 * iowait, irq, …
 */
function coreTime(): CoreTime {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const ticks = line.split(/ +/).slice(1, 9).map(Number);
    return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, some) => sum + some, 0) };
  } catch {
    return { stolen: 0, all: 0 };
  }
}

function stolenBetween(before: CoreTime, after: CoreTime): number {
  const all = after.all - before.all;
  return all > 0 ? (after.stolen - before.stolen) / all : 0;
}
