/** Daily bars of Yahoo Finance, requested after each close until they are available. */

import YahooFinance from 'yahoo-finance2';
import {
  invalidInput,
  isFailure,
  microsPerDay,
  microsPerMilli,
  unavailable,
  type CivilDate,
} from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { Feed } from '../port/feed.js';
import { systemClock, type FeedClock } from '../port/feed-clock.js';
import type { FeedContext } from '../port/feed-context.js';
import type { FeedConnectionOf } from '../port/feed-description.js';
import { patientRequest } from '../http/request.js';
import { GuardedSink } from '../port/guarded-sink.js';
import { chartChannel, yahooDecoder } from './yahoo-decoder.js';

/** How far back to request: enough that a week offline leaves no gap. */
const daysBack = 14;
const millisPerDay = microsPerDay / microsPerMilli;

export type AskServer = typeof patientRequest;

interface YahooParts {
  readonly clock: FeedClock;
  readonly request?: AskServer;
}

export function openYahooFeed(
  connection: FeedConnectionOf<'yahoo'>,
  { description }: Pick<FeedContext, 'description'>,
  parts: YahooParts = { clock: systemClock },
): Promise<Feed> {
  const { symbols, calendar } = description;
  symbols.forEach(requireYahooSymbol);
  const decoder = yahooDecoder(description);
  const sessions = calendarOf(calendar);
  const { clock } = parts;
  return Promise.resolve({
    name: 'Yahoo Finance',
    decoder,
    run(to, signal) {
      const sink = new GuardedSink(to);
      // The newest session for which each symbol has its bar.
      const newest = new Map<string, CivilDate>();
      return sink.keepAsking({ clock, signal, everyMs: connection.everyMs }, async () => {
        const session = lastClosed(sessions, clock);
        const from = clock.now() - daysBack * millisPerDay;
        for (const symbol of symbols) {
          if (signal.aborted) return;
          if ((newest.get(symbol) ?? -Infinity) >= session) continue;
          const channel = chartChannel(symbol);
          const onBody = async (body: Uint8Array): Promise<void> => {
            await sink.data(channel, body);
            for (const date of sessionsIn(decoder, channel, body)) newest.set(symbol, date);
          };
          // If Yahoo is unavailable, the other symbols have to wait as well.
          await askChart({ symbol, from, signal, onBody }, parts);
          sink.connected('Yahoo Finance');
        }
      });
    },
    async repair(span, sink, signal) {
      const from = span.from / microsPerMilli - millisPerDay;
      for (const symbol of span.symbol === null ? symbols : [span.symbol]) {
        const onBody = (body: Uint8Array) => sink.data(chartChannel(symbol), body);
        await askChart({ symbol, from, signal, onBody }, parts);
      }
      return true;
    },
  });
}

function lastClosed(calendar: SessionCalendar, clock: FeedClock): CivilDate {
  const now = clock.now() * microsPerMilli;
  const today = calendar.sessionOnOrBefore(calendar.dateOf(now));
  return calendar.closeOf(today) <= now ? today : calendar.sessionOnOrBefore(today - 1);
}

/** Empty if unreadable: the recording counts that, and the request is repeated. */
function sessionsIn(decoder: Feed['decoder'], channel: string, bytes: Uint8Array): CivilDate[] {
  try {
    const items = decoder.decode({ kind: 'data', receivedAt: 0, channel, bytes });
    return items.flatMap((item) => (item.kind === 'dailyBar' ? [item.session] : []));
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return [];
    throw error;
  }
}

/**
 * Milliseconds between two requests: Yahoo states no limit, and refuses clients that
 * request too fast.
 */
const intervalMs = 250;

interface ChartQuestion {
  readonly symbol: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly signal: AbortSignal;
  /** Called with the body before it is parsed. */
  readonly onBody: (body: Uint8Array) => void | Promise<void>;
}

/** Yahoo's name of a symbol; it becomes part of a URL. */
const symbolPattern = /^[A-Za-z0-9.^=-]{1,24}$/;

function requireYahooSymbol(symbol: string): void {
  if (symbolPattern.test(symbol)) return;
  const expected = 'letters, digits, ".", "-", "^", "="';
  throw invalidInput('not a symbol of Yahoo', { where: 'symbols', expected, found: symbol });
}

/**
 * Requests daily bars, dividends and splits since `from` through yahoo-finance2, and emits each
 * response before the library parses it. Throws `InvalidInput` if Yahoo does not know the symbol,
 * `Unavailable` if it does not answer or the library cannot parse the response.
 */
async function askChart(
  { symbol, from, signal, onBody }: ChartQuestion,
  { clock, request = patientRequest }: YahooParts,
): Promise<void> {
  let failure: unknown;
  const fetched: typeof fetch = async (input, init) => {
    try {
      const url = input instanceof Request ? input.url : String(input);
      const headers = Object.fromEntries(new Headers(init?.headers));
      const response = await request({ url, headers, signal, clock });
      await onBody(response.body);
      return new Response(Uint8Array.from(response.body), { status: response.status });
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const silent = (): void => {};
  const yahoo = new YahooFinance({
    fetch: fetched,
    queue: { concurrency: 1, interval: intervalMs },
    versionCheck: false,
    suppressNotices: ['yahooSurvey'],
    validation: { logErrors: false, logOptionsErrors: false },
    logger: { info: silent, warn: silent, error: silent, debug: silent, dir: silent },
  });
  try {
    const period2 = new Date(clock.now());
    await yahoo.chart(symbol, {
      period1: new Date(from),
      period2,
      interval: '1d',
      events: 'div|split',
    });
  } catch (cause) {
    signal.throwIfAborted();
    if (isFailure(failure)) throw failure;
    throw unavailable('the library cannot read what Yahoo sent', { where: symbol, cause });
  }
}
