/**
 * Symbols of one file whose rows are of another calendar than the file as a whole:
 * shares beside coins.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '#values';
import { isCurrencyPair } from './guess-currency.js';
import { guessStamps, type StampedFile, type StampGuess } from './guess-stamps.js';

type Calendar = StampGuess['calendar'];

/**
 * A market that is always open has more of its rows outside of sessions; what has fewer has rows
 * that are wrong.
 */
const fitMax = 0.9;
/**
 * Fewer rows do not tell a market that closes from one that does not: some weekends must
 * be among them.
 */
const rowsMin = 20;

/**
 * The calendars of the symbols that have one of their own, guessed from their rows alone. `stamps`
 * and `symbols` as in `guessStamps`, `whole` what that gave. Empty if a calendar is declared, and
 * for clock times, whose zone it decides.
 */
export function calendarsOfSymbols(
  stamps: readonly Instant[],
  symbols: readonly unknown[],
  whole: StampGuess,
  file: StampedFile,
): ReadonlyMap<string, Calendar> {
  const calendars = new Map<string, Calendar>();
  const isTold = whole.frequency === 'daily' || (whole.frequency === 'intraday' && !file.isClock);
  if (file.calendar !== undefined || !isTold) return calendars;
  for (const [symbol, rows] of Map.groupBy(stamps.keys(), (row) => String(symbols[row]))) {
    if (rows.length < rowsMin || rows.length === stamps.length) continue;
    const guess = guessStamps(
      rows.map((row) => stamps[row] as Instant),
      [],
      { ...file, symbol },
    );
    const isAlike =
      guess.frequency === whole.frequency && isDeepStrictEqual(guess.starts, whole.starts);
    if (isAlike && guess.calendar !== whole.calendar && isSure(symbol, guess)) {
      calendars.set(symbol, guess.calendar);
    }
  }
  return calendars;
}

function isSure(symbol: string, { calendar, isExchange, fit }: StampGuess): boolean {
  return isExchange || (calendar === '24/7' ? fit < fitMax : isCurrencyPair(symbol));
}
