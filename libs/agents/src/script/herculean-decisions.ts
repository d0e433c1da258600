/**
 * HERCULEAN's files of decisions, a trading result of one symbol or a hedging result of a pair:
 * read and written.
 */

import type { Action, PairDecision } from '#contracts';
import { z } from 'zod';
import {
  modelPart,
  namePart,
  parseResult,
  resultMember,
  resultRecordsMax,
  priceFrom,
  spanOf,
  withRecord,
  type ResultStatus,
} from './herculean-result.js';

/** `price` was typed by the agent: nothing fills at it, and it may be anything. */
export interface DecisionRecord {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly price?: unknown;
  readonly recommended_action: string;
}

/**
 * One file. Records have one date each, in the order of the file; some are on days
 * without a session.
 */
export interface DecisionFile {
  /** The one symbol of a trading result; left and right of a hedging result. */
  readonly symbols: readonly string[];
  /** Its content, with members that only others know. */
  readonly body: Readonly<Record<string, unknown>> & {
    readonly status?: string | undefined;
    readonly model?: string | undefined;
    readonly recommendations: readonly DecisionRecord[];
  };
}

// Members are in the order of the files.
const symbol = z.string().min(1).max(32);
const dates = { start_date: resultMember, end_date: resultMember };
const recordsOf = (actions: readonly string[], members: Readonly<Record<string, z.ZodType>> = {}) =>
  z
    .array(
      z.looseObject({
        ...members,
        date: z.string(),
        price: z.unknown().optional(),
        recommended_action: z.enum(actions),
      }),
    )
    .max(resultRecordsMax);
const tradingSchema = z.looseObject({
  status: resultMember,
  symbol,
  model: resultMember,
  ...dates,
  recommendations: recordsOf(['BUY', 'SELL', 'HOLD']),
});
const pairActions = ['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'];
const hedgingSchema = z
  .looseObject({
    status: resultMember,
    pair: z.string(),
    left: symbol,
    right: symbol,
    ...dates,
    model: resultMember,
    recommendations: recordsOf(pairActions, { pair: resultMember }),
  })
  .superRefine(({ pair, left, right, recommendations }, context) => {
    const refuse = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const isOther = (text: unknown): boolean => {
      const symbols = String(text).split(',');
      return symbols.length !== 2 || symbols.some((one, at) => one.trim() !== [left, right][at]);
    };
    if (left === right) refuse(['right'], `a symbol other than ${left}`);
    if (isOther(pair)) refuse(['pair'], `${left}, ${right}`);
    const other = recommendations.findIndex(
      (record) => record['pair'] !== undefined && isOther(record['pair']),
    );
    if (other >= 0) refuse(['recommendations', other, 'pair'], `${left}, ${right}`);
  });

/** Parses a result of one symbol. An `InvalidInput` error names `file` and the member. */
export function parseTradingResult(value: unknown, file: string): DecisionFile {
  const format = { schema: tradingSchema, what: 'a HERCULEAN trading result' };
  const body = parseResult(value, file, format);
  return { symbols: [body.symbol], body };
}

/** Parses a result of one pair. An `InvalidInput` error names `file` and the member. */
export function parseHedgingResult(value: unknown, file: string): DecisionFile {
  const format = { schema: hedgingSchema, what: 'a HERCULEAN hedging result' };
  const body = parseResult(value, file, format);
  return { symbols: [body.left, body.right], body };
}

/**
 * Whether parsed JSON is a hedging result: of HERCULEAN's results it alone has the member `pair`.
 */
export const isHedgingResult = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'pair');

/** The prices of a record as its agent gave them, by symbol; invalid prices are left out. */
export function pricesIn(
  symbols: readonly string[],
  { price }: DecisionRecord,
): Record<string, number> {
  const ofPair = typeof price === 'object' && price !== null ? { ...price } : {};
  const pricesByName: Readonly<Record<string, unknown>> =
    symbols.length === 1 ? { [symbols[0]!]: price } : ofPair;
  return Object.fromEntries(
    symbols.flatMap((one): [string, number][] => {
      const value = priceFrom(pricesByName[one]);
      return value === undefined ? [] : [[one, value]];
    }),
  );
}

/** A decision on one symbol, with the price that the agent assumed. */
interface PricedAction {
  readonly kind: 'action';
  readonly action: Action;
  readonly price?: number;
}

/** A record as its agent would submit it: a `SaidAction` of one symbol, a `PairDecision` of two. */
export function decisionIn(
  symbols: readonly string[],
  record: DecisionRecord,
): PricedAction | PairDecision {
  const [left, right] = symbols as [string, string?];
  const action: string = record.recommended_action;
  const prices = pricesIn(symbols, record);
  const isBare = Object.keys(prices).length === 0;
  const decision =
    right === undefined
      ? { kind: 'action', action, ...(isBare ? {} : { price: prices[left] }) }
      : { kind: 'pair', left, right, action, ...(isBare ? {} : { prices: Object.freeze(prices) }) };
  return decision as PricedAction | PairDecision;
}

/** One decision, as it is submitted. */
export interface DecisionSubmission {
  /** As in `DecisionFile`. */
  readonly symbols: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** By symbol, in their order. */
  readonly prices: Readonly<Record<string, number>>;
  readonly action: string;
  readonly model: string;
  /** Defaults to that of the file. */
  readonly status?: ResultStatus | undefined;
}

/** `trading_{SYMBOL}_{model}.json` or `hedging_{LEFT}_{RIGHT}_{model}.json`. */
export function decisionFileName(symbols: readonly string[], model: string): string {
  const start = symbols.length === 1 ? 'trading_' : 'hedging_';
  return `${start}${symbols.map(namePart).join('_')}_${modelPart(model)}.json`;
}

/**
 * The content with one more decision, or with another one for its date; `before` is undefined
 * for the first.
 */
export function withDecision(
  before: DecisionFile['body'] | undefined,
  { symbols, date, prices, action, model, ...submission }: DecisionSubmission,
): DecisionFile['body'] {
  const [left, right] = symbols as [string, string?];
  const pair = right === undefined ? {} : { pair: `${left}, ${right}` };
  const price = right === undefined ? prices[left] : prices;
  const record: DecisionRecord = { ...pair, date, price, recommended_action: action };
  const recommendations = withRecord(before?.recommendations ?? [], record);
  const status = submission.status ?? before?.status ?? 'in_progress';
  const span = spanOf(recommendations);
  const members =
    right === undefined
      ? { symbol: left, model, ...span }
      : { ...pair, left, right, ...span, model };
  return { ...before, status, ...members, recommendations };
}
