/**
 * Keeps a feed connected over a WebSocket: connects, monitors, and reconnects with growing pauses.
 */

import { invalidInput } from '#values';
import type { FeedSink } from '../port/feed.js';
import { pauseAloud, feedPauseMs, systemClock, type FeedClock } from '../port/feed-clock.js';
import { ClockDrift } from './clock-drift.js';
import { SocketConnection, type ConnectionParts } from './socket-connection.js';
import type { SocketOptions } from './socket-options.js';

/** After a connection of this length the next pause is short again. Milliseconds. */
const stableMs = 60_000;

interface SocketSession {
  readonly options: SocketOptions;
  readonly sink: FeedSink;
  readonly signal: AbortSignal;
  readonly clock?: FeedClock;
  /** Shared with other connections to the same server. */
  readonly drift?: ClockDrift;
  /** Receives each connection. */
  readonly opened?: (connection: SocketConnection) => void;
}

/**
 * Delivers messages until aborted, and notes each connection and why it ended. Rejects
 * with `InvalidInput` if the conversation reports that a retry is useless, and with what
 * the sink throws.
 */
export async function runSocketSession({
  options,
  sink,
  signal,
  clock = systemClock,
  drift = new ClockDrift(),
  opened,
}: SocketSession): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = clock.now();
    const connection = opening({ options, sink, clock, drift, signal });
    opened?.(connection);
    const reason = await connection.run();
    if (signal.aborted) return;
    sink.note({ note: 'disconnected', reason, to: options.address });
    const wasStable = connection.isReady && clock.now() - startedAt >= stableMs;
    failures = wasStable ? 1 : failures + 1;
    const waits = (why: string | null): void => sink.waits?.(why);
    const pause = { clock, signal, waits };
    const ms = feedPauseMs(failures, clock);
    await pauseAloud(pause, ms, 'connecting again').catch(() => undefined);
  }
}

function opening(parts: ConnectionParts): SocketConnection {
  try {
    return new SocketConnection(parts);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw invalidInput('the address of a socket cannot be read', {
      where: 'feed.stream',
      expected: 'ws://host/path or wss://host/path',
      found: parts.options.address,
    });
  }
}
