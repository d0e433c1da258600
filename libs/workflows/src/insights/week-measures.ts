/** What a run of weekly reports measures: metrics of each week when its report is asked for, and prices at the end. */

import { z } from 'zod';
import { formatCivilDate, isFailure, parseCivilDate, type CivilDate } from '#values';
import type { MarketView } from '#market-view';
import { peersOf } from '#tools/insights/list-peers';
import { weeklyMetrics } from '#tools/insights/weekly-metrics';
import { dailyRows } from '#tools/market/daily-rows';
import type { Measures } from '../tasks/task-run.js';

/** At the end, by symbol: date, adjusted open and adjusted close of each session from the first report on. */
const measuredPrices = z.record(z.string(), z.array(z.tuple([z.string(), z.number(), z.number()])));
export type Prices = z.infer<typeof measuredPrices>;

/** Symbol and report date of a task. */
export function reportOf(task: string): { readonly symbol: string; readonly date: string } {
  return { symbol: task.slice(0, -11), date: task.slice(-10) };
}

const historyDays = 600;
const basketDays = 100;

function measureWeek(view: MarketView, task: string): unknown {
  const { symbol, date } = reportOf(task);
  const to = parseCivilDate(date) as CivilDate;
  const rowsOf = (one: string, days: number) => dailyRows(view, one, { from: to - days, to });
  const peers = peersOf(view, symbol).peers.filter((peer) => view.symbols.includes(peer));
  const rows = rowsOf(symbol, historyDays);
  const last = rows.at(-1);
  try {
    const baskets = new Map(peers.map((peer) => [peer, rowsOf(peer, basketDays)]));
    return { close: last?.adjClose ?? null, metrics: weeklyMetrics(rows, baskets, to) };
  } catch (error) {
    if (!isFailure(error, 'InvalidInput')) throw error;
    return { close: last?.adjClose ?? null, metrics: null };
  }
}

/** Prices of the symbols of all tasks that were asked. */
function measurePrices(view: MarketView, tasks: readonly string[]): unknown {
  const firsts = new Map<string, string>();
  for (const { symbol, date } of tasks.map(reportOf)) {
    if (!firsts.has(symbol)) firsts.set(symbol, date);
  }
  const rowsOf = ([symbol, first]: [string, string]) => {
    const rows = dailyRows(view, symbol, {
      from: parseCivilDate(first) as CivilDate,
      to: Infinity,
    });
    const priced = rows.map(({ date, open, close, adjClose }) => [
      ...[formatCivilDate(date), (open * adjClose) / close, adjClose],
    ]);
    return [symbol, priced] as const;
  };
  return Object.fromEntries([...firsts].map(rowsOf));
}

/** Those of one run. */
export function weekMeasures(): Measures {
  const asked: string[] = [];
  return {
    task: (view, { id }) => {
      asked.push(id);
      return measureWeek(view, id);
    },
    end: (view) => measurePrices(view, asked),
  };
}

/** What a run measured at its end. */
export const pricesOf = (measured: ReadonlyMap<string | null, unknown>): Prices =>
  measuredPrices.parse(measured.get(null) ?? {});
