/**
 * What ends a run besides the last record of its journal: a cancellation, or a failure of its tape.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageLog } from '#event-log';
import { subscribe, type Subscription } from './subscribe.js';

/** How a run ended without a last record. */
export interface RunBreak {
  readonly how: 'cancelled' | 'failed';
  /**
   * One line: who cancelled it and why, or which file, line or field of the data could not be read.
   */
  readonly reason: string;
}

export interface WatchOptions {
  readonly log: MessageLog;
  /** Whether the run has published anything since the last call. */
  hasSpoken(): boolean;
  /** Milliseconds that a run may be silent before its tape is checked. */
  readonly silenceMs: number;
  /** Called at most once, with the partition of the run's messages. */
  onBreak(found: RunBreak, partition: number): void;
  onError(error: unknown): void;
}

export interface Watch {
  stop(): Promise<void>;
}

/**
 * Watches `runs` from the start, and `market.tape` only once the run is silent: that topic is by
 * far the largest. Broken messages there are skipped, as they say nothing about the run.
 */
export async function watchRun(run: string, options: WatchOptions): Promise<Watch> {
  const { log, onBreak, onError, hasSpoken, silenceMs } = options;
  const left = new AbortController();
  let submitted: { readonly tape: string; readonly partition: number } | undefined;
  const requests = await subscribe({
    log,
    topics: ['runs'],
    key: run,
    onMessage: ({ message, partition }) => {
      if (message.type === 'RunSubmitted') submitted ??= { tape: message.tape, partition };
      if (message.type !== 'RunCancelled') return;
      onBreak({ how: 'cancelled', reason: message.reason }, partition);
    },
    onBroken: () => {},
  });
  requests.ended.catch(onError);
  const watchTape = async (): Promise<Subscription | undefined> => {
    while (submitted === undefined || hasSpoken()) {
      await sleep(silenceMs, undefined, { signal: left.signal });
    }
    const { tape, partition } = submitted;
    return tapeWatch(tape, log, (reason) => onBreak({ how: 'failed', reason }, partition));
  };
  const tapes = watchTape().catch((error: unknown) => {
    if (!left.signal.aborted) onError(error);
    return undefined;
  });
  tapes.then((subscription) => subscription?.ended).catch(onError);
  const stop = async (): Promise<void> => {
    left.abort();
    await Promise.all([requests.stop(), tapes.then((subscription) => subscription?.stop())]);
  };
  return { stop };
}

/** The first end of a tape counts: a closed tape cannot fail anymore. */
function tapeWatch(
  tape: string,
  log: MessageLog,
  onFailed: (reason: string) => void,
): Promise<Subscription> {
  let hasEnded = false;
  return subscribe({
    log,
    topics: ['market.tape'],
    key: tape,
    onMessage: ({ message }) => {
      if (message.type === 'TapeFailed' && !hasEnded) onFailed(message.reason);
      hasEnded ||= message.type === 'TapeFailed' || message.type === 'TapeClosed';
    },
    onBroken: () => {},
  });
}
