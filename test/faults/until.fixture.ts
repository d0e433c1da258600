/** Waiting for conditions rather than for times; the limit only ends what would never end. */

import { setTimeout as sleep } from 'node:timers/promises';

const usualLimitMs = 240_000;
const everyMs = 100;

/** What `look` finds; an error of it, of a service that is away for instance, counts as nothing found. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  limitMs = usualLimitMs,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  let lately = 'nothing';
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined) return found;
      lately = 'nothing';
    } catch (error) {
      lately = String(error);
    }
    if (performance.now() > deadline) {
      throw new Error(`${what}: not after ${limitMs / 1000} s; found last: ${lately}`);
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
