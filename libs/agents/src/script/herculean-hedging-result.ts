/** A HERCULEAN hedging result (`hedging_{LEFT}_{RIGHT}_{model}.json`): one pair, and its action on each date. */

import { parseCivilDate, type CivilDate } from '#values';
import type { PairAction, PairDecision } from '#contracts';
import { z } from 'zod';
import {
  modelPart,
  namePart,
  parseResult,
  resultMember,
  resultRecordsMax,
  resultSymbol,
  saidPrice,
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
    if (left === right) refuse(['right'], `a symbol other than ${left}`);
    if (!isPair(pair, left, right)) refuse(['pair'], `${left}, ${right}`);
    const other = recommendations.findIndex(
      (record) => record.pair !== undefined && !isPair(record.pair, left, right),
    );
    if (other >= 0) refuse(['recommendations', other, 'pair'], `${left}, ${right}`);
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
export function parseHedgingResult(value: unknown, file: string): HedgingResult {
  return parseResult(value, file, format);
}

/** Whether parsed JSON is a hedging result: of HERCULEAN's results it alone has the member `pair`. */
export function isHedgingResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'pair');
}

/** The prices of a record as its agent gave them, by symbol; invalid prices are left out. */
export function pairPrices(
  { left, right }: Pick<HedgingResult, 'left' | 'right'>,
  price: unknown,
): Record<string, number> {
  const said: Readonly<Record<string, unknown>> =
    typeof price === 'object' && price !== null ? { ...price } : {};
  return Object.fromEntries(
    [left, right].flatMap((symbol): [string, number][] => {
      const value = saidPrice(said[symbol]);
      return value === undefined ? [] : [[symbol, value]];
    }),
  );
}

/** The decisions of a hedging run by session, each with the pair and the prices that its agent assumed. */
export interface PairScript {
  /** For error texts. */
  readonly file: string;
  readonly left: string;
  readonly right: string;
  readonly decisions: ReadonlyMap<CivilDate, PairDecision>;
}

/** A result as a script. */
export function parseHerculeanHedgingResult(value: unknown, file: string): PairScript {
  const { left, right, recommendations } = parseHedgingResult(value, file);
  const decisions = recommendations.map((record): [CivilDate, PairDecision] => {
    const prices = pairPrices({ left, right }, record.price);
    const said = Object.keys(prices).length === 0 ? {} : { prices: Object.freeze(prices) };
    const decision = { kind: 'pair' as const, left, right, action: record.recommended_action };
    return [parseCivilDate(record.date) as CivilDate, Object.freeze({ ...decision, ...said })];
  });
  return { file, left, right, decisions: new Map(decisions) };
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
