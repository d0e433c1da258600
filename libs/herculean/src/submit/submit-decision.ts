/**
 * A decision of an agent that works by shell, on a symbol or on a pair, put into its result file.
 */

import { basename, dirname, join } from 'node:path';
import { conflict, excerpt } from '#values';
import {
  decisionFileName,
  parseHedgingResult,
  parseTradingResult,
  withDecision,
  type DecisionFile,
  type DecisionSubmission,
} from '#agents/script/herculean-decisions';
import { modelPart, resultJson, resultText, spanOf } from '#agents/script/herculean-result';
import { writeWhole } from '#backtest';
import { noteDiscrepancies } from './discrepancies.js';
import { alone, isOfModel, namesIn, readResultIn, requireOwnResult } from './result-file.js';
import { settledPrices } from './submitted-prices.js';

interface SubmitOptions {
  /** Folder of the result files; created when missing. */
  readonly outputRoot: string;
  /** A data set; if given, prices come from it. */
  readonly data?: string | undefined;
  /**
   * Whether the caller declares the first day of its run of a pair; undefined if it
   * declares neither.
   */
  readonly isFirstDay?: boolean | undefined;
}

/**
 * Writes the decision of a date, replacing an earlier one, and returns the summary that
 * HERCULEAN's script prints; with a data set, also the price and how the agent's differs from
 * it. A file belongs to one symbol and model. On pairs, a model has one run in a folder, and a
 * run has one ordered pair, that of its first day. `Conflict` if the file belongs to another
 * symbol or model, for a first day if a run already exists (also with another pair or a date
 * before its first one), and for a later day if there is no run; `InvalidInput` if the file is
 * broken, or the data set has no such day.
 */
export async function submitDecision(
  submission: DecisionSubmission,
  { outputRoot, data, isFirstDay }: SubmitOptions,
) {
  const { symbols, date, model } = submission;
  const { prices, discrepancies } = await settledPrices(submission.prices, data, submission);
  const name = decisionFileName(symbols, model);
  const file = join(outputRoot, name);
  const isPair = symbols.length === 2;
  // A pair locks by model and not by file: two first days may name two pairs.
  return alone(outputRoot, isPair ? `hedging_${modelPart(model)}` : name, () => {
    const before = isPair
      ? runOfPair(submission, outputRoot, isFirstDay)
      : resultOfSymbol(submission, file);
    const result = withDecision(before, { ...submission, prices });
    writeWhole(file, resultText(result));
    noteDiscrepancies(file, date, discrepancies);
    const records = result.recommendations;
    const { price } = records.find((record) => record.date === date)!;
    return {
      path: file,
      ...(isPair && { pair: symbols.join(', ') }),
      action_recorded: submission.action,
      date_recorded: date,
      total_records: records.length,
      ...spanOf(records),
      ...(data !== undefined && { price, discrepancies }),
    };
  });
}

function resultOfSymbol({ symbols, model }: DecisionSubmission, file: string) {
  const text = readResultIn(dirname(file), basename(file));
  if (text === undefined) return undefined;
  const { body } = parseTradingResult(resultJson(text, file), file);
  requireOwnResult(body, { symbol: symbols[0]!, model }, file);
  return body;
}

/** The run of the model in this folder, which must be open to a decision on this day. */
function runOfPair(
  submission: DecisionSubmission,
  outputRoot: string,
  isFirstDay: boolean | undefined,
): DecisionFile['body'] | undefined {
  const { model, date } = submission;
  for (const name of namesIn(outputRoot, 'hedging_', `_${modelPart(model)}.json`)) {
    const file = join(outputRoot, name);
    const run = parseHedgingResult(resultJson(readResultIn(outputRoot, name) ?? '', file), file);
    // Names alone are ambiguous: a model's name may end with another one's.
    if (decisionFileName(run.symbols, model) !== name) continue;
    requireDay(run, submission, { file, isFirstDay });
    return run.body;
  }
  if (isFirstDay !== false) return undefined;
  throw conflict('no run to continue', {
    where: `--target-date ${date}`,
    expected: 'a first day, which chooses the pair',
  });
}

function requireDay(
  { symbols, body }: DecisionFile,
  { symbols: wanted, date, model }: DecisionSubmission,
  { file, isFirstDay }: { readonly file: string; readonly isFirstDay: boolean | undefined },
): void {
  // Two names can become one where characters are replaced.
  if (!isOfModel(body.model, model)) {
    throw conflict('the file holds the result of another model', {
      where: file,
      expected: excerpt(model),
      found: excerpt(body.model),
    });
  }
  const first = body.recommendations.map((record) => record.date).sort()[0];
  const pairOfRun = symbols.join(', ');
  const wantedPair = wanted.join(', ');
  const isAgain = first === undefined || date === first;
  if (pairOfRun === wantedPair && (isAgain || (date > first && isFirstDay !== true))) return;
  throw conflict('the model has a run already, whose pair and first day are fixed', {
    where: file,
    expected: `${excerpt(pairOfRun)}, later than ${first ?? 'nothing'}`,
    found: `${excerpt(wantedPair)} on ${date}`,
  });
}
