/**
 * Tests of streaming bars from CSV: times, layouts, bounded reading, and every rejection
 * with its line.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant } from '#values';
import {
  factKinds,
  rankOfSource,
  type CalendarName,
  type FactColumns,
  type FactSource,
} from '#contracts';
import { calendarOf } from '../calendar/calendar-of.js';
import { knowledgeTimes } from '../calendar/knowledge-time.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import { memoryInput, type ByteInput } from '../rows/byte-input.js';
import { SymbolTable } from './bar-batch.js';
import { barSource } from './bar-source.js';
import { barTimes } from './bar-times.js';
import { CsvBarReader } from './csv-bar-reader.js';

const minute = 60_000_000;

const intraday: BarTable = {
  file: 'bars.csv',
  frequency: 'intraday',
  stamp: 'end',
  priceBasis: 'raw',
  tradePrice: 'close',
};

interface Options extends Partial<BarTable> {
  readonly input?: ByteInput;
  readonly calendar?: CalendarName;
  readonly symbolColumn?: boolean;
  /** The symbol whose bars are read. */
  readonly asked?: string;
  readonly chunkRows?: number;
  readonly blockBytes?: number;
}

/** Bars of one symbol, by default X. */
function source(text: string, options: Options = {}): FactSource {
  const { input = memoryInput('bars.csv', Buffer.from(text)), calendar: name = '24/7' } = options;
  const { chunkRows = 4096, blockBytes = 1 << 16, symbolColumn = false, asked = 'X' } = options;
  const { frequency = 'intraday', stamp = 'end', barMinutes, columns } = options;
  const calendar = calendarOf(name);
  const table: BarTable = {
    ...intraday,
    frequency,
    stamp,
    ...(symbolColumn ? {} : { symbol: 'X' }),
    ...(barMinutes === undefined ? {} : { barMinutes }),
    ...(columns === undefined ? {} : { columns }),
  };
  const symbols = new SymbolTable([asked]);
  const sizes = { batchRows: chunkRows, blockBytes };
  const times = barTimes(table, calendar, knowledgeTimes(calendar, 'session-close'));
  return barSource({
    name: 'bars.csv (X)',
    rank: rankOfSource(factKinds.bar, 0),
    reader: new CsvBarReader({ input, table, symbols, calendar, ...sizes }),
    timesOf: () => times,
    instrumentOf: (index) => (index === 0 ? 0 : undefined),
    chunkRows,
  });
}

/** Time, open, close, volume of every fact. */
function read(from: FactSource): (readonly [string, number, number, number])[] {
  const rows: (readonly [string, number, number, number])[] = [];
  for (;;) {
    const chunk = from.pull() as FactColumns | null;
    if (!chunk) return rows;
    for (let row = 0; row < chunk.count; row++) {
      const time = formatInstant(chunk.knowledgeTime[row] as number);
      rows.push([
        time,
        chunk.open[row] as number,
        chunk.close[row] as number,
        chunk.volume[row] as number,
      ]);
    }
  }
}

const header = 'timestamp,open,high,low,close,volume\n';
const good = `${header}2022-01-01 00:01:00,1,2,0.5,1.5,10\n2022-01-01 00:02:00,1.5,2,1,1.25,\n`;

