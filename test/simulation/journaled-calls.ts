/**
 * Whether the calls on `agent.calls` are those that a journal names, each once, as a reader of
 * both finds them.
 */

import type { JournalEvent, CallsMade, ToolCall } from '#contracts';
import { callsDigest } from '#tools';

/** Throws where calls of a journaled decision are missing, or are not those of its digest. */
export function requireCalls(
  run: string,
  events: readonly JournalEvent[],
  messages: readonly CallsMade[],
): void {
  for (const event of events) {
    if (event.type !== 'ToolsCalled') continue;
    const { asOf, digest, calls } = event;
    const found = new Map<number, ToolCall>();
    for (const message of messages) {
      if (message.asOf !== asOf || message.digest !== digest) continue;
      for (const call of message.calls) found.set(call.ordinal, call);
    }
    const made = [...found.values()].toSorted((a, b) => a.ordinal - b.ordinal);
    if (made.length === calls && callsDigest(made) === digest) continue;
    throw new Error(`run ${run} has at as-of ${asOf} ${made.length} of ${calls} calls`);
  }
}
