/**
 * Tests of data sets whose symbols have calendars of their own: each fact is placed by that
 * of its symbol.
 */

import { describe, expect, it } from 'vitest';
import { formatInstant, parseCivilDate } from '#values';
import { FactColumns, factKinds, type FactPayload } from '#contracts';
import { calendarOf } from '../calendar/calendar-of.js';
import type { OpenSourcesOptions } from '../dataset/dataset.js';
import { openDataset } from './open-dataset.js';
import { daily, folder, manifestOf } from './vendor-exports.fixture.js';

/** What is on the tape, in its order at equal times: when it is known, and what it is. */
async function tapeOf(path: string, options: Partial<OpenSourcesOptions> = {}): Promise<string[]> {
  const dataset = await openDataset(path);
  const symbols = [...dataset.symbols];
  const until = parseCivilDate('2024-01-08')!;
  const facts: { readonly at: number; readonly rank: number; readonly text: string }[] = [];
  const sources = await dataset.openSources({ symbols, until, badRows: 'refuse', ...options });
  for (const source of sources) {
    let last = -Infinity;
    for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
      for (let row = 0; row < chunk.count; row++) {
        const at = chunk.knowledgeTime[row]!;
        expect(at).toBeGreaterThanOrEqual(last);
        last = at;
        const text = `${formatInstant(at)} ${wordsOf(chunk, row, symbols)}`;
        facts.push({ at, rank: source.rank, text });
      }
    }
    source.close();
  }
  await dataset.close();
  return facts.sort((a, b) => a.at - b.at || a.rank - b.rank).map(({ text }) => text);
}

function wordsOf(chunk: FactColumns, row: number, symbols: readonly string[]): string {
  if (chunk.kind[row] === factKinds.bar) {
    return `bar ${symbols[chunk.instrument[row]!]} ${chunk.close[row]}`;
  }
  const payload = chunk.payload[row] as FactPayload;
  let whose;
  if ('symbol' in payload) {
    whose = payload.symbol;
  } else if ('symbols' in payload) {
    whose = payload.symbols;
  } else {
    whose = '';
  }
  const calendar = 'calendar' in payload ? ` of ${payload.calendar}` : '';
  return `${payload.kind} ${whose}`.trim() + calendar;
}

const barsOnly = (text: string): boolean => text.includes(' bar ');
const header = 'date,symbol,open,high,low,close\n';
/** From Friday to Monday; the coin has a bar each day. */
const prices =
  header +
  '2024-01-05,AAPL,1.9,1.9,1.9,1.9\n2024-01-05,BTC,5,5,5,5\n2024-01-06,BTC,6,6,6,6\n' +
  '2024-01-07,BTC,7,7,7,7\n2024-01-08,AAPL,2,2,2,2\n2024-01-08,BTC,8,8,8,8\n';
const set = (tables: string, files: Record<string, string> = {}): string =>
  folder({
    'dataset.yaml': manifestOf(`calendars: { BTC: 24/7 }\n${tables}`),
    'p.csv': prices,
    ...files,
  });
const bars = `bars: { file: p.csv, ${daily}, order: [date, symbol] }`;

