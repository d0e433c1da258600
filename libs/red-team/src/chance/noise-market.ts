/** Markets of pure noise: prices that nobody can foretell, in a data set like any other. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCivilDate, requireCivilDate, seededRandom } from '#values';
import { calendarOf } from '#market-data';

export interface NoiseMarket {
  /** Folder of the data set. */
  readonly data: string;
  /** A world each. */
  readonly symbols: readonly string[];
  readonly window: { readonly from: string; readonly to: string };
}

/** As large as the day of a large stock. */
const deviation = 0.01;

/**
 * Writes `worlds` symbols with daily bars into `folder`. Returns are normal with mean zero, independent of each other:
 * prices are martingales, and no rule has an expected return but zero.
 */
export function writeNoiseMarket(
  folder: string,
  { worlds, sessions, seed }: { worlds: number; sessions: number; seed: number },
): NoiseMarket {
  const calendar = calendarOf('XNYS');
  const from = requireCivilDate('2023-01-03', 'noise');
  const dates = calendar
    .sessionsBetween(from, from + 2 * sessions)
    .slice(0, sessions)
    .map((date) => formatCivilDate(date));
  const symbols = Array.from(
    { length: worlds },
    (_, world) => `W${String(world + 1).padStart(4, '0')}`,
  );
  const lines = symbols.flatMap((symbol) => barsOf(symbol, dates, seed));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'prices.csv'),
    `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`,
  );
  writeFileSync(join(folder, 'dataset.yaml'), manifest);
  return { data: folder, symbols, window: { from: dates[0] ?? '', to: dates.at(-1) ?? '' } };
}

function barsOf(symbol: string, dates: readonly string[], seed: number): string[] {
  const random = seededRandom(`${seed}/noise/${symbol}`);
  let close = 100;
  return dates.map((date) => {
    const open = close;
    close = open * (1 + deviation * random.normal());
    const [high, low] = [Math.max(open, close), Math.min(open, close)];
    return [symbol, date, open, high, low, close, 1_000_000].join(',');
  });
}

const manifest = `name: noise
calendar: XNYS
timeZone: America/New_York
currency: USD
synthetic: true
bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: raw, order: [symbol, date] }
`;
