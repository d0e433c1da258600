/**
 * Requests a span from the history of a feed, and retries with growing pauses if it fails or
 * returns only a part.
 */

import { pauseMs } from '#http';
import { isFailure, printable } from '#values';
import type { Feed, FeedNote, FeedSink, MissedSpan } from '../port/feed.js';

const pauses = { firstMs: 1000, mostMs: 60_000 };
const attemptsDefault = 8;
const endMs = 15_000;
const forgottenReason =
  'more items arrived since than are kept: the missing ones cannot be identified';

export interface HistoryOptions {
  readonly feed: Feed;
  readonly sink: FeedSink;
  readonly attempts?: number | undefined;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly signal: AbortSignal;
  /** Aborted when the recording ends: pauses then end, and a failed attempt is the last one. */
  readonly ending?: AbortSignal;
  /** Stores a note, however long the disk takes. Returns false if the recorder stopped before. */
  note(note: FeedNote): Promise<boolean>;
  /** Waits until all frames that have arrived are folded. */
  folded(): Promise<void>;
  /** Stretches of frames that were not stored. */
  losses(): number;
  /** Items of a history that were too old to compare. */
  forgotten(): number;
}

export interface Asked {
  readonly span: MissedSpan;
  /** Whether the result is no longer needed. */
  isOver?(): boolean;
  /** Whether the fetched data is known to be incomplete. */
  isPart?(): boolean;
}

/** `isFinal`: a retry is useless. */
export type Answer =
  | { readonly is: 'brought' | 'stopped' }
  | { readonly is: 'failed'; readonly reason: string; readonly isFinal: boolean };

const stopped: Answer = { is: 'stopped' };
const failed = (reason: string, isFinal: boolean): Answer => ({ is: 'failed', reason, isFinal });

/** The fetched data has been folded when this resolves. */
export async function askHistory(options: HistoryOptions, asked: Asked): Promise<Answer> {
  const { signal, attempts = attemptsDefault } = options;
  let answer = failed('the feed was not asked', false);
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await pause(options, pauseMs(attempt, pauses));
    if (signal.aborted || asked.isOver?.() === true) return stopped;
    const isLast = options.ending?.aborted === true;
    answer = await askOnce(options, asked);
    if (answer.is !== 'failed' || answer.isFinal || isLast) return answer;
  }
  return answer;
}

async function askOnce(options: HistoryOptions, { span, isPart }: Asked): Promise<Answer> {
  const { feed, sink, signal } = options;
  const losses = options.losses();
  const forgotten = options.forgotten();
  try {
    const isThere = await feed.repair?.(span, sink, signal);
    if (isThere !== true) return failed('the feed has no history of it', true);
  } catch (error) {
    if (signal.aborted) return stopped;
    const reason = printable(error instanceof Error ? error.message : String(error), 500);
    return failed(reason, !isFailure(error, 'Unavailable'));
  }
  await options.folded();
  if (signal.aborted) return stopped;
  if (losses !== options.losses()) return failed('the disk had no room for it', false);
  if (forgotten !== options.forgotten()) return failed(forgottenReason, true);
  if (isPart?.() === true) return failed('the history of the feed has a part of it only', false);
  return { is: 'brought' };
}

/** Ends early when the recorder stops or the recording ends. */
export function pause({ sleep, signal, ending }: HistoryOptions, ms: number): Promise<void> {
  const until = ending === undefined ? signal : AbortSignal.any([signal, ending]);
  return sleep(ms, until).catch(() => undefined);
}

/**
 * Whether `work` finishes before an ending recording stops waiting for the history of its
 * feed: 15 seconds.
 */
export async function isDoneBeforeEnd(
  { sleep, signal }: Pick<HistoryOptions, 'sleep' | 'signal'>,
  work: Promise<unknown>,
): Promise<boolean> {
  const done = new AbortController();
  const late = sleep(endMs, AbortSignal.any([signal, done.signal]));
  const isLate = late.then(
    () => false,
    () => false,
  );
  return Promise.race([work.then(() => true), isLate]).finally(() => done.abort());
}
