/** `hedging_mcp` as HERCULEAN publishes it: its ten tools alone. */

import { z } from 'zod';
import { excerpt, formatCivilDate, invalidInput, isWeekend, type CivilDate } from '#values';
import type { MarketView } from '#market-view';
import { openedPosition } from '../hedging/apply-pair-action.js';
import {
  getCommonTradingDates,
  getLegPrices,
  getPairPrices,
  poolOf,
} from '../hedging/pair-prices.js';
import { lastCommonDay, legsOn, pricesOf, requireTwoLegs } from '../hedging/pair-rows.js';
import { lastRow } from '../market/daily-rows.js';
import { dateOrNull } from '../market/fields.js';
import { conventions, type Tool, type ToolContext, type ToolSet } from '../tool/tool.js';
import {
  date,
  isoDate,
  overRange,
  range,
  readDate,
  rows,
  someObject,
  symbol,
} from './published-fields.js';
import { publishedTexts } from './published-texts.js';
import { publishedTool } from './published-tool.js';

/** What the server says of its data, and the symbols of a pair; all of it is given from outside. */
export interface HedgingPlace {
  readonly poolName?: string | undefined;
  /** In capital letters; all symbols of the run, or of the data set, if left out. */
  readonly pool?: readonly string[] | undefined;
  readonly dbPath?: string | undefined;
  readonly dataDir?: string | undefined;
}

const pair = { left: symbol, right: symbol };
const actions = ['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'] as const;

/** The tools of the server, over the symbols of its pool. */
export function publishedHedging(place: HedgingPlace = {}): ToolSet {
  const poolFor = (context: ToolContext): readonly string[] => place.pool ?? poolOf(context);
  return {
    name: 'hedging_mcp',
    title: 'hedging_mcp',
    instructions: conventions,
    tools: [
      stockPool(place, poolFor),
      ...[prices, commonDates(poolFor), pairPrices, pairDay].map((one) => inPool(one, poolFor)),
      ...publishedTexts({ previewChars: 300, idsAreText: true, readDate: isoDate }).map((one) =>
        inPool(one, poolFor),
      ),
      inPool(pairAction, poolFor),
    ],
  };
}

type PoolFor = (context: ToolContext) => readonly string[];

/** Refuses symbols outside the pool, as the published server does. */
const inPool = (tool: Tool, poolFor: PoolFor): Tool => ({
  ...tool,
  call: (args, context) => {
    const pool = poolFor(context);
    const asked = ['symbol', 'left', 'right', 'symbols'].flatMap((name) => args[name] ?? []);
    const stranger = asked.find((one) => !pool.includes(String(one)));
    if (stranger !== undefined) {
      const expected = `one of ${excerpt(pool.join(', '), 200)}`;
      throw invalidInput('not a symbol of the pool', { expected, found: excerpt(stranger) });
    }
    return tool.call(args, context);
  },
});

const stockPool = (place: HedgingPlace, poolFor: PoolFor): Tool =>
  publishedTool({
    name: 'get_stock_pool',
    description: 'The pool of symbols, and where its data are.',
    input: {},
    output: someObject,
    call: (_, context) => ({
      pool_name: place.poolName ?? 'offline_tech_pool',
      symbols: [...poolFor(context)],
      backend: 'duckdb',
      db_path: place.dbPath ?? '',
      data_dir: place.dataDir ?? '',
      file_pattern: '{SYMBOL}-00000-of-00001.parquet',
    }),
  });

const prices = publishedTool({
  name: 'get_prices',
  description: 'Daily rows {symbol, date, price, volume}; price is adj_close.',
  input: { symbol, ...range },
  output: rows,
  call: overRange(getLegPrices, isoDate),
});

const commonDates = (poolFor: PoolFor): Tool =>
  publishedTool({
    name: 'get_common_trading_dates',
    description: 'Days on which all symbols have a price.',
    input: { ...range, symbols: z.array(z.string()).nullish().describe('Default: the pool') },
    output: z.array(z.string()),
    call: ({ symbols, ...dates }, context) => {
      const asked = symbols?.length ? symbols : poolFor(context);
      return overRange(getCommonTradingDates, isoDate)({ ...dates, symbols: asked }, context);
    },
  });

const pairPrices = publishedTool({
  name: 'get_pair_prices',
  description: 'Both prices on a day: {available, date, prices}.',
  input: { ...pair, target_date: date },
  output: someObject,
  call: (args, context) => {
    readDate(args.target_date, 'target_date', isoDate);
    return getPairPrices.call(args, context);
  },
});

const pairDay = publishedTool({
  name: 'is_pair_trading_day',
  description:
    'The kind of a day for a pair: {left, right, date, is_trading_day, reason, prices, ' +
    'prev_trading_day, prev_prices, latest_common_date, should_upsert}. reason: trading_day, ' +
    'weekend or holiday (HOLD), missing_leg or not_loaded (no record).',
  input: { ...pair, target_date: date },
  output: someObject,
  call: (asked, { view }) => {
    const { legs, date: day, rows: known } = legsOn(view, asked);
    const hasBoth = known.length === legs.length;
    const latest = latestOfBoth(view, legs);
    const reason = reasonOf(day, known.length, latest);
    const before = lastCommonDay(view, legs, day - 1);
    return {
      left: asked.left,
      right: asked.right,
      date: asked.target_date,
      is_trading_day: reason === 'trading_day',
      reason,
      prices: hasBoth ? pricesOf(legs, known) : {},
      prev_trading_day: dateOrNull(before?.date),
      prev_prices: before === null ? {} : pricesOf(legs, before.rows),
      latest_common_date: latest === null ? null : formatCivilDate(latest),
      should_upsert: reason !== 'missing_leg' && reason !== 'not_loaded',
    };
  },
});

/** The last day that is known of both legs, whether or not both traded on it; null without one. */
function latestOfBoth(view: MarketView, legs: readonly string[]): CivilDate | null {
  const last = legs.map((leg) => lastRow(view, leg)?.date ?? -Infinity);
  const latest = Math.min(...last);
  return latest === -Infinity ? null : latest;
}

function reasonOf(day: CivilDate, prices: number, latest: CivilDate | null) {
  if (isWeekend(day)) return 'weekend';
  if (prices === 2) return 'trading_day';
  if (latest === null || day > latest) return 'not_loaded';
  return prices === 0 ? 'holiday' : 'missing_leg';
}

const memberOrder = ['direction', 'shares', 'entry_prices'];

/** A position with its own members first: arguments reach tools with members in another order. */
function inMemberOrder(position: Readonly<Record<string, unknown>>) {
  const known = memberOrder.filter((name) => Object.hasOwn(position, name));
  return { ...Object.fromEntries(known.map((name) => [name, position[name]])), ...position };
}

const pairAction = publishedTool({
  name: 'apply_pair_action',
  description:
    'The position that an action leads to, for a capital of 1, or null: {direction, shares, ' +
    'entry_prices}. LONG_SHORT is ±0.5 / price, SHORT_LONG the reverse, CLOSE null; HOLD keeps.',
  input: {
    ...pair,
    action: z.enum(actions),
    prices: z.record(z.string(), z.number()).describe('By symbol'),
    current_position: z.record(z.string(), z.unknown()).nullish(),
  },
  output: someObject.nullable(),
  call: ({ left, right, action, prices: given, current_position: current }) => {
    requireTwoLegs(left, right);
    if (action === 'CLOSE') return null;
    const kept = current ? inMemberOrder(current) : null;
    if (action === 'HOLD') return kept;
    const opened = openedPosition({ left, right }, action, given);
    return kept?.['direction'] === action ? kept : opened;
  },
});
