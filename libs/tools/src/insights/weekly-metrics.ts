/** The metrics of one report week: a pure function of daily rows. */

import { formatCivilDate, invalidInput, weekdayOf, type CivilDate } from '#values';
import { movingAverageConvergenceDivergence } from '#market-view/indicators/macd';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import type { RunningIndicator } from '#market-view/indicators/running/running-indicator';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';
import { beta, correlation, returnsOf } from '#metrics';
import type { DailyRow } from '../market/daily-rows.js';
import { rounded } from '../market/fields.js';
import type { WeeklyMetrics } from './weekly-metrics-schema.js';

type Rows = readonly DailyRow[];
/** What the published servers compute otherwise. */
export interface MetricsForm {
  /** Makes an RSI of a length. */
  readonly strengthIndex: (length: number) => RunningIndicator<number>;
  /** Rows of a window that are enough: 20, or any. */
  readonly windowMin: number;
  /**
   * Returns of symbol and basket over the week are those of the dates that they share, of which
   * there are at least 5, and rounded before their difference is taken; else each has its own
   * dates, and the difference is rounded once.
   */
  readonly onSharedDates: boolean;
}

const ownForm: MetricsForm = {
  strengthIndex: relativeStrengthIndex,
  windowMin: 20,
  onSharedDates: false,
};

const sides = ['below', 'above'] as const;
const directions = ['down', 'neutral', 'up'] as const;
const classesOfRsi = ['oversold', 'neutral', 'overbought'] as const;

/**
 * Metrics of the week from the Monday of the ISO week of `target` to `target`, from a symbol's rows
 * (oldest first, the last 260 up to `target` are used) and those of its peers. Each number is
 * rounded once: percentages, the RSI and the volume ratio to 2 decimals, prices and other ratios to
 * 4. Metrics with too few rows are null. Averages are seeded at the first row used. Throws
 * `InvalidInput` if the week has no row. Source: HERCULEAN's `get_weekly_metrics`.
 */
export function weeklyMetrics(
  rows: Rows,
  peers: ReadonlyMap<string, Rows>,
  target: CivilDate,
  form: MetricsForm = ownForm,
): WeeklyMetrics {
  const monday = target - ((weekdayOf(target) + 6) % 7);
  const used = rows.filter(({ date }) => date <= target).slice(-260);
  const week = used.filter(({ date }) => date >= monday);
  const opening = week[0];
  const closing = week.at(-1);
  if (opening === undefined || closing === undefined) {
    const expected = `a price from ${formatCivilDate(monday)} to ${formatCivilDate(target)}`;
    throw invalidInput('no price in the week', { where: 'target_date', expected, found: 'none' });
  }
  const before = used.slice(0, -week.length);
  const close = closing.adjClose;
  const year = used.slice(-252);
  const inside = returnsOf(week.map(({ adjClose }) => adjClose));
  const weekReturn = change(before.at(-1)?.adjClose, close);
  return roundedOnce({
    week_start: formatCivilDate(monday),
    week_end: formatCivilDate(closing.date),
    week_trading_days: week.length,
    week_open: opening.open,
    week_close: close,
    week_high: highOf(week),
    week_low: lowOf(week),
    weekly_return_pct: weekReturn,
    return_4week_pct: change(used.at(-21)?.adjClose, close),
    weekly_volatility:
      inside !== null && inside.count > 1 ? 100 * inside.deviation * 5 ** 0.5 : null,
    dist_from_52w_high_pct: change(highOf(year), close),
    dist_from_52w_low_pct: change(lowOf(year), close),
    ...trend(
      used.map(({ adjClose }) => adjClose),
      form,
    ),
    ...sectorMetrics(used, peers, { monday, target, weekReturn }, form),
    ...levels({ used, week, before }, form),
  });
}

