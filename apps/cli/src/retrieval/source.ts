/** Where the values come from that are asked for: a data set, a file of lines, or the synthetic store. */

import { excerpt, formatInstant, invalidInput, type Instant } from '#values';
import { textIn } from '#backtest/text-in';
import { openMarket, parseAsOf } from '#backtest';
import type { FundamentalsData } from '#workflows/retrieval/store/fundamentals-model';
import {
  joinedFundamentals,
  noFundamentals,
  readFundamentalsLines,
  viewFundamentals,
} from '#workflows/retrieval/store/line-documents';
import { syntheticFundamentals } from '#workflows/retrieval/store/synthetic-source';
import { textOf, wholeNumber } from '../option-value.js';

import { checkOwnFile } from './own-file.js';

export interface FundamentalsSource {
  /** The data set beside whose tables is asked; undefined where there is none. */
  readonly data: string | undefined;
  /** What is on no tape yet. */
  readonly lines: FundamentalsData;
  /** All values, and the instant at which the questions are asked. */
  readonly all: FundamentalsData;
  readonly asOf: Instant;
}

/** By the options `--data`, `--fundamentals`, `--synthetic` and `--as-of`; `InvalidInput` where there is no source. */
export async function fundamentalsSource(
  options: Record<string, unknown>,
): Promise<FundamentalsSource> {
  const [data, file] = [textOf(options['data']), textOf(options['fundamentals'])];
  const seed = options['synthetic'];
  if (data === undefined && file === undefined && seed === undefined) {
    const expected = '--data, --fundamentals or --synthetic';
    throw invalidInput('there is nothing to ask about', { where: 'options', expected });
  }
  const own = file === undefined ? noFundamentals : readFundamentalsLines(textIn(file), file);
  for (const warning of checkOwnFile(own)) process.stderr.write(`warning: ${warning}\n`);
  const lines = joinedFundamentals(
    own,
    seed === undefined
      ? noFundamentals
      : syntheticFundamentals({ seed: wholeNumber(seed, '--synthetic', 0) }),
  );
  const asOfText = textOf(options['asOf']);
  if (data === undefined) return { data, lines, all: lines, asOf: instantOf(asOfText, lines) };
  const market = await openMarket(data);
  try {
    const { view, time: asOf } = market.at(parseAsOf(asOfText));
    return { data, lines, all: viewFundamentals(view, lines).read(), asOf };
  } finally {
    await market.close();
  }
}

/** Without a text, when the last value became known. */
function instantOf(text: string | undefined, { points }: FundamentalsData): Instant {
  const last = points.reduce((latest, { knownAt }) => Math.max(latest, knownAt), 0);
  const when = parseAsOf(text);
  if (when === 'end') return last;
  if ('instant' in when) return when.instant;
  const expected = `an instant, such as ${formatInstant(last)}: only a data set has sessions`;
  throw invalidInput('a date alone', { where: '--as-of', expected, found: excerpt(text) });
}
