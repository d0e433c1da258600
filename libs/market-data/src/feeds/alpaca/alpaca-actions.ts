/** Asks for corporate actions at the start and before each open, so that a split is known before it counts. */

import { isFailure, microsPerMilli, printable } from '#values';
import type { SessionCalendar } from '../../calendar/session-calendar.js';
import type { FeedSink } from '../feed.js';
import { actionPaths, actionQuestions, nextActionsAt } from './alpaca-history.js';
import type { AlpacaConnection } from './channels.js';
import { bringPages, type Question } from './rest-pages.js';
import type { RestParts } from './rest-request.js';

export interface ActionsTask {
  readonly connection: AlpacaConnection;
  readonly symbols: readonly string[];
  readonly calendar: SessionCalendar;
  readonly rest: RestParts;
  readonly sink: FeedSink;
  readonly signal: AbortSignal;
}

/** After a failure it is tried again so soon, milliseconds. */
const againMs = 5 * 60_000;

/**
 * Brings them until the signal. A failure does not end the feed: it is noted as lost, once for as long as it lasts, so
 * that whoever reads the tape knows that a split or dividend may be missing.
 */
export async function bringActions(task: ActionsTask): Promise<void> {
  const { connection, symbols, calendar, rest, sink, signal } = task;
  const { clock } = rest;
  let isMissing = false;
  if (actionQuestions(connection, symbols, 0).length === 0) return;
  while (!signal.aborted) {
    const now = clock.now();
    const today = calendar.dateOf(now * microsPerMilli);
    let next = nextActionsAt(calendar, now);
    try {
      for (const question of actionQuestions(connection, symbols, today)) {
        await bringFromEither(rest, question, sink, signal);
      }
      isMissing = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!isFailure(error, 'Unavailable') && !isFailure(error, 'InvalidInput')) throw error;
      const at = now * microsPerMilli;
      const reason = printable(`corporate actions: ${error.message}`, 500);
      const lost = { note: 'lost', symbol: null, from: at, to: at, missing: null, reason } as const;
      if (!isMissing) sink.note(lost);
      isMissing = true;
      next = Math.min(next, now + againMs);
    }
    await clock.sleep(Math.max(0, next - clock.now()), signal).catch(() => undefined);
  }
}

/** Servers that do not have today's address have the older one. */
async function bringFromEither(
  rest: RestParts,
  question: Question,
  sink: FeedSink,
  signal: AbortSignal,
): Promise<void> {
  try {
    await bringPages(rest, question, sink, signal);
  } catch (error) {
    if (!isFailure(error, 'InvalidInput') || error.found?.startsWith('404') !== true) throw error;
    await bringPages(rest, { ...question, path: actionPaths[1] }, sink, signal);
  }
}
