/**
 * Alpaca's market data as a feed: streams of prices and of news, their history for repair, and
 * corporate actions.
 */

import { X509Certificate } from 'node:crypto';
import PQueue from 'p-queue';
import { isFailure, microsPerMilli, printable, withoutEnd } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { Feed, FeedSink, MissedSpan } from '../port/feed.js';
import { systemClock, type FeedClock } from '../port/feed-clock.js';
import type { FeedContext } from '../port/feed-context.js';
import { silencePause } from '../port/feed-description.js';
import { readCertificate, readSecret } from '../port/secret.js';
import { ClockDrift } from '../socket/clock-drift.js';
import type { SocketConnection } from '../socket/socket-connection.js';
import { runSocketSession } from '../socket/socket-session.js';
import { alpacaConversation, type Credentials } from './alpaca-conversation.js';
import { alpacaDecoder } from './alpaca-decoder.js';
import { actionPaths, actionQuestions, nextActionsAt, questionsOf } from './alpaca-history.js';
import type { AlpacaConnection } from './channels.js';
import { RequestPace } from '../http/request.js';
import { bringPages, type Question, type RestParts } from './rest-request.js';
import { streamsOf, type VendorStream } from './subscription.js';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';

/** Concurrent requests: the vendor limits them per minute. */
const questionsAtOnce = 2;
/** Leaves some of the vendor's limit, 200, to other users of the same keys. */
const requestsPerMinute = 180;

/** Reads only credentials and certificate. Throws `InvalidInput` if one of them is missing. */
export async function openAlpacaFeed(
  connection: AlpacaConnection,
  context: FeedContext,
  clock: FeedClock = systemClock,
): Promise<Feed> {
  const credentials: Credentials = {
    key: await readSecret(connection.key, context, 'feed.key'),
    secret: await readSecret(connection.secret, context, 'feed.secret'),
  };
  const certificate = await readCertificate(connection.certificate, context, (pem) =>
    new X509Certificate(pem).toString(),
  );
  const drift = new ClockDrift();
  const pace = new RequestPace(clock, requestsPerMinute, 60_000);
  const rest: RestParts = { base: connection.rest, credentials, certificate, clock, drift, pace };
  const { description } = context;
  const { symbols } = description;
  const calendar = calendarOf(description.calendar);
  const silence = { ms: silencePause(description), calendar };
  let prices: SocketConnection | undefined;

  const session = (stream: VendorStream, sink: FeedSink, signal: AbortSignal): Promise<void> =>
    runSocketSession({
      options: {
        address: `${withoutEnd(connection.stream, '/')}${stream.path}`,
        headers: connection.encoding === 'msgpack' ? { 'content-type': 'application/msgpack' } : {},
        certificate,
        ...(stream.stream === 'data' ? { silence } : {}),
        secrets: [credentials.key, credentials.secret],
        converse: (line) => {
          const { encoding } = connection;
          return alpacaConversation({ stream, symbols, encoding, credentials }, line);
        },
      },
      sink,
      signal,
      clock,
      drift,
      opened: (opened) => {
        // News may be rare.
        if (stream.stream === 'data') prices = opened;
      },
    });

  return {
    name: `alpaca ${connection.feed} at ${new URL(connection.stream).host}`,
    decoder: alpacaDecoder(description),
    run: (sink, signal) =>
      allOrNone(signal, (linked) => [
        ...streamsOf(connection).map((stream) => session(stream, sink, linked)),
        bringActions({ connection, symbols, calendar, rest, sink, signal: linked }),
      ]),
    repair: async (span, sink, signal) => {
      const ofSpan = questionsOf(connection, span, symbols);
      if (ofSpan.length === 0) return false;
      const from = calendar.dateOf(span.from);
      const isOutage = span.symbol === null && span.isCheck !== true;
      const actions = isOutage ? actionQuestions(connection, symbols, from) : [];
      const queue = new PQueue({ concurrency: questionsAtOnce });
      await allOrNone(signal, (linked) =>
        [...ofSpan, ...actions].map((question) =>
          queue.add(() => bringPages(rest, question, sink, linked), { signal: linked }),
        ),
      );
      if (span.isCheck !== true) nameStatuses(connection, span, sink);
      return true;
    },
    missed: (silentMs) => prices?.missed(silentMs),
  };
}

/** Waits for all; the first failure stops the others, and is the rejection once they have ended. */
async function allOrNone(
  signal: AbortSignal,
  start: (linked: AbortSignal) => Promise<unknown>[],
): Promise<void> {
  const stop = new AbortController();
  let first: { readonly error: unknown } | undefined;
  const tasks = start(AbortSignal.any([signal, stop.signal])).map((task) =>
    task.catch((error: unknown) => {
      first ??= { error };
      stop.abort();
    }),
  );
  await Promise.all(tasks);
  if (first !== undefined) throw first.error;
}

/**
 * Halts and resumptions have no history: those within a gap are reported as lost, whatever
 * else was fetched.
 */
function nameStatuses(
  { channels }: AlpacaConnection,
  { symbol, from, to }: MissedSpan,
  sink: FeedSink,
): void {
  if (!channels.includes('statuses')) return;
  const reason = 'halts and resumptions have no history; all else was fetched again';
  sink.note({ note: 'lost', symbol, from, to, missing: null, reason });
}

interface ActionsTask {
  readonly connection: AlpacaConnection;
  readonly symbols: readonly string[];
  readonly calendar: SessionCalendar;
  readonly rest: RestParts;
  readonly sink: FeedSink;
  readonly signal: AbortSignal;
}

/** Delay before a retry after a failure, milliseconds. */
const againMs = 5 * 60_000;

/**
 * Fetches corporate actions until aborted. A failure does not end the feed: it is noted as
 * lost, once for as long as it lasts, so that readers of the tape know that a split or dividend
 * may be missing.
 */
async function bringActions(task: ActionsTask): Promise<void> {
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

/** Falls back to the older address on servers that lack the current one. */
async function bringFromEither(
  rest: RestParts,
  question: Question,
  sink: FeedSink,
  signal: AbortSignal,
): Promise<void> {
  try {
    await bringPages(rest, question, sink, signal);
  } catch (error) {
    if (!isFailure(error, 'InvalidInput') || error.found?.startsWith('status 404') !== true)
      throw error;
    await bringPages(rest, { ...question, path: actionPaths[1] }, sink, signal);
  }
}
