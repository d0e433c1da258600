/** A world as files: a data set, and the script of its decisions. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World, WorldTable } from './world.js';

export const scriptName = 'decisions.jsonl';

/** Writes the files of a world into a folder that may have those of another one. */
export function writeWorld(folder: string, world: World): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  const tables = Object.entries(world.data);
  const files = tables.map(([symbol, table]) => {
    const { frequency, stamp, minutes, zone } = table;
    const file = `${symbol}.csv`;
    write(file, barLines(table));
    const length = minutes === null ? {} : { barMinutes: minutes };
    const form = { frequency, stamp, ...length, priceBasis: 'raw', timestampZone: zone };
    return { file, symbol, ...form };
  });
  const dividends = tables.flatMap(([symbol, table]) =>
    table.dividends.map(
      ([date, declared, amount]) => `${symbol},${date},${declared ?? ''},${amount}`,
    ),
  );
  const splits = tables.flatMap(([symbol, table]) =>
    table.splits.map((split) => `${symbol},${split.join()}`),
  );
  if (dividends.length > 0) {
    write('dividends.csv', ['symbol,ex_dividend_date,declaration_date,cash_amount', ...dividends]);
  }
  if (splits.length > 0)
    write('splits.csv', ['symbol,execution_date,split_from,split_to', ...splits]);
  const manifest = {
    name: 'world',
    calendar: world.calendar,
    currency: 'USD',
    bars: files,
    ...(dividends.length > 0 && { dividends: { file: 'dividends.csv' } }),
    ...(splits.length > 0 && { splits: { file: 'splits.csv' } }),
  };
  write('dataset.yaml', [JSON.stringify(manifest)]);
  const symbols = tables.map(([symbol]) => symbol);
  const said = world.decisions.map(({ at, decision }) => ({ time: at, symbols, said: decision }));
  write(scriptName, [
    JSON.stringify({ recorded: [] }),
    ...said.map((line) => JSON.stringify(line)),
  ]);
}

const barLines = ({ frequency, bars }: WorldTable): string[] => [
  `${frequency === 'intraday' ? 'timestamp' : 'date'},open,high,low,close,volume`,
  ...bars.map(([stamp, open, high, low, close, volume]) =>
    [stamp, open, high, low, close, volume ?? ''].join(),
  ),
];
