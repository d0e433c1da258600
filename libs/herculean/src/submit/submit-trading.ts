/** A trading decision of an agent that works by shell, put into its result file. */

import { join } from 'node:path';
import { conflict, excerpt } from '#values';
import {
  parseTradingResult,
  tradingResultName,
  withTradingRecord,
  type TradingResult,
  type TradingSubmission,
} from '#agents/script/herculean-trading-result';
import { modelPart, resultJson, resultText } from '#agents/script/herculean-result';
import { writeWhole } from '#backtest/run-folder/run-folder';
import { noteDiscrepancies } from './discrepancies.js';
import { alone, readResultFile } from './result-file.js';
import { settledPrices, type PriceDiscrepancy } from './submitted-prices.js';

export interface SubmitOptions {
  /** Folder of the result files; created when missing. */
  readonly outputRoot: string;
  /** A data set; if given, prices come from it. */
  readonly data?: string | undefined;
}

/** What was written. */
export interface Submitted<R> {
  readonly file: string;
  readonly record: R;
  readonly status: string;
  /** Records in the file. */
  readonly records: number;
  /** Whether this date already had a record. */
  readonly replaced: boolean;
  readonly discrepancies: readonly PriceDiscrepancy[];
}

type TradingRecord = TradingResult['recommendations'][number];

/**
 * Writes the decision of a date, replacing an earlier one. `InvalidInput` if the file is broken, or the
 * data set has no such day; `Conflict` if the file belongs to another symbol or model.
 */
export async function submitTrading(
  submission: TradingSubmission,
  { outputRoot, data }: SubmitOptions,
): Promise<Submitted<TradingRecord>> {
  const { symbol, date } = submission;
  const said = { [symbol]: submission.price };
  const settled = await settledPrices(said, data, submission);
  const price = settled.prices[symbol] as number;
  const name = tradingResultName(submission);
  const file = join(outputRoot, name);
  return alone(outputRoot, name, () => {
    const text = readResultFile(file);
    const before =
      text === undefined ? undefined : parseTradingResult(resultJson(text, file), file);
    if (before !== undefined) requireOwnResult(before, submission, file);
    const result = withTradingRecord(before, { ...submission, price });
    writeWhole(file, resultText(result));
    noteDiscrepancies(file, date, settled.discrepancies);
    return written(file, date, { before, result, discrepancies: settled.discrepancies });
  });
}

interface Written<T> {
  readonly before: T | undefined;
  readonly result: T;
  readonly discrepancies: readonly PriceDiscrepancy[];
}

/** The report of a write. */
export function written<R extends { readonly date: string }>(
  file: string,
  date: string,
  {
    before,
    result,
    discrepancies,
  }: Written<{ readonly status?: string | undefined; readonly recommendations: readonly R[] }>,
): Submitted<R> {
  const own = (record: R): boolean => record.date === date;
  return {
    file,
    record: result.recommendations.find(own) as R,
    status: result.status ?? '',
    records: result.recommendations.length,
    replaced: before?.recommendations.some(own) ?? false,
    discrepancies,
  };
}

/** Whether a file belongs to a model, by the name in it; one without a name belongs to any. */
export const isOfModel = (found: string | undefined, model: string): boolean =>
  found === undefined || found.toLowerCase() === model.toLowerCase();

/** `Conflict` if `found` belongs to another symbol or model: two names can become one where characters are replaced. */
export function requireOwnResult(
  found: { readonly symbol?: unknown; readonly model?: string | undefined },
  own: { readonly symbol: string; readonly model: string },
  where: string,
): void {
  const { symbol = own.symbol, model } = found;
  if (symbol === own.symbol && isOfModel(model, own.model)) return;
  throw conflict('this is the result of another symbol or model', {
    where,
    expected: excerpt(`${own.symbol}, ${own.model}`),
    found: excerpt(`${symbol}, ${model ?? modelPart(own.model)}`),
  });
}
