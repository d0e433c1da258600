/** A HERCULEAN hedging result (`hedging_{LEFT}_{RIGHT}_{model}.json`): one pair, and its action on each date. */

import type { PairAction } from '#contracts';
import { z } from 'zod';
import {
  modelPart,
  namePart,
  parseResult,
  resultMember,
  resultRecordsMax,
  resultSymbol,
  spanOf,
  withRecord,
  type ResultStatus,
} from './herculean-result.js';

/**
 * In the order of the files, which keep other members too. `price` was typed by the agent: nothing fills at it, and it
 * may be anything.
 */
const hedgingResultSchema = z
  .looseObject({
    status: resultMember,
    /** `LEFT, RIGHT`, by which a hedging result is told from a trading one. */
    pair: z.string(),
    left: resultSymbol,
    right: resultSymbol,
    start_date: resultMember,
    end_date: resultMember,
    model: resultMember,
    recommendations: z
      .array(
        z.looseObject({
          pair: resultMember,
          date: z.string(),
          price: z.unknown().optional(),
          recommended_action: z.enum(['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE']),
        }),
      )
      .max(resultRecordsMax),
  })
  .superRefine(({ pair, left, right, recommendations }, context) => {
    const refuse = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    if (left === right) refuse(['right'], 'another symbol than left');
    if (!isPair(pair, left, right)) refuse(['pair'], 'left and right, with a comma');
    const other = recommendations.findIndex(
      (record) => record.pair !== undefined && !isPair(record.pair, left, right),
    );
    if (other >= 0) refuse(['recommendations', other, 'pair'], 'the pair of the run');
  });

function isPair(text: string, left: string, right: string): boolean {
  const symbols = text.split(',').map((symbol) => symbol.trim());
  return symbols.length === 2 && symbols[0] === left && symbols[1] === right;
}

export type HedgingResult = z.infer<typeof hedgingResultSchema>;

const format = { schema: hedgingResultSchema, what: 'a HERCULEAN hedging result' };

/**
 * Parses a result of one pair: its records have one date each, and are in the order of the file. Records on days
 * without a session (HERCULEAN's forced HOLD) are kept. An `InvalidInput` error names `file` and the member.
 */
export function parseHedgingResult(text: string, file: string): HedgingResult {
  return parseResult(text, file, format);
}

/** One action, as it is submitted. */
export interface HedgingSubmission {
  readonly left: string;
  readonly right: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly leftPrice: number;
  readonly rightPrice: number;
  readonly action: PairAction;
  readonly model: string;
  readonly status: ResultStatus;
}

export function hedgingResultName({
  left,
  right,
  model,
}: Pick<HedgingSubmission, 'left' | 'right' | 'model'>): string {
  return `hedging_${namePart(left)}_${namePart(right)}_${modelPart(model)}.json`;
}

/** The result with one more action, or with another one for its date; `before` is undefined for the first. */
export function withHedgingRecord(
  before: HedgingResult | undefined,
  { left, right, date, leftPrice, rightPrice, action, model, status }: HedgingSubmission,
): HedgingResult {
  const pair = `${left}, ${right}`;
  const price = { [left]: leftPrice, [right]: rightPrice };
  const record = { pair, date, price, recommended_action: action };
  const recommendations = withRecord(before?.recommendations ?? [], record);
  const span = spanOf(recommendations);
  return { ...before, status, pair, left, right, ...span, model, recommendations };
}
