/** Tests of parsing ahead: whatever a thread parses, and when, the rows are those of one reader. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barColumns } from '#contracts';
import { SymbolTable, type BarReader } from '../bars/bar-batch.js';
import { CsvBarReader } from '../bars/csv-bar-reader.js';
import { calendarOf } from '../calendar/calendar-of.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import { hashedInput, memoryInput, type ByteInput } from '../rows/byte-input.js';
import { aheadBarReader, csvBarReader } from './ahead-bar-reader.js';
import { BlockParser } from './block-parser.js';
import { blockStates, BlockWords, type AheadTask } from './block-memory.js';
import type { ParseThread } from './parse-thread.js';

const table: BarTable = {
  file: 'bars.csv',
  frequency: 'intraday',
  stamp: 'end',
  priceBasis: 'raw',
  tradePrice: 'close',
};
const calendar = calendarOf('24/7');
const sizes = { lineBytes: 200, rowsMax: 16, nameBytes: 12, blockCount: 3 };

type Start = (task: AheadTask) => ParseThread;

/**
 * A thread that parses a block whenever its turn comes, by the list of turns. Where it looks
 * first is wrong by `late` blocks, as it may be while the reader fills more of them.
 */
function turns(list: readonly boolean[], late = 0): Start {
  return (task) => {
    const parser = new BlockParser(task);
    const words = new BlockWords(task);
    let turn = 0;
    return {
      onFilled: () => {
        for (let block = 0; block < sizes.blockCount; block++) {
          words.oldest += late;
          if (list[turn++ % list.length] === true) parser.step();
        }
      },
      end: () => undefined,
    };
  };
}

const always = turns([true]);

interface Read {
  readonly rows: readonly unknown[];
  readonly symbols: readonly string[];
  readonly ended: boolean;
  readonly empty: unknown;
  readonly hash: string | undefined;
  readonly failure: string | undefined;
}

/** Everything that a reader of the text tells. */
async function readAll(
  bytes: Buffer,
  open: (input: ByteInput, symbols: SymbolTable) => BarReader,
): Promise<Read> {
  const symbols = new SymbolTable();
  const input = hashedInput(memoryInput('bars.csv', bytes));
  const rows: unknown[] = [];
  let failure: string | undefined;
  let reader: BarReader | undefined;
  try {
    reader = open(input, symbols);
    for (let batch = await reader.next(); batch !== null; batch = await reader.next()) {
      for (let row = 0; row < batch.count; row++) {
        const defect = batch.defects.get(row);
        const { line, offset, stamp, symbol, values } = batch;
        const sound = [stamp[row], symbols.names[symbol[row]!]];
        const prices = barColumns.map((column) => values[column][row]);
        rows.push([line[row], offset[row], defect ?? [...sound, ...prices]]);
      }
    }
  } catch (error) {
    failure = String(error);
  }
  const { ended = true, empty } = reader ?? {};
  // How much of a file is read before it is refused depends on the reader.
  const hash = failure === undefined ? input.digest() : undefined;
  reader?.close();
  return { rows, symbols: symbols.names, ended, empty, hash, failure };
}

async function expectSame(text: string | Buffer, over: Partial<BarTable>, start: Start) {
  const bytes = Buffer.from(text);
  const shape = { table: { ...table, ...over }, calendar };
  const alone = await readAll(
    bytes,
    (input, symbols) => new CsvBarReader({ ...shape, input, symbols }),
  );
  const ahead = await readAll(bytes, (input, symbols) =>
    aheadBarReader({ ...shape, input, symbols }, { sizes, start }),
  );
  expect(ahead).toEqual(alone);
  return alone;
}

const header = 'symbol,timestamp,open,high,low,close,volume\n';
const clock = (minute: number): string =>
  '2022-01-01 ' +
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const row = (minute: number, symbol = 'A', end = '\n'): string =>
  `${symbol},${clock(minute)},1.5,2,0.25,1,${minute % 3 === 0 ? '' : minute}${end}`;

const names = ['symbol', 'timestamp', 'open', 'high', 'low', 'close', 'volume'];
/** The columns of rows without a header. */
const positions = Object.fromEntries(names.map((name, at) => [name, String(at + 1)]));
const behindSymbol = Object.fromEntries(names.slice(1).map((name, at) => [name, String(at + 1)]));

const plainLine = fc
  .tuple(fc.nat(1000), fc.constantFrom('A', 'BB', 'Aa', 'DIS', 'X'.repeat(11)))
  .map(([minute, symbol]) => row(minute, symbol));
const oddLine = fc.constantFrom(
  '\n',
  '\r\n',
  row(7, 'A', '\r\n'),
  row(8, '"A"'),
  row(9, '"A\n"'),
  row(10, '"A\n\nB"'),
  row(11, '"never closed'),
  row(12, 'Ä'),
  row(13, 'Y'.repeat(40)),
  'A,2022-01-01 00:01,1.12345678901234567,2,0.1,1,3\n',
  'A,2022-01-01 00:01,one,2,0.1,1,3\n',
  'A,2022-01-01 00:01,1,2,0.1\n',
  'Downloaded from somewhere\n',
  'A,yesterday,1,2,0.1,1,3\n',
  `${'B'.repeat(300)},1,2\n`,
);

