/** The prices of sessions' closes, as a run would fill and mark at them. */

import { invalidInput, excerpt, type CivilDate } from '#values';
import { factKinds, type FactColumns, type TapeHeader } from '#contracts';
import { openDataset } from '#feeds';
import type { Dataset, SessionCalendar } from '#market-data';
import type { TapePrices } from '#workflows';
import { headerOf, openTape, resolveReference } from '../tape/scenario-tape.js';

export interface ClosePrices {
  readonly calendar: SessionCalendar;
  /** The last session that has a price of any of the symbols; null where none has. */
  readonly lastSession: CivilDate | null;
  /** The prices of a symbol's last bar of a session; undefined where it has none. */
  at(symbol: string, session: CivilDate): TapePrices | undefined;
}

/** Opens a data set and reads the closes of `symbols`. `InvalidInput` for a symbol that it does not have. */
export async function openClosePrices(
  reference: string,
  symbols: readonly string[],
): Promise<ClosePrices> {
  const dataset = await openDataset(resolveReference(reference, process.cwd()));
  try {
    return await closePricesOf(dataset, symbols);
  } finally {
    await dataset.close();
  }
}

/** As `openClosePrices`, of an open data set. Rows with defects are left out. */
export async function closePricesOf(
  dataset: Dataset,
  symbols: readonly string[],
): Promise<ClosePrices> {
  requireSymbols(dataset, symbols);
  const { calendar } = dataset;
  const prices = symbols.map(() => new Map<CivilDate, TapePrices>());
  const until = await lastSessionOf(dataset, symbols);
  if (until === null) return { calendar, lastSession: null, at: () => undefined };
  const header = headerOf(dataset, symbols, { dataHash: '', until });
  const tape = await openTape(dataset, header, { until, badRows: 'drop', tasks: false });
  try {
    for (let facts = await tape.next(); facts !== null; facts = await tape.next()) {
      for (let row = 0; row < facts.count; row++) {
        if (facts.kind[row] !== factKinds.bar) continue;
        const session = calendar.sessionClosingAtOrAfter(facts.knowledgeTime[row] as number);
        prices[facts.instrument[row] as number]?.set(session, pricesOf(facts, row, header));
      }
    }
  } finally {
    tape.close();
  }
  const at = (symbol: string, session: CivilDate): TapePrices | undefined =>
    prices[symbols.indexOf(symbol)]?.get(session);
  return { calendar, lastSession: until, at };
}

function pricesOf(
  { close, adjClose }: FactColumns,
  row: number,
  { tradePrice }: Pick<TapeHeader, 'tradePrice'>,
): TapePrices {
  const plain = close[row] as number;
  // A vendor that adjusts nothing has the same close twice.
  const adjusted = Number.isNaN(adjClose[row]) ? plain : (adjClose[row] as number);
  return { trade: tradePrice === 'close' ? plain : adjusted, adjusted };
}

function requireSymbols(dataset: Dataset, symbols: readonly string[]): void {
  const unknown = symbols.find((symbol) => !dataset.symbols.includes(symbol));
  if (unknown === undefined) return;
  throw invalidInput('no such symbol in the data set', {
    where: dataset.name,
    expected: `one of ${excerpt(dataset.symbols.join(', '), 200)}`,
    found: excerpt(unknown),
  });
}

async function lastSessionOf(
  dataset: Dataset,
  symbols: readonly string[],
): Promise<CivilDate | null> {
  const coverage = await dataset.coverage();
  const last = coverage
    .filter(({ symbol }) => symbols.includes(symbol))
    .flatMap(({ lastSession }) => lastSession ?? []);
  return last.length === 0 ? null : Math.max(...last);
}