describe('bars from CSV', () => {
  it('are known at their end, whichever end the stamp marks', () => {
    expect(read(source(good))).toEqual([
      ['2022-01-01T00:01:00Z', 1, 1.5, 10],
      ['2022-01-01T00:02:00Z', 1.5, 1.25, NaN],
    ]);
    expect(read(source(good, { stamp: 'start', barMinutes: 5 })).map(([time]) => time)).toEqual([
      '2022-01-01T00:06:00Z',
      '2022-01-01T00:07:00Z',
    ]);
  });

  it('are known at the session close when they are daily', () => {
    const text = 'symbol,date,open,high,low,close\nY,2025-07-03,1,1,1,1\nX,2025-07-03,1,1,1,1\n';
    const daily = {
      calendar: 'XNYS',
      frequency: 'daily',
      stamp: 'session',
      symbolColumn: true,
    } as const;
    expect(read(source(text, daily))).toEqual([['2025-07-03T17:00:00Z', 1, 1, NaN]]);
  });

  it.each([
    ['of 32 characters', 'Y'.repeat(32), []],
    ['of 33 characters', 'Y'.repeat(33), ['the symbol is too long']],
    ['that is missing', '', [expect.stringContaining('missing')]],
  ])('with a symbol %s have these defects', (_, symbol, expected) => {
    const bar = '2022-01-01 00:01:00,1,2,0.5,1.5,10';
    const text = `symbol,${header}X,${bar}\n${symbol},${bar}\n`;
    const reader = new CsvBarReader({
      input: memoryInput('bars.csv', Buffer.from(text)),
      table: intraday,
      symbols: new SymbolTable(),
      calendar: calendarOf('24/7'),
    });
    const { defects = new Map() } = reader.next() ?? {};
    expect([...defects.values()].map(({ what }) => what)).toEqual(expected);
  });

  it('tell symbols apart whose bytes have one hash', () => {
    const row = (symbol: string, close: number): string =>
      `${symbol},2022-01-01 00:0${close}:00,1,9,0.5,${close},10\n`;
    // 31 * 65 + 97 is 31 * 66 + 66.
    const text = `symbol,${header}${row('BB', 1)}${row('Aa', 2)}${row('BB', 3)}${row('Aa', 4)}`;
    const bars = read(source(text, { symbolColumn: true, asked: 'Aa' }));
    expect(bars.map(([, , close]) => close)).toEqual([2, 4]);
  });

  it('take columns in any order, under other names, quoted, beside others', () => {
    const text = 'C,when,note,H,L,O\n"1.5",2022-01-01 00:01:00,"a ""b"", é",2,0.5,1\n';
    const columns = { timestamp: 'when', open: 'O', high: 'H', low: 'L', close: 'C' };
    expect(read(source(text, { columns }))).toEqual([['2022-01-01T00:01:00Z', 1, 1.5, NaN]]);
  });

  it('are the same whatever the block and the chunk', () => {
    const price = fc.integer({ min: 1, max: 10_000_000 }).map((ticks) => ticks / 1000);
    const sizes = fc.tuple(fc.integer({ min: 16, max: 200 }), fc.integer({ min: 1, max: 7 }));
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1, maxLength: 60 }),
        sizes,
        (prices, [blockBytes, chunkRows]) => {
          const rows = prices.map((close, index) => {
            const time = formatInstant(1_600_000_000_000_000 + index * minute);
            return `${time},${close},${close},${close},${close},${index}\n`;
          });
          const text = header + rows.join('');
          const facts = read(source(text, { blockBytes, chunkRows }));
          expect(facts.map(([, open]) => open)).toEqual(prices);
          expect(facts).toEqual(read(source(text)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keep many symbols apart, whatever the block', () => {
    const rows = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 16, max: 200 }), (numbers, blockBytes) => {
        const lines = numbers.map((number, index) => `S${number},2025-01-02,1,1,1,1,${index}\n`);
        const bytes = Buffer.from(`symbol,date,open,high,low,close,volume\n${lines.join('')}`);
        const symbols = new SymbolTable();
        const reader = new CsvBarReader({
          input: memoryInput('bars.csv', bytes),
          table: { ...intraday, frequency: 'daily', stamp: 'session' },
          symbols,
          calendar: calendarOf('XNYS'),
          blockBytes,
          batchRows: 200,
        });
        const batch = reader.next();
        const found = Array.from(
          batch?.symbol.subarray(0, batch.count) ?? [],
          (one) => symbols.names[one],
        );
        expect(found).toEqual(numbers.map((number) => `S${number}`));
      }),
    );
  });

  it('come before the file is read to its end, through one block', () => {
    const row = (index: number): string =>
      `${formatInstant(1_600_000_000_000_000 + index * minute)},1,1,1,1,1\n`;
    const text = header + Array.from({ length: 50_000 }, (_, index) => row(index)).join('');
    const bytes = memoryInput('bars.csv', Buffer.from(text));
    let read = 0;
    const counted: ByteInput = {
      ...bytes,
      read: (target, position) => {
        const count = bytes.read(target, position);
        read += count;
        return count;
      },
    };
    const from = source('', { input: counted, chunkRows: 100, blockBytes: 1 << 12 });
    const first = from.pull() as FactColumns;
    expect(first.count).toBe(100);
    expect(read).toBeLessThan(20_000);
    expect(text.length).toBeGreaterThan(1_500_000);
    from.close();
    expect(from.pull()).toBeNull();
  });

  it.each([
    ['a price of NaN', 'NaN,2,0.5,1.5,1', /line 3: open: .*not a number; found "NaN"/],
    ['a price of zero', '0,2,0,1.5,1', /line 3: open: the price is impossible/],
    ['a negative price', '-1,2,0.5,1.5,1', /line 3: open: the price is impossible/],
    ['an endless price', '1,1e999,0.5,1.5,1', /line 3: high: .*not a number/],
    ['no price', '1,2,,1.5,1', /line 3: low: a value is missing/],
    ['a low above the open', '1,2,1.2,1.5,1', /line 3: low: low is above open or close/],
    ['a high below the close', '1,1.4,0.5,1.5,1', /line 3: high: high is below open or close/],
    ['a low above the high', '1,1,2,1,1', /line 3: low: low is above high/],
    ['a negative volume', '1,2,0.5,1.5,-1', /line 3: volume: the volume is impossible/],
    ['a field too few', '1,2,0.5,1.5', /line 3: the number of fields differs.*expected 6; found 5/],
    ['a field too many', '1,2,0.5,1.5,1,', /line 3: the number of fields differs.*found 7/],
  ])('with %s are refused with their line', (_name, values, message) => {
    const text = `${header}2022-01-01 00:01:00,1,2,0.5,1.5,1\n2022-01-01 00:02:00,${values}\n`;
    expect(() => read(source(text))).toThrow(message);
  });

  it.each([
    [
      'disorder',
      `${header}2022-01-01 00:02,1,1,1,1,1\n2022-01-01 00:01,1,1,1,1,1\n`,
      /line 3.*known before/,
    ],
    ['no time', `${header}2022-01-01,1,1,1,1,1\n`, /line 2: timestamp: .*not a date and time/],
    ['a cut last line', `${good}2022-01-01 00:03:00,1,2`, /line 4: .*no end and is incomplete/],
    ['bytes that are not text', `${header}\ufffd,1,1,1,1,1\n`, /line 2: timestamp/],
    [
      'a time beyond the calendar',
      `${header}2099-12-31 23:59:00,1,1,1,1,1\n2100-01-01 00:01,1,1,1,1,1\n`,
      /line 3/,
    ],
  ])('with %s are refused with their line', (_name, text, message) => {
    expect(() => read(source(text))).toThrow(message);
  });

  it.each([
    ['without a header', '', /the file is empty/],
    ['with a wrong header', 'when,open,high,low,close\n', /line 1: .*expected timestamp/],
  ])('%s are refused', (_name, text, message) => expect(() => source(text)).toThrow(message));
});
