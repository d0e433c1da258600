/** Waits out a gateway's outage: repeats a request with growing pauses, and reports the outage once. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { TapefoldError } from '#values';
import { type Options, wholeNumber } from '../program/option-value.js';
import { notify } from '../program/print.js';

export interface PatienceOptions {
  /** How long a request is retried after its first failure, milliseconds; 0: never. */
  readonly timeoutMs: number;
  /** Receives a line when an outage begins, and one when it is over; standard error by default. */
  readonly notify?: (line: string) => void;
  /** Ends the waiting: the failure of the last attempt is thrown. */
  readonly signal?: AbortSignal;
}

/** The result of one attempt; permanent failures are thrown instead. */
export type Attempt<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'away'; readonly failure: TapefoldError }
  /** The gateway is up, and asked for a pause of `waitMs` milliseconds. */
  | { readonly kind: 'busy'; readonly failure: TapefoldError; readonly waitMs: number };

const firstPauseMs = 250;
/** A gateway, its broker and its database restart within seconds. */
const pauseMaxMs = 5_000;

/** Shared by all requests of a command, so that an outage is reported once, however many requests wait for its end. */
export class GatewayPatience {
  private readonly notify: (line: string) => void;
  /** Requests that found the gateway unavailable, and have no answer yet. */
  private waiting = 0;

  constructor(private readonly options: PatienceOptions) {
    this.notify = options.notify ?? notify;
  }

  /** The answer of the first attempt that has one. After the timeout, the failure of the last attempt. */
  async outlast<T>(attempt: () => Promise<Attempt<T>>): Promise<T> {
    const { timeoutMs, signal } = this.options;
    let deadlineMs: number | undefined;
    let isWaiting = false;
    try {
      for (let attempts = 1; ; attempts++) {
        const outcome = await attempt();
        if (outcome.kind === 'answered') {
          if (isWaiting && this.waiting === 1) this.notify('the gateway is back');
          return outcome.answer;
        }
        deadlineMs ??= performance.now() + timeoutMs;
        const leftMs = deadlineMs - performance.now();
        if (leftMs <= 0 || signal?.aborted === true) throw outcome.failure;
        if (outcome.kind === 'away' && !isWaiting) {
          isWaiting = true;
          this.beginWaiting(outcome.failure, leftMs);
        }
        const pauseMs = outcome.kind === 'busy' ? outcome.waitMs : drawnPauseMs(attempts);
        await pause(Math.min(leftMs, pauseMs), signal);
      }
    } finally {
      if (isWaiting) this.waiting--;
    }
  }

  private beginWaiting({ message }: TapefoldError, leftMs: number): void {
    this.waiting++;
    if (this.waiting > 1) return;
    const until = new Date(Date.now() + leftMs).toLocaleTimeString('en-GB');
    this.notify(`${message}; trying again until ${until}`);
  }
}

/** Doubles each time, with jitter, so that clients that failed together do not return together. */
function drawnPauseMs(attempts: number): number {
  const most = Math.min(pauseMaxMs, firstPauseMs * 2 ** (attempts - 1));
  return most * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/** `--timeout`, given in seconds, as milliseconds. `InvalidInput` if it is not a whole number. */
export function timeoutMsOf(options: Options): number {
  return wholeNumber(options['timeout'], '--timeout', 0) * 1_000;
}
