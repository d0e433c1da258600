/** An action on a pair of an agent that works by shell, put into its result file. */

import { join } from 'node:path';
import { conflict, excerpt } from '#values';
import { modelPart, resultJson, resultText } from '#agents/script/herculean-result';
import {
  hedgingResultName,
  parseHedgingResult,
  withHedgingRecord,
  type HedgingResult,
  type HedgingSubmission,
} from '#agents/script/herculean-hedging-result';
import { writeWhole } from '#backtest/run-folder/run-folder';
import { noteDiscrepancies } from './discrepancies.js';
import { alone, namesIn, readResultFile } from './result-file.js';
import { settledPrices } from './submitted-prices.js';
import { isOfModel, written, type Submitted, type SubmitOptions } from './submit-trading.js';

interface SubmitHedgingOptions extends SubmitOptions {
  /** Whether the caller declares the first day of its run, or a later one; undefined if it declares neither. */
  readonly isFirstDay?: boolean | undefined;
}

type HedgingRecord = HedgingResult['recommendations'][number];

/**
 * Writes the action of a date, replacing an earlier one. A model has one run in a folder, and a run has one
 * ordered pair, that of its first day. `Conflict` for a first day if a run already exists (also with another pair or
 * a date before its first one), and for a later day if there is no run; `InvalidInput` if the file is
 * broken, or the data set has no such day.
 */
export async function submitHedging(
  submission: HedgingSubmission,
  { outputRoot, data, isFirstDay }: SubmitHedgingOptions,
): Promise<Submitted<HedgingRecord>> {
  const { left, right, date, model } = submission;
  const said = { [left]: submission.leftPrice, [right]: submission.rightPrice };
  const { prices, discrepancies } = await settledPrices(said, data, submission);
  const file = join(outputRoot, hedgingResultName(submission));
  const leftPrice = prices[left] as number;
  const rightPrice = prices[right] as number;
  // Locks by model and not by file: two first days may name two pairs.
  return alone(outputRoot, `hedging_${modelPart(model)}`, () => {
    const before = runOf(submission, outputRoot);
    requireDay(before, submission, isFirstDay);
    const result = withHedgingRecord(before?.result, { ...submission, leftPrice, rightPrice });
    writeWhole(file, resultText(result));
    noteDiscrepancies(file, date, discrepancies);
    return written(file, date, { before: before?.result, result, discrepancies });
  });
}

interface FoundRun {
  readonly file: string;
  readonly result: HedgingResult;
}

/** The run of the model in this folder. Names alone are ambiguous: a model's name may end with another one's. */
function runOf({ model }: HedgingSubmission, outputRoot: string): FoundRun | undefined {
  for (const name of namesIn(outputRoot, 'hedging_', `_${modelPart(model)}.json`)) {
    const file = join(outputRoot, name);
    const result = parseHedgingResult(resultJson(readResultFile(file) ?? '', file), file);
    if (hedgingResultName({ ...result, model }) !== name) continue;
    requireModel(result.model, model, file);
    return { file, result };
  }
  return undefined;
}

/** Two names can become one where characters are replaced. */
function requireModel(found: string | undefined, model: string, where: string): void {
  if (isOfModel(found, model)) return;
  throw conflict('the file holds the result of another model', {
    where,
    expected: excerpt(model),
    found: excerpt(found),
  });
}

function requireDay(
  run: FoundRun | undefined,
  { left, right, date }: HedgingSubmission,
  isFirstDay: boolean | undefined,
): void {
  if (run === undefined) {
    if (isFirstDay !== false) return;
    throw conflict('a later day of a run that does not exist', {
      where: `--target-date ${date}`,
      expected: 'a first day, which chooses the pair',
    });
  }
  const { file, result } = run;
  const first = result.recommendations.map((record) => record.date).sort()[0];
  const isOwn = result.left === left && result.right === right;
  const isAgain = first === undefined || date === first;
  if (isOwn && (isAgain || (date > first && isFirstDay !== true))) return;
  throw conflict('the model has a run already, whose pair and first day are fixed', {
    where: file,
    expected: `${excerpt(`${result.left}, ${result.right}`)}, later than ${first ?? 'nothing'}`,
    found: `${excerpt(`${left}, ${right}`)} on ${date}`,
  });
}