describe('bars that a thread parses ahead', () => {
  it('are those of one reader, whatever is in the file and whenever the thread works', async () => {
    const lines = fc.array(
      fc.oneof({ weight: 12, arbitrary: plainLine }, { weight: 1, arbitrary: oddLine }),
      { maxLength: 60 },
    );
    const last = fc.constantFrom('', row(99), row(99, 'A', ''), 'A,2022');
    const work = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 });
    const late = fc.nat(2);
    await fc.assert(
      fc.asyncProperty(lines, last, work, late, async (parts, end, list, behind) => {
        const text = `${header}${parts.join('')}${end}`;
        const { rows } = await expectSame(text, {}, turns(list, behind));
        expect(rows.length).toBeLessThan(text.split('\n').length);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['nothing but a header', header, {}],
    ['no row', '', {}],
    ['no header', row(1).repeat(40), { header: false, columns: positions }],
    ['a mark of its encoding', `\ufeff${header}${row(1).repeat(40)}`, {}],
    ['a mark and no header', `\ufeff${row(1).repeat(40)}`, { header: false, columns: positions }],
    ['a header that is longer than a block', `${header.trim()},${'n'.repeat(400)}\n`, {}],
    ['another delimiter', (header + row(1).repeat(40)).replaceAll(',', ';'), { delimiter: ';' }],
    [
      'one symbol',
      row(1).slice(2).repeat(40),
      { header: false, symbol: 'Q', columns: behindSymbol },
    ],
    ['more rows than a block takes', `${header}${'\n'.repeat(900)}${row(3)}`, {}],
    [
      'closes alone',
      `timestamp,close\n${`${clock(5)},12.5\n`.repeat(60)}`,
      { symbol: 'Q', closeOnly: true },
    ],
    [
      'days',
      `date,open,high,low,close\n${'2022-01-03,1,2,0.5,1\n'.repeat(50)}`,
      { symbol: 'Q', frequency: 'daily', stamp: 'session' },
    ],
  ] as const)('are the same in a file with %s', async (_name, text, over) => {
    const { failure, rows } = await expectSame(text, over, always);
    expect(failure === undefined || rows.length === 0).toBe(true);
  });

  it('come from the thread where they are plain', async () => {
    let parsed = 0;
    const text = header + Array.from({ length: 200 }, (_, minute) => row(minute)).join('');
    const { rows, hash } = await expectSame(text, {}, (task) => {
      const thread = always(task);
      const words = new BlockWords(task);
      return {
        ...thread,
        onFilled: () => {
          thread.onFilled?.();
          parsed += [0, 1, 2].filter((n) => words.stateOf(n) === blockStates.parsed).length;
        },
      };
    });
    expect(parsed).toBeGreaterThan(20);
    expect(rows).toHaveLength(200);
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it.each([1, 2])(
    'have their symbols where blocks are parsed out of order, by %i',
    async (late) => {
      const rows = Array.from({ length: 200 }, (_, minute) => row(minute, `S${minute >> 2}`));
      const { symbols } = await expectSame(header + rows.join(''), {}, turns([true], late));
      expect(symbols).toEqual(Array.from({ length: 50 }, (_, number) => `S${number}`));
    },
  );

  it('are parsed by the reader once the thread stops within a block', async () => {
    const text = header + Array.from({ length: 100 }, (_, minute) => row(minute)).join('');
    let taken = 0;
    await expectSame(text, {}, (task) => {
      const words = new BlockWords(task);
      return {
        onFilled: () => {
          if (taken === 0 && words.take(1, blockStates.taken)) taken++;
        },
        end: () => undefined,
      };
    });
    expect(taken).toBe(1);
  });

  it('of a file that was cut end at the cut, with both lengths', async () => {
    const text = header + row(1).repeat(50);
    const cut = (bytes: Buffer): ByteInput => ({
      ...memoryInput('bars.csv', bytes.subarray(0, bytes.lastIndexOf('\n', 800) + 1)),
      size: bytes.length,
    });
    const open = (read: (input: ByteInput) => BarReader) => () => {
      const reader = read(cut(Buffer.from(text)));
      while (reader.next() !== null);
    };
    const shape = { table, calendar, symbols: new SymbolTable() };
    const expected = /the file was cut while it was read.*expected \d+ bytes; found \d+ bytes/;
    const alone = open((input) => new CsvBarReader({ ...shape, input }));
    const ahead = open((input) =>
      aheadBarReader({ ...shape, input }, { sizes, start: turns([true, false]) }),
    );
    expect(alone).toThrow(expected);
    expect(ahead).toThrow(expected);
  });

  it('need no thread in a short file', () => {
    const input = memoryInput('bars.csv', Buffer.from(header + row(1)));
    const reader = csvBarReader({ table, calendar, symbols: new SymbolTable(), input });
    expect(reader).toBeInstanceOf(CsvBarReader);
  });
});
