/** A clock that tests move: sleepers wake in their order, and what they do is done before the next one wakes. */

import { microsPerMilli, type Instant } from '#values';

/** Turns of the event loop after which whatever one sleeper set off has come to rest. */
const turns = 12;

export interface FakeClock {
  /** Microseconds; arrow functions, to be handed on. */
  readonly now: () => Instant;
  /** Rejects where the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Moves the time on; resolves when all that was due is done. */
  advance(ms: number): Promise<void>;
}

export function fakeClock(start: Instant): FakeClock {
  let time = start;
  let sleepers: { readonly at: Instant; readonly wake: () => void }[] = [];
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const sleeper = { at: time + ms * microsPerMilli, wake: resolve };
        sleepers.push(sleeper);
        const leave = (): void => {
          sleepers = sleepers.filter((one) => one !== sleeper);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', leave, { once: true });
      }),
    advance: async (ms) => {
      const until = time + ms * microsPerMilli;
      await rest();
      for (;;) {
        const [next] = sleepers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        time = Math.max(time, next.at);
        sleepers = sleepers.filter((one) => one !== next);
        next.wake();
        await rest();
      }
      time = until;
      await rest();
    },
  };
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