/** A value that is not finite had too few rows, or a division by zero. */
function roundedOnce(exact: WeeklyMetrics): WeeklyMetrics {
  const entries = Object.entries(exact).map(([key, value]) => {
    if (typeof value !== 'number') return [key, value];
    const decimals = /_pct$|^weekly_volatility$|^rsi_14$|^volume_ratio$/.test(key) ? 2 : 4;
    return [key, Number.isFinite(value) ? rounded(value, decimals) : null];
  });
  return Object.fromEntries(entries) as WeeklyMetrics;
}

/** Averages, momentum, MACD and RSI of adjusted closes. */
function trend(closes: readonly number[], { strengthIndex }: MetricsForm) {
  const fast = fed(simpleMovingAverage(5), closes);
  const slow = fed(simpleMovingAverage(20), closes);
  // No value before 14 changes, whatever the method.
  const rsi = closes.length < 15 ? null : fed(strengthIndex(14), closes);
  return {
    ma_5day: fast,
    ma_20day: slow,
    ma_60day: fed(simpleMovingAverage(60), closes),
    price_vs_ma20: slow === null ? null : sides[+(closes.at(-1)! > slow)]!,
    momentum_short: slow === null ? null : directions[1 + Math.sign(fast! - slow)]!,
    ...macd(closes),
    rsi_14: rsi,
    rsi_class: rsi === null ? null : classesOfRsi[+(rsi >= 30) + +(rsi > 70)]!,
  };
}

/** The change of the histogram needs that of the previous row: null below 35 rows. */
function macd(closes: readonly number[]): Pick<WeeklyMetrics, 'macd_signal' | 'macd_values'> {
  const running = movingAverageConvergenceDivergence();
  const before = fed(running, closes.slice(0, -1))?.histogram ?? null;
  const { line = NaN, signal = null } = fed(running, closes.slice(-1)) ?? {};
  if (before === null || signal === null) return { macd_signal: null, macd_values: null };
  const hist = line - signal;
  const side = hist > 0 ? 'bullish' : 'bearish';
  const isGrowing = hist > 0 ? hist > before : hist < before;
  const strength = isGrowing ? 'strengthening' : 'weakening';
  const isNear = Math.abs(hist) <= Math.max(1e-4 * Math.abs(line), 1e-3);
  return {
    macd_signal: isNear ? 'neutral' : `${side}_${strength}`,
    macd_values: { line: rounded(line, 4), signal: rounded(signal, 4), hist: rounded(hist, 4) },
  };
}

/**
 * Over 20 rows, or where the form takes them, as many as there are. Money flow after M. Chaikin; a
 * row whose high equals its low adds nothing to the numerator.
 */
function levels(
  { used, week, before }: Readonly<Record<'used' | 'week' | 'before', Rows>>,
  { windowMin }: MetricsForm,
) {
  const last20 = (rows: Rows): Rows => (rows.length < windowMin ? [] : rows.slice(-20));
  const month = last20(used);
  const earlier = last20(before);
  const flow = month.reduce((sum, { high, low, close, volume }) => {
    return high === low ? sum : sum + ((2 * close - low - high) / (high - low)) * (volume ?? NaN);
  }, 0);
  return {
    support_20d: lowOf(month),
    resistance_20d: highOf(month),
    volume_ratio: volumeOf(week) / week.length / (volumeOf(earlier) / earlier.length),
    cmf_20day: flow / volumeOf(month),
  };
}

const highOf = (rows: Rows): number => Math.max(...rows.map(({ high }) => high));
const lowOf = (rows: Rows): number => Math.min(...rows.map(({ low }) => low));
/** NaN if a row has none. */
const volumeOf = (rows: Rows): number => rows.reduce((sum, row) => sum + (row.volume ?? NaN), 0);

function fed<T>(indicator: RunningIndicator<T>, closes: readonly number[]): T | null {
  for (const close of closes) indicator.next(close);
  return indicator.value;
}

const sharedDatesMin = 5;

/** Calendar days before the target date that the basket covers. */
export const basketDays = 100;

