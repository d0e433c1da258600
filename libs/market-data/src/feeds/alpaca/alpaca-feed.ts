/** Alpaca's market data as a feed: streams of prices and of news, their history for repair, and corporate actions. */

import { X509Certificate } from 'node:crypto';
import PQueue from 'p-queue';
import { calendarOf } from '../../calendar/calendar-of.js';
import type { Feed, FeedSink, MissedSpan } from '../feed.js';
import { systemClock, type FeedClock } from '../feed-clock.js';
import type { FeedContext } from '../feed-context.js';
import { silencePause } from '../feed-description.js';
import { readCertificate, readSecret } from '../secret.js';
import { ClockDrift } from '../socket/clock-drift.js';
import type { SocketConnection } from '../socket/socket-connection.js';
import { runSocketSession } from '../socket/socket-session.js';
import { bringActions } from './alpaca-actions.js';
import { alpacaConversation, type Credentials } from './alpaca-conversation.js';
import { alpacaDecoder } from './alpaca-decoder.js';
import { actionQuestions, questionsOf } from './alpaca-history.js';
import type { AlpacaConnection } from './channels.js';
import { bringPages } from './rest-pages.js';
import { RequestPace } from './request-pace.js';
import type { RestParts } from './rest-request.js';
import { streamsOf, type VendorStream } from './subscription.js';

/** Questions that are under way at once: the vendor counts them by the minute. */
const questionsAtOnce = 2;

/** Reads credentials and certificate, and no more. `InvalidInput` where one of them is missing. */
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
  const pace = new RequestPace(clock);
  const rest: RestParts = { base: connection.rest, credentials, certificate, clock, drift, pace };
  const { description } = context;
  const { symbols } = description;
  const calendar = calendarOf(description.calendar);
  const silence = { ms: silencePause(description), calendar };
  let prices: SocketConnection | undefined;

  const session = (stream: VendorStream, sink: FeedSink, signal: AbortSignal): Promise<void> =>
    runSocketSession({
      options: {
        address: `${connection.stream.replace(/[/]+$/, '')}${stream.path}`,
        headers: connection.encoding === 'msgpack' ? { 'content-type': 'application/msgpack' } : {},
        certificate,
        ...(stream.stream === 'data' ? { silence } : {}),
        secrets: [credentials.key, credentials.secret],
        converse: (line) => {
          const { encoding } = connection;
          return alpacaConversation({ stream, symbols, encoding, credentials }, line);
        },
      },
      ...{ sink, signal, clock, drift },
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

/** Waits for all; the first failure ends the others, and is what it rejects with once they have ended. */
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

/** Halts and resumptions have no history: what of them came in a gap is named as lost, whatever else was brought. */
function nameStatuses(
  { channels }: AlpacaConnection,
  { symbol, from, to }: MissedSpan,
  sink: FeedSink,
): void {
  if (!channels.includes('statuses')) return;
  const reason = 'halts and resumptions have no history; all else was fetched again';
  sink.note({ note: 'lost', symbol, from, to, missing: null, reason });
}
