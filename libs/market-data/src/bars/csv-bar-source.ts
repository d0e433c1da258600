/** Bars of one symbol straight from a sorted CSV file, without looking at the file first. */

import { type CalendarName, factKinds, rankOfSource, type FactSource } from '#contracts';
import { calendarOf } from '../calendar/calendar-of.js';
import { knowledgeTimes } from '../knowledge-time.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import { fileInput, type ByteInput } from '../rows/byte-input.js';
import { SymbolTable } from './bar-batch.js';
import { barSource } from './bar-source.js';
import { barTimes } from './bar-times.js';
import { CsvBarReader } from './csv-bar-reader.js';

export interface CsvBarSourceOptions {
  /** A path, or bytes that are there already. */
  readonly file: string | ByteInput;
  readonly symbol: string;
  /** Number of the symbol on the tape; also the source's place among the sources of bars. */
  readonly instrument?: number;
  readonly calendar: CalendarName;
  readonly frequency: BarTable['frequency'];
  readonly stamp: BarTable['stamp'];
  readonly barMinutes?: number;
  /** Whether the file has a symbol column; rows of other symbols are then passed over. */
  readonly symbolColumn?: boolean;
  readonly columns?: BarTable['columns'];
  readonly timestampZone?: BarTable['timestampZone'];
  readonly chunkRows?: number;
  readonly blockBytes?: number;
}

/**
 * Streams the file through one block (64 KiB when nothing else is said) and one chunk: memory does not
 * grow with the file, and the first bar comes before the file is read to its end. Rows have to be in
 * order of time; the first that is not, or is no sound bar, is `InvalidInput` with its line.
 */
export function csvBarSource(options: CsvBarSourceOptions): FactSource {
  const { file, symbol, instrument = 0, frequency, stamp } = options;
  const input = typeof file === 'string' ? fileInput(file, file) : file;
  const table: BarTable = {
    file: input.name,
    frequency,
    stamp,
    priceBasis: 'raw',
    tradePrice: 'close',
    ...(options.barMinutes === undefined ? {} : { barMinutes: options.barMinutes }),
    ...(options.columns === undefined ? {} : { columns: options.columns }),
    ...(options.timestampZone === undefined ? {} : { timestampZone: options.timestampZone }),
    ...(options.symbolColumn === true ? {} : { symbol }),
  };
  const symbols = new SymbolTable([symbol]);
  const calendar = calendarOf(options.calendar);
  const reader = new CsvBarReader({
    input,
    table,
    symbols,
    calendar,
    ...(options.chunkRows === undefined ? {} : { batchRows: options.chunkRows }),
    ...(options.blockBytes === undefined ? {} : { blockBytes: options.blockBytes }),
  });
  return barSource({
    name: `${input.name} (${symbol})`,
    rank: rankOfSource(factKinds.bar, instrument),
    reader,
    times: barTimes(table, calendar, knowledgeTimes(calendar, 'session-close')),
    instrumentOf: (index) => (index === 0 ? instrument : undefined),
    ...(options.chunkRows === undefined ? {} : { chunkRows: options.chunkRows }),
  });
}
