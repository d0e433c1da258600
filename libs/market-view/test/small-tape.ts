/**
 * Small tapes for the tests of this room: facts in a list, and a cursor at the place
 * that a test needs.
 */

import { FactColumns, factKinds, type FactPayload } from '#contracts';
import { AsOfStore, Cursor, type AsOfStoreOptions, type MarketView } from '../src/index.js';

/** A daily bar of a symbol: a single price by default. */
export interface SmallBar {
  readonly kind: 'bar';
  readonly symbol: string;
  readonly close: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly adjClose?: number;
  readonly volume?: number;
  readonly vwap?: number;
}

/** A trade of a symbol. */
export interface SmallTrade {
  readonly kind: 'trade';
  readonly symbol: string;
  readonly price: number;
  readonly size: number;
}

/** A quote of a symbol; NaN on a side without an offer. */
export interface SmallQuote {
  readonly kind: 'quote';
  readonly symbol: string;
  readonly bid: number;
  readonly ask: number;
}

/** Known at `time`, or a microsecond after the fact before it. */
export type SmallFact = (SmallBar | SmallTrade | SmallQuote | FactPayload) & {
  readonly time?: number;
};

export const symbols = ['AAA', 'BBB'];

export interface SmallMarket {
  readonly store: AsOfStore;
  readonly cursor: Cursor;
  readonly view: MarketView;
}

export function columnsOf(facts: readonly SmallFact[]): FactColumns {
  const columns = new FactColumns(Math.max(1, facts.length));
  let time = 0;
  for (const { time: own, ...fact } of facts) {
    time = own ?? time + 1;
    const instrument = 'symbol' in fact ? symbols.indexOf(fact.symbol) : 0;
    const place = { instrument, knowledgeTime: time, eventTime: time };
    if (fact.kind === 'bar') pushBar(columns, fact, place);
    else if (fact.kind === 'trade') columns.pushTrade({ ...place, ...fact });
    else if (fact.kind === 'quote')
      columns.pushQuote({ ...place, ...fact, bidSize: 1, askSize: 2 });
    else columns.pushFact({ ...place, kind: factKinds[fact.kind], payload: fact });
  }
  return columns;
}

function pushBar(
  columns: FactColumns,
  bar: SmallBar,
  place: { instrument: number; knowledgeTime: number; eventTime: number },
): void {
  const row = columns.count++;
  columns.kind[row] = factKinds.bar;
  columns.instrument[row] = place.instrument;
  columns.knowledgeTime[row] = place.knowledgeTime;
  columns.eventTime[row] = place.eventTime;
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    columns[name][row] = bar[name] ?? bar.close;
  }
  for (const name of ['adjClose', 'volume', 'vwap'] as const) columns[name][row] = bar[name] ?? NaN;
}

export function openMarket(
  options: Partial<AsOfStoreOptions> & { readonly reach?: number | null } = {},
): SmallMarket {
  const { reach = options.history ?? null, ...rest } = options;
  const store = new AsOfStore({
    instruments: symbols.map((symbol) => ({ symbol, currency: 'USD' })),
    tradePrice: 'close',
    priceBasis: 'raw',
    calendar: 'XNYS',
    history: null,
    ...rest,
  });
  const cursor = new Cursor(store, reach);
  return { store, cursor, view: cursor.view };
}

/** Puts all facts into the store and moves the cursor over the first `to` of them. */
export function release(market: SmallMarket, facts: readonly SmallFact[], to = facts.length): void {
  const columns = columnsOf(facts);
  market.store.append(columns);
  for (let row = 0; row < to; row++) market.cursor.advance(columns, row);
}

/** A market that has seen all facts. */
export function marketOf(
  facts: readonly SmallFact[],
  options?: Parameters<typeof openMarket>[0],
): SmallMarket {
  const market = openMarket(options);
  release(market, facts);
  return market;
}

export function bar(close: number, more: Partial<SmallBar> = {}): SmallBar {
  return { kind: 'bar', symbol: 'AAA', close, ...more };
}

export function trade(price: number, symbol = 'AAA', size = 1): SmallFact {
  return { kind: 'trade', symbol, price, size };
}

export function quote(bid: number, ask: number, symbol = 'AAA'): SmallFact {
  return { kind: 'quote', symbol, bid, ask };
}

export function status(halted: boolean, symbol = 'AAA'): SmallFact {
  return { kind: 'tradingStatus', symbol, halted, code: 'H', reason: '' };
}

/** A trade of the symbol that never happened. */
export function correction(id: string, symbol = 'AAA'): SmallFact {
  const what = { of: 'trade', change: 'cancelled', eventTime: 0, bar: null, trade: null } as const;
  return { kind: 'correction', symbol, id, ...what };
}

export function sessionOpen(session: number): SmallFact {
  return { kind: 'sessionOpen', session };
}

export function split(effectiveDate: number, to: number, from = 1): SmallFact {
  return { kind: 'split', symbol: 'AAA', effectiveDate, from, to };
}

export function dividend(exDate: number, amount: number): SmallFact {
  const dates = { exDate, declaredDate: null, recordDate: null, payDate: null };
  return { kind: 'dividend', symbol: 'AAA', ...dates, amount, currency: 'USD', type: 'cash' };
}

/** A made-up SHA-256, told apart by its digit. */
export const hashOf = (digit: number): string => String(digit % 10).repeat(64);

export function news(id: string, of: readonly string[], digit: number | null = null): SmallFact {
  return {
    kind: 'news',
    id,
    symbols: [...of],
    publishedAt: 0,
    title: `Title of ${id}`,
    summary: '',
    source: 'wire',
    url: '',
    body: digit === null ? null : { sha256: hashOf(digit), chars: 4 },
  };
}

export function filing(symbol: string, digit: number): SmallFact {
  return {
    kind: 'filing',
    symbol,
    form: '10-K',
    filedDate: 1,
    acceptedAt: null,
    periodEnd: null,
    accession: null,
    sections: [{ name: 'risk', document: { sha256: hashOf(digit), chars: 4 } }],
  };
}

export function fundamentals(symbol: string, value: number): SmallFact {
  return {
    kind: 'fundamentals',
    symbol,
    form: '10-Q',
    fiscalYear: 2025,
    fiscalPeriod: 'Q1',
    periodStart: null,
    periodEnd: 1,
    filedDate: 2,
    acceptedAt: null,
    accession: null,
    statements: { income: { Revenues: { value, unit: 'USD', label: 'Revenues' } } },
  };
}
