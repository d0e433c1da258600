/**
 * Waiting for conditions rather than for times. The limit only ends what would never end: it is the
 * time in which nothing at all moved, so that a machine with too much to do is waited for.
 */

import { setTimeout as sleep } from 'node:timers/promises';

const usualLimitMs = 240_000;
const everyMs = 100;

/** A number that grows while what is waited for comes nearer. */
export type Progress = () => number;

let progressOfFile: Progress = () => 0;

/** Waiting in this file goes on for as long as this number grows. */
export function setProgress(progress: Progress): void {
  progressOfFile = progress;
}

/**
 * What `look` finds; an error of it, of a service that is away for instance, counts as
 * nothing found.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  limitMs = usualLimitMs,
): Promise<T> {
  let reached = progressOfFile();
  let deadline = performance.now() + limitMs;
  let lately = 'nothing';
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined) return found;
      lately = 'nothing';
    } catch (error) {
      lately = String(error);
    }
    const progress = progressOfFile();
    if (progress > reached) {
      reached = progress;
      deadline = performance.now() + limitMs;
    }
    if (performance.now() > deadline) {
      const still = `nothing moved for ${limitMs / 1000} s`;
      throw new Error(`${what}: not yet, and ${still}; found last: ${lately}`);
    }
    await sleep(everyMs);
  }
}

/** Settles once `holds` returns true. */
export async function untilTrue(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = usualLimitMs,
): Promise<void> {
  await until(what, async () => ((await holds()) ? true : undefined), limitMs);
}