describe('a share beside a coin', () => {
  it('has bars that each end by its own calendar, and sessions of the data set’s', async () => {
    expect((await tapeOf(set(bars), { beyond: true })).filter(barsOnly)).toEqual([
      '2024-01-05T21:00:00Z bar AAPL 1.9',
      '2024-01-06T00:00:00Z bar BTC 5',
      '2024-01-07T00:00:00Z bar BTC 6',
      '2024-01-08T00:00:00Z bar BTC 7',
      '2024-01-08T21:00:00Z bar AAPL 2',
      '2024-01-09T00:00:00Z bar BTC 8',
    ]);
    expect((await tapeOf(set(bars))).filter((text) => !barsOnly(text))).toEqual([
      '2024-01-05T14:30:00Z sessionOpen',
      '2024-01-05T21:00:00Z sessionClose',
      '2024-01-08T14:30:00Z sessionOpen',
      '2024-01-08T21:00:00Z sessionClose',
    ]);
  });

  it('has the sessions that are asked for, and ends with the last of them', async () => {
    const calendars = [calendarOf('XNYS'), calendarOf('24/7')];
    const tape = await tapeOf(set(bars), { calendars });
    expect(tape.at(-1)).toBe('2024-01-09T00:00:00Z sessionClose of 24/7');
    expect(tape.filter((text) => text.endsWith('sessionClose'))).toHaveLength(2);
    expect(tape.filter((text) => text.endsWith('sessionClose of 24/7'))).toHaveLength(4);
  });

  it('is checked by its own calendar', async () => {
    const dataset = await openDataset(set(bars));
    const { errors, warnings, gaps, files, coverage } = await dataset.check();
    expect({ errors, warnings, gaps }).toEqual({ errors: [], warnings: [], gaps: [] });
    expect(files[0]?.calendars).toEqual([
      {
        calendar: 'XNYS',
        symbols: ['AAPL'],
        endWithSession: 0,
        from: '2024-01-05T14:30:00Z',
        to: '2024-01-05T21:00:00Z',
      },
      {
        calendar: '24/7',
        symbols: ['BTC'],
        endWithSession: 0,
        from: '2024-01-05T00:00:00Z',
        to: '2024-01-06T00:00:00Z',
      },
    ]);
    const sessions = coverage.map(({ symbol, lastSession }) => [symbol, lastSession]);
    expect(sessions).toEqual(['AAPL', 'BTC'].map((name) => [name, parseCivilDate('2024-01-08')]));
    expect(dataset.calendarOf('BTC').name).toBe('24/7');
    await dataset.close();
  });

  it('has actions and news with a date by its own calendar, of several symbols by the last', async () => {
    const news =
      'id,published_at,symbols\n1,2024-01-06,AAPL\n2,2024-01-06,BTC\n3,2024-01-06,BTC AAPL\n';
    const dividends =
      'symbol,ex_dividend_date,declaration_date,cash_amount\n' +
      'AAPL,2024-02-05,2024-01-06,1\nBTC,2024-02-05,2024-01-06,1\n';
    const splits =
      'symbol,execution_date,split_from,split_to\nAAPL,2024-01-08,1,2\nBTC,2024-01-08,1,2\n';
    const tables =
      `${bars}\nnews: { file: n.csv }\ndividends: { file: d.csv ` + '}\nsplits: { file: s.csv }';
    const files = { 'n.csv': news, 'd.csv': dividends, 's.csv': splits };
    const tape = await tapeOf(set(tables, files));
    expect(tape.filter((text) => /news|dividend|split/.test(text))).toEqual([
      '2024-01-07T00:00:00Z dividend BTC',
      '2024-01-07T00:00:00Z news BTC',
      '2024-01-08T00:00:00.000001Z split BTC',
      '2024-01-08T05:00:00.000001Z split AAPL',
      '2024-01-08T21:00:00Z dividend AAPL',
      '2024-01-08T21:00:00Z news AAPL',
      '2024-01-08T21:00:00Z news BTC,AAPL',
    ]);
  });

  it('may have weeks of another day', async () => {
    const weekly = 'frequency: weekly, stamp: session, priceBasis: raw';
    const path = folder({
      'dataset.yaml': manifestOf(
        `calendars: { BTC: 24/7 weekly from Thursday }\nbars: { file: p.csv, ${weekly} }`,
      ),
      'p.csv': `${header}2024-01-05,AAPL,1,1,1,1\n2024-01-04,BTC,5,5,5,5\n`,
    });
    const until = parseCivilDate('2024-01-12')!;
    expect((await tapeOf(path, { until })).filter(barsOnly)).toEqual([
      '2024-01-05T21:00:00Z bar AAPL 1',
      '2024-01-11T00:00:00Z bar BTC 5',
    ]);
  });
});

describe('calendars', () => {
  it.each([
    ['ETH: 24/7', 'calendars name a symbol that the data set does not have'],
    ['BTC: 24/7 weekly', 'the calendar of a symbol has other sessions than its bars'],
    ['BTC: 24/8', 'dataset.yaml line 4'],
  ])('{ %s } is refused', async (calendars, message) => {
    const path = folder({
      'dataset.yaml': manifestOf(`calendars: { ${calendars} }\n${bars}`),
      'p.csv': prices,
    });
    await expect(openDataset(path)).rejects.toThrow(message);
  });

  it('date a time by the calendar of its symbol, wherever its column is', async () => {
    const path = folder({
      'dataset.yaml': manifestOf(`calendars: { BTC: 24/7 }\nbars: { file: p.csv, ${daily} }`),
      'p.csv':
        header + '2024-01-05T21:00:00Z,AAPL,1,1,1,1\n2024-01-05T00:00:00+00:00,BTC,5,5,5,5\n',
    });
    expect((await tapeOf(path)).filter(barsOnly)).toEqual([
      '2024-01-05T21:00:00Z bar AAPL 1',
      '2024-01-06T00:00:00Z bar BTC 5',
    ]);
  });
});
