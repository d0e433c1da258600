/**
 * What a run of weekly reports measures: metrics of each week when its report is asked for, and
 * prices at the end.
 */

import { z } from 'zod';
import {
  formatCivilDate,
  isFailure,
  parseCivilDate,
  requireCivilDate,
  weekdayOf,
  type CivilDate,
} from '#values';
import type { MarketView } from '#market-view';
import { metricsOfWeek } from '#tools/insights/report-generation-tools';
import { pricedRows } from '#tools/market/daily-rows';
import type { Measures } from '../../tasks/task-run.js';

/**
 * At the end, by symbol: date, adjusted open and adjusted close of each session from the
 * first report on.
 */
const measuredPrices = z.record(z.string(), z.array(z.tuple([z.string(), z.number(), z.number()])));
export type Prices = z.infer<typeof measuredPrices>;

export type Measured = ReadonlyMap<string | null, unknown>;

/** Symbol and report date of a task. */
export function reportOf(task: string): { readonly symbol: string; readonly date: string } {
  return { symbol: task.slice(0, -11), date: task.slice(-10) };
}

/**
 * The Friday of a report's week if it is no session, as Good Friday is: HERCULEAN asks for a report
 * on each Friday. Null if the week's last session, `date`, is not before it.
 */
export function fridayAfter(date: string): string | null {
  const session = requireCivilDate(date, 'date');
  const days = friday - weekdayOf(session);
  // The days of a week end with Sunday, which is 0.
  if (days <= 0 || days >= friday) return null;
  return formatCivilDate((session + days) as CivilDate);
}

const friday = 5;

function measureWeek(view: MarketView, task: string): unknown {
  const { symbol, date } = reportOf(task);
  const day = parseCivilDate(date) as CivilDate;
  try {
    return { metrics: metricsOfWeek(view, symbol, day) };
  } catch (error) {
    // A week without a price has no metrics.
    if (isFailure(error, 'InvalidInput')) return { metrics: null };
    throw error;
  }
}

/** Prices of the symbols of all tasks that were asked. */
function measurePrices(view: MarketView, tasks: readonly string[]): unknown {
  const bySymbol = Map.groupBy(tasks.map(reportOf), ({ symbol }) => symbol);
  const priced = [...bySymbol].map(([symbol, [first]]) => {
    const from = parseCivilDate(first!.date) as CivilDate;
    const rows = pricedRows(view, symbol, { from, to: Infinity });
    const prices = rows.map(({ date, open, close, adjClose }) => {
      return [formatCivilDate(date), (open * adjClose) / close, adjClose];
    });
    return [symbol, prices] as const;
  });
  return Object.fromEntries(priced);
}

/** What one run measures. */
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
export const pricesOf = (measured: Measured): Prices =>
  measuredPrices.parse(measured.get(null) ?? {});