interface Week {
  readonly monday: CivilDate;
  readonly target: CivilDate;
  /** Return of the symbol on its own dates, in percent, unrounded. */
  readonly weekReturn: number;
}

/**
 * Values of the symbol's `rows` against the basket; NaN or null if undefined. The basket: each
 * peer's adjusted closes divided by the first, averaged, on the dates that all share; peers without
 * a price are skipped.
 */
function sectorMetrics(
  rows: readonly DailyRow[],
  peers: ReadonlyMap<string, readonly DailyRow[]>,
  { monday, target, weekReturn: ownReturn }: Week,
  { onSharedDates }: MetricsForm,
) {
  const closes = [...peers]
    .map(([symbol, all]) => ({ symbol, closeOn: closesBetween(all, target - basketDays, target) }))
    .filter(({ closeOn }) => closeOn.size > 0);
  const basket = basketOf(closes.map(({ closeOn }) => closeOn));
  const shared = rows.filter(({ date }) => basket.has(date));
  const common = onSharedDates && shared.length < sharedDatesMin ? [] : shared;
  const own = new Map(common.map(({ date, adjClose }) => [date, adjClose]));
  const weekOf = (values: ReadonlyMap<CivilDate, number>) =>
    returnSince(monday, onSharedDates ? sharedWith(own, values) : values);
  const weekReturn = onSharedDates ? rounded(weekOf(own), 2) : ownReturn;
  const basketReturn = onSharedDates ? rounded(weekOf(basket), 2) : weekOf(basket);
  const pair = [[...own.values()], common.map((row) => basket.get(row.date)!)];
  const [month = NaN, basketMonth = NaN] = pair.map((values) =>
    change(values.at(-21), values.at(-1)),
  );
  const [moves, basketMoves] = pair.map((values) => returnsOf(values.slice(-61)));
  const isEnough = moves && basketMoves && moves.count >= 20;
  return {
    sector_basket_return_1w_pct: basketReturn,
    relative_return_1w_pct: weekReturn - basketReturn,
    relative_return_4w_pct: month - basketMonth,
    correlation_60d: isEnough ? correlation(moves, basketMoves).value : null,
    beta_60d: isEnough ? beta(moves, basketMoves).value : null,
    benchmark_basket: closes.map(({ symbol }) => symbol),
  };
}

/** The change from the last value before a Monday to the last one since; NaN without either. */
function returnSince(monday: CivilDate, values: ReadonlyMap<CivilDate, number>): number {
  const dates = [...values.keys()];
  const base = dates.findLast((date) => date < monday);
  const last = dates.findLast((date) => date >= monday);
  return change(values.get(base ?? NaN), values.get(last ?? NaN));
}

const sharedWith = (own: ReadonlyMap<CivilDate, number>, values: ReadonlyMap<CivilDate, number>) =>
  new Map([...values].filter(([date]) => own.has(date)));

/** Change of `to` from `from`, in percent; NaN if one of them is missing. */
const change = (from = NaN, to = NaN): number => ((to - from) / from) * 100;

function closesBetween(rows: readonly DailyRow[], from: CivilDate, to: CivilDate) {
  const inside = rows.filter(({ date }) => date >= from && date <= to);
  return new Map(inside.map(({ date, adjClose }) => [date, adjClose]));
}

/**
 * By date, oldest first: what a share of one currency unit in each peer, bought on the first date,
 * is worth. Only its changes are of interest.
 */
function basketOf(peers: readonly ReadonlyMap<CivilDate, number>[]): Map<CivilDate, number> {
  const shared = [...(peers[0]?.keys() ?? [])].filter((date) =>
    peers.every((one) => one.has(date)),
  );
  const worthOn = (date: CivilDate): number =>
    peers.reduce((sum, one) => sum + one.get(date)! / one.get(shared[0]!)!, 0);
  return new Map(shared.map((date) => [date, worthOn(date)]));
}
