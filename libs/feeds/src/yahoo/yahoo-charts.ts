/** Asks Yahoo for charts through yahoo-finance2; hands out each response as it came, before the library reads it. */

import YahooFinance from 'yahoo-finance2';
import { invalidInput, isFailure, unavailable } from '#values';
import type { FeedClock } from '../port/feed-clock.js';
import { patientRequest } from '../http/patient-request.js';

/** Between two requests, milliseconds: Yahoo states no limit, and refuses who asks too quickly. */
const intervalMs = 250;

export type AskServer = typeof patientRequest;

export interface ChartQuestion {
  readonly symbol: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly signal: AbortSignal;
  /** Called with the body before anybody has read it. */
  readonly came: (body: Uint8Array) => void | Promise<void>;
}

/** What Yahoo calls a symbol; it becomes a part of an address. */
const symbolPattern = /^[A-Za-z0-9.^=-]{1,24}$/;

export function requireYahooSymbol(symbol: string): void {
  if (symbolPattern.test(symbol)) return;
  const expected = 'letters, digits, ".", "-", "^", "="';
  throw invalidInput('not a symbol of Yahoo', { where: 'symbols', expected, found: symbol });
}

/**
 * Daily bars, dividends and splits since `from`. `InvalidInput` where Yahoo does not know the symbol, `Unavailable`
 * where it does not answer or the library cannot read what it said.
 */
export async function askChart(
  { symbol, from, signal, came }: ChartQuestion,
  { clock, request = patientRequest }: { readonly clock: FeedClock; readonly request?: AskServer },
): Promise<void> {
  let failure: unknown;
  const fetched: typeof fetch = async (input, init) => {
    try {
      const url = input instanceof Request ? input.url : String(input);
      const headers = Object.fromEntries(new Headers(init?.headers));
      const response = await request({ url, headers, signal, clock });
      await came(response.body);
      return new Response(Buffer.from(response.body), { status: response.status });
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
