/**
 * The header of a recording's tape, fixed before its first fact: it follows from the
 * description alone.
 */

import { canonicalHash } from '#values';
import type { TapeHeader } from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { FeedDescription } from '../port/feed-description.js';

/** The header of a tape over some symbols of a recording, in the order of the tape. */
export function recordingHeader(
  description: FeedDescription,
  symbols: readonly string[],
): TapeHeader {
  const { name, calendar, frequency, silenceMs = 30_000 } = description;
  // Older recordings have the member in their descriptions: their tapes keep their ids.
  const of = { description: { ...description, silenceMs }, symbols };
  const barMinutes = barMinutesOf(description, symbols);
  return {
    id: `${name}-${canonicalHash(of).slice(0, 12)}`,
    dataset: name,
    instruments: symbols.map((symbol) => ({ symbol, currency: currencyOf(description, symbol) })),
    calendar,
    sessionsPerYear: calendarOf(calendar).sessionsPerYear,
    priceBasis: 'raw',
    tradePrice: 'close',
    barFrequency: frequency,
    ...(Object.keys(barMinutes).length > 0 && { barMinutes }),
    synthetic: false,
    dateRule: 'session-close',
  };
}

/** Length of Alpaca's bars, minutes. */
const alpacaMinutes = 1;

/**
 * Length of the intraday bars of each symbol, minutes; empty if each message gives the
 * length of its bar.
 */
export function barMinutesOf(
  { bars, feed, frequency }: FeedDescription,
  symbols: readonly string[],
): Readonly<Record<string, number>> {
  const minutes = bars?.minutes ?? (feed.kind === 'alpaca' ? alpacaMinutes : undefined);
  if (frequency === 'daily' || minutes === undefined) return {};
  return Object.fromEntries(symbols.map((symbol) => [symbol, minutes]));
}

export function currencyOf({ currencies, currency }: FeedDescription, symbol: string): string {
  return (Object.hasOwn(currencies, symbol) ? currencies[symbol] : undefined) ?? currency;
}
