/** Appends that outlast a broker's restart: what a processor has emitted once, it will not emit again. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure, unavailable } from '#values';
import type { MessageLog, OutgoingMessage } from '#event-log';

export interface PatientAppend {
  readonly log: Pick<MessageLog, 'append'>;
  /** Asked before every attempt; once it says no, nothing more is appended. */
  readonly mayAppend: () => boolean;
  /** Told of an attempt that failed and will be repeated. */
  readonly onRetry?: (error: Error) => void;
  /** From the first failure on, until the error is thrown. */
  readonly giveUpMs: number;
}

/** Messages, and characters, of one append. */
const messagesMax = 1_000;
const charactersMax = 1_000_000;

const firstWaitMs = 50;
const waitMaxMs = 2_000;

/**
 * Appends in pieces, in order. True when all of it is durable, false when `mayAppend` said no before that.
 * `Unavailable` when the log could not be reached for `giveUpMs`; other errors at once. A piece may stand there twice.
 */
export async function appendPatiently(
  messages: readonly OutgoingMessage[],
  options: PatientAppend,
): Promise<boolean> {
  for (const piece of piecesOf(messages)) {
    if (!(await appendPiece(piece, options))) return false;
  }
  return true;
}

async function appendPiece(
  piece: readonly OutgoingMessage[],
  { log, mayAppend, onRetry, giveUpMs }: PatientAppend,
): Promise<boolean> {
  let firstFailureMs: number | undefined;
  for (let waitMs = firstWaitMs; mayAppend(); waitMs = Math.min(2 * waitMs, waitMaxMs)) {
    try {
      await log.append(piece);
      return true;
    } catch (error) {
      if (!isFailure(error, 'Unavailable')) throw error;
      firstFailureMs ??= performance.now();
      if (performance.now() - firstFailureMs >= giveUpMs) {
        throw unavailable('messages could not be appended', {
          where: piece[0]?.topic ?? '',
          expected: `the log to be back within ${giveUpMs} ms`,
          found: error.message,
          cause: error,
        });
      }
      onRetry?.(error);
      await sleep(waitMs);
    }
  }
  return false;
}

function* piecesOf(messages: readonly OutgoingMessage[]): Generator<readonly OutgoingMessage[]> {
  let from = 0;
  let characters = 0;
  for (let to = 0; to < messages.length; to++) {
    const { length } = (messages[to] as OutgoingMessage).value;
    const isFull = to - from === messagesMax || characters + length > charactersMax;
    if (isFull && to > from) {
      yield messages.slice(from, to);
      from = to;
      characters = 0;
    }
    characters += length;
  }
  if (from < messages.length) yield messages.slice(from);
}
