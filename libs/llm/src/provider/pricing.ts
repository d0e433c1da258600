/** The cost of a call by the price table, and the most it may cost before it is made. */

import type { Prices } from './models-file.js';
import type { RecordedCall, TokenUsage } from '../calls/recorded-call.js';

type Price = Prices['models'][string];

/**
 * US dollars of a usage; parts of the input that came from a cache, or went to one, have
 * prices of their own.
 */
export function usdOf(usage: TokenUsage, price: Price): number {
  const { input, output, cachedInput, cacheWrite } = usage;
  const plain = Math.max(0, input - cachedInput - cacheWrite);
  const perMillion =
    plain * price.input +
    cachedInput * (price.cachedInput ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input) +
    output * price.output;
  return perMillion / 1e6;
}

/**
 * Cost of a call; null if the provider reported no usage or the table has no price:
 * unpriced, not free.
 */
export function costOf(
  usage: TokenUsage | null,
  model: string,
  prices: Prices | undefined,
): RecordedCall['cost'] {
  const price = prices?.models[model];
  if (usage === null || price === undefined || prices === undefined) return null;
  return { usd: usdOf(usage, price), prices: prices.version };
}

/** Estimated UTF-8 bytes per token. */
export const bytesOfToken = 4;

/** What calls used, or may use. */
export interface Spent {
  calls: number;
  tokens: number;
  /** US dollars; 0 if the model has no price. */
  usd: number;
}

/**
 * The reservation for a call before it is made: input at four bytes a token, and all the output
 * that it allows. `bytes` is the length of the request in UTF-8; `outputMax` is its bound on output
 * tokens, 0 if it states none.
 */
export function reservationOf(
  { bytes, outputMax }: { readonly bytes: number; readonly outputMax: number },
  price: Price | undefined,
): Spent {
  const input = Math.ceil(bytes / bytesOfToken);
  const usage = { input, output: outputMax, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  const usd = price === undefined ? 0 : usdOf(usage, price);
  return { calls: 1, tokens: input + outputMax, usd };
}
