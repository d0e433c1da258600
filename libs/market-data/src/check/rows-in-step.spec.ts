/**
 * A check that takes rows in step at once finds what one finds that looks at each row, in drawn
 * files of minutes with gaps, jumps, defects, breaks and closes.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microsPerMinute, parseInstant } from '#values';
import { BarBatch, SymbolTable, type BarReader } from '../bars/bar-batch.js';
import { barTimes } from '../bars/bar-times.js';
import { calendarOf } from '../calendar/calendar-of.js';
import { knowledgeTimes } from '../calendar/knowledge-time.js';
import { FindingLog } from '../findings/finding-log.js';
import { scanBars, type BarScanOptions } from './bar-scan.js';

interface DrawnRow {
  readonly symbol: number;
  /** Minutes since the row before; most rows are a bar later. */
  readonly after: number;
  readonly close: number;
  readonly spoiled: 'nothing' | 'high' | 'price' | 'volume' | 'vwap' | 'adjClose' | 'rounding';
}

/** Two minutes before a close that is an early one in New York. */
const starts = {
  XNYS: '2024-11-29T17:50:00Z',
  XTKS: '2024-12-13T02:10:00Z',
  '24/7': '2024-12-12T23:40:00Z',
} as const;
type Market = keyof typeof starts;

const drawnRow = fc.record<DrawnRow>({
  symbol: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.constant(1)),
  after: fc.oneof(
    { weight: 14, arbitrary: fc.constant(5) },
    fc.constantFrom(-5, 0, 1, 10, 30, 70, 1440, 4320),
  ),
  close: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(100, 101, 99) }, fc.constant(160)),
  spoiled: fc.oneof(
    { weight: 14, arbitrary: fc.constant('nothing' as const) },
    fc.constantFrom('high', 'price', 'volume', 'vwap', 'adjClose', 'rounding'),
  ),
});

const spoil: Record<DrawnRow['spoiled'], (batch: BarBatch, row: number) => void> = {
  nothing: () => {},
  high: ({ values }, row) => void (values.high[row] = values.close[row]! / 2),
  price: ({ values }, row) => void (values.low[row] = 0),
  volume: ({ values }, row) => void (values.volume[row] = -1),
  vwap: ({ values }, row) => void (values.vwap[row] = values.high[row]! + 1),
  adjClose: ({ values }, row) => void (values.adjClose[row] = 0),
  rounding: ({ values }, row) => void (values.high[row]! *= 1 - Number.EPSILON),
};

function readerOf(rows: readonly DrawnRow[], from: number, rowsMax: number, oneByOne: boolean) {
  let read = 0;
  let at = from;
  const reader: BarReader = {
    file: 'bars.csv',
    ended: true,
    next: () => {
      if (read === rows.length) return null;
      const batch = new BarBatch(rowsMax);
      for (; read < rows.length && batch.count < rowsMax; read++) {
        const { symbol, after, close, spoiled } = rows[read]!;
        const row = batch.begin(read + 2, read * 40);
        at += after * microsPerMinute;
        batch.symbol[row] = symbol;
        batch.stamp[row] = at;
        for (const name of ['open', 'high', 'low', 'close'] as const) {
          batch.values[name][row] = close;
        }
        spoil[spoiled](batch, row);
      }
      // A batch with a defect anywhere is looked at row by row; no row has this number.
      if (oneByOne) batch.defects.set(-1, { what: 'no row has it' });
      return batch;
    },
    close: () => {},
  };
  return reader;
}

async function scanned(
  market: Market,
  rows: readonly DrawnRow[],
  given: { readonly oneByOne: boolean; readonly order: BarScanOptions['table']['order'] },
) {
  const calendar = calendarOf(market);
  const times = knowledgeTimes(calendar, 'session-close');
  const table = {
    file: 'bars.csv',
    frequency: 'intraday',
    stamp: 'start',
    barMinutes: 5,
    priceBasis: 'adjusted',
    ...(given.order && { order: given.order }),
  } as BarScanOptions['table'];
  const places = { calendar, times: barTimes(table, calendar, times) };
  const log = new FindingLog();
  const symbols = new SymbolTable(['AA', 'BB']);
  const reader = () => readerOf(rows, parseInstant(starts[market], null)!, 7, given.oneByOne);
  const options: BarScanOptions = {
    log,
    declared: undefined,
    reader: reader(),
    table,
    symbols,
    placesOf: () => places,
    size: rows.length * 40,
    splitBetween: () => false,
    paidBetween: () => 0,
    sortedReader: reader,
  };
  const outcome = await scanBars(options).catch((error: unknown) => String(error));
  const found = { errors: log.errors, warnings: log.warnings, counts: log.counts };
  if (typeof outcome === 'string') return { outcome, ...found };
  // Histories are objects of a class whose numbers are what counts.
  return { outcome: JSON.stringify({ ...outcome, histories: [...outcome.histories] }), ...found };
}

/**
 * The second row is dropped, as it ascends. Where the rows are read again by time, it follows the
 * first in step and stays dropped.
 */
const droppedInFileOrder = [-5, 5, -5, -5].map((after): DrawnRow => {
  return { symbol: 0, after, close: 100, spoiled: 'nothing' };
});

describe('rows in step', () => {
  it.each(['XNYS', 'XTKS', '24/7'] as const)('are checked as single ones: %s', async (market) => {
    const orders = [undefined, ['symbol', 'timestamp'], ['timestamp'], ['symbol', '-timestamp']];
    const drawn = fc.tuple(fc.array(drawnRow, { maxLength: 60 }), fc.constantFrom(...orders));
    await fc.assert(
      fc.asyncProperty(drawn, async ([rows, order]) => {
        const atOnce = await scanned(market, rows, { oneByOne: false, order });
        expect(atOnce).toEqual(await scanned(market, rows, { oneByOne: true, order }));
      }),
      { numRuns: 300, examples: [[[droppedInFileOrder, ['symbol', '-timestamp']]]] },
    );
  });
});
