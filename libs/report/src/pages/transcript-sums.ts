/** What the model calls of an attempt or a decision come to. */

import type { CallStep } from '#llm';
import { formatFigure } from '../words/figure-format.js';

export interface Sum {
  readonly calls: number;
  /** Tokens, of calls whose provider said them. */
  readonly input: number;
  readonly output: number;
  /** US dollars of calls with a price; null where none has one. */
  readonly usd: number | null;
  /** Calls without a price, those left out that nobody can have charged. */
  readonly unpriced: number;
}

export function sumOf(calls: readonly CallStep[]): Sum {
  const priced = calls.flatMap(({ usd }) => usd ?? []);
  const metered = calls.flatMap(({ usage }) => usage ?? []);
  return {
    calls: calls.length,
    input: metered.reduce((sum, { input }) => sum + input, 0),
    output: metered.reduce((sum, { output }) => sum + output, 0),
    usd: priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0),
    unpriced: calls.filter((call) => call.mayBeCharged && call.usd === null).length,
  };
}

/** `$0.0041`: three digits that count, as a call can cost a hundredth of a cent; cents from a dollar up. */
export const dollars = (usd: number): string =>
  usd >= 1 || usd === 0 ? `$${formatFigure(usd, 'money')}` : `$${Number(usd.toPrecision(3))}`;

/** In words, as the table of the runs has it: what nobody charged costs nothing, what has no price is unpriced. */
export function costWords({ usd, unpriced }: Pick<Sum, 'usd' | 'unpriced'>): string {
  if (usd === null) return unpriced === 0 ? dollars(0) : 'unpriced';
  return `${dollars(usd)}${unpriced > 0 ? ' +' : ''}`;
}
