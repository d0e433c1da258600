/** Bars of longer timeframes, made of the bars that were released. */

import { excerpt, microsPerDay, microsPerHour, microsPerMinute, type Instant } from '#values';
import { RestRefusal } from './rest-query.js';
import { Series } from './series.js';
import { rowWidth } from './served-row.js';

export type Timeframe = { readonly days: 1 } | { readonly length: number };

const units: Readonly<Record<string, number>> = {
  Min: microsPerMinute,
  T: microsPerMinute,
  Hour: microsPerHour,
  H: microsPerHour,
};

/** `1Min` to `59Min`, `1Hour` to `23Hour`, `1Day`; weeks and months are not served. */
export function timeframeOf(text: string | null): Timeframe {
  const [, digits, unit = ''] = /^(\d{1,2})(Min|T|Hour|H|Day|D)$/.exec(text ?? '') ?? [];
  const count = Number(digits);
  const length = count * (units[unit] ?? 0);
  if (unit.startsWith('D') && count === 1) return { days: 1 };
  if (length > 0 && length < microsPerDay) return { length };
  throw new RestRefusal(400, `Invalid timeframe: ${excerpt(text)}`);
}

/** One bar for all that start in the same stretch. `startOf` says where the stretch of a bar starts. */
export function longerBars(bars: Series, startOf: (time: Instant) => Instant): Series {
  const longer = new Series(rowWidth.bars);
  let [time, values, weighted]: [Instant, number[], number] = [NaN, [], 0];
  const finish = (): void => {
    if (Number.isNaN(time)) return;
    const volume = values[4] as number;
    values[5] = volume > 0 && weighted > 0 ? weighted / volume : 0;
    longer.insert(time, values);
  };
  for (let row = 0; row < bars.count; row++) {
    const start = startOf(bars.timeAt(row));
    const [open, high, low, close, volume, vwap] = bars.valuesAt(row) as Numbers;
    if (start !== time) {
      finish();
      [time, values, weighted] = [start, [open, high, low, close, volume, 0], 0];
    } else {
      const [first, top, bottom, , sum] = values as Numbers;
      values = [first, Math.max(top, high), Math.min(bottom, low), close, sum + volume, 0];
    }
    // A bar without a volume-weighted price leaves the longer one without it.
    weighted += vwap > 0 || volume === 0 ? vwap * volume : NaN;
  }
  finish();
  return longer;
}

type Numbers = [number, number, number, number, number, number];
