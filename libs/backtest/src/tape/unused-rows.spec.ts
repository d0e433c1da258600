/**
 * Rows of scripts that no decision can use: which count, which are ordinary, and how
 * they are reported.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { periodicCalendar } from '#market-data/calendar/periodic';
import type { Dataset, SessionCalendar } from '#market-data';
import { unusedRows } from './unused-rows.js';

const directory = mkdtempSync(join(tmpdir(), 'unused-rows-'));
afterAll(() => rmSync(directory, { recursive: true }));

const xnys = calendarOf('XNYS');
const window = { from: '2024-12-02', to: '2024-12-31' };

interface Given {
  readonly name?: string;
  readonly calendar?: SessionCalendar;
  readonly window?: TradingScenario['window'];
  readonly symbols?: string[];
  readonly portfolio?: boolean;
  readonly workflow?: 'trading' | 'hedging';
  readonly isWeekly?: boolean;
}

describe('lines of weekly reports', () => {
  const told = async (...rows: readonly (readonly [string, string])[]) => {
    const weeks = { from: '2024-03-18', to: '2024-04-12' };
    const lines = rows.map(([date, symbol]) => JSON.stringify({ date, symbol, rating: 'BUY' }));
    return toldOf(lines, { name: 'r.jsonl', isWeekly: true, window: weeks });
  };

  it('count on days on which no report is due, and for symbols of no run', async () => {
    expect(await told(['2024-03-22', 'GS'], ['2024-04-05', 'AAPL'])).toBe('');
    expect(await told(['2024-03-20', 'GS'], ['2024-03-23', 'GS'], ['2024-04-05', 'APPL'])).toBe(
      '2 rows name days on which no report is due (first: line 1, 2024-03-20), ' +
        '1 row names a symbol no run has (first: line 3, APPL)',
    );
  });

  it('are those of a Friday that is a holiday, unless its week has another one', async () => {
    expect(await told(['2024-03-29', 'GS'], ['2024-03-28', 'AAPL'])).toBe('');
    expect(await told(['2024-03-28', 'GS'], ['2024-03-29', 'GS'])).toBe(
      '1 row names a day on which no report is due (first: line 2, 2024-03-29)',
    );
  });
});

/** The line, after the names of agent and file; '' if all rows are of use. */
async function toldOf(lines: readonly string[], given: Given = {}): Promise<string> {
  const { name = 'moves.csv', calendar = xnys, ...scenario } = given;
  writeFileSync(join(directory, name), lines.join('\n'));
  const dataset = { calendar } as Partial<Dataset> as Dataset;
  const shared = { symbols: ['AAPL', 'GS'], portfolio: false, workflow: 'trading', window };
  const line = await unusedRows(
    { id: 'told', file: name },
    { ...shared, ...scenario } as Partial<TradingScenario> as TradingScenario,
    { dataset, directory },
  );
  const start = `agent told, script ${name}: `;
  expect(line?.slice(0, start.length) ?? start).toBe(start);
  return line?.slice(start.length) ?? '';
}

const csv = (...rows: readonly string[]) => ['date,symbol,action', ...rows, ''];

describe('rows of a CSV script', () => {
  it('are counted by kind, with the first of each by its line, even when a row is lost twice', async () => {
    const rows = ['2024-12-06,AAPL,BUY', '2024-12-07,AAPL,BUY', '2024-12-08,GS,HOLD'];
    const others = ['2024-12-09,APPL,BUY', '2024-12-25,GOLD,SELL'];
    expect(await toldOf(csv(...rows, ...others))).toBe(
      '3 rows name days without a session (first: line 3, 2024-12-07), ' +
        '2 rows name symbols no run has (first: line 5, APPL)',
    );
  });

  it('count in a table of signals as well, by their lines', async () => {
    const rows = ['weight,symbol,date', '1,AAPL,2024-12-06', '1,APPL,2024-12-07', ''];
    expect(await toldOf(rows, { name: 'signals.csv' })).toBe(
      '1 row names a day without a session (first: line 3, 2024-12-07), ' +
        '1 row names a symbol no run has (first: line 3, APPL)',
    );
  });

  it('use the singular for one row', async () => {
    expect(await toldOf(csv('2024-12-07,GS,BUY'))).toBe(
      '1 row names a day without a session (first: line 2, 2024-12-07)',
    );
    expect(await toldOf(csv('2024-12-06,GSX,BUY'))).toBe(
      '1 row names a symbol no run has (first: line 2, GSX)',
    );
  });

  it('are ordinary for each symbol of a run, and outside of the window', async () => {
    const outside = ['2024-11-30,AAPL,BUY', '2025-01-04,AAPL,BUY', '2024-11-29,NONE,BUY'];
    expect(await toldOf(csv('2024-12-06,AAPL,BUY', '2024-12-06,GS,BUY', ...outside))).toBe('');
  });

  it.each([true, false])('are of each symbol with portfolio: %s', async (portfolio) => {
    expect(await toldOf(csv('2024-12-06,GS,BUY'), { portfolio })).toBe('');
  });

  it('count at the edges of a window that begins and ends on a weekend', async () => {
    const weekends = { from: '2024-12-07', to: '2024-12-15' };
    const rows = csv('2024-12-07,GS,BUY', '2024-12-15,GS,SELL', '2024-12-01,GS,BUY');
    expect(await toldOf(rows, { window: weekends })).toMatch(/^2 rows name days/);
  });

  it('count in a window without an end, up to the last date of the calendar', async () => {
    const open = { from: '2024-12-02', to: 'open' };
    const rows = csv('2026-12-25,GS,BUY', '2399-01-01,GS,BUY');
    expect(await toldOf(rows, { window: open })).toBe(
      '1 row names a day without a session (first: line 2, 2026-12-25)',
    );
  });

  it('name the day of a weekly bar, as the agent looks it up', async () => {
    const calendar = periodicCalendar(xnys, 'weekly');
    const rows = csv('2024-12-04,GS,BUY', '2024-12-06,GS,BUY');
    expect(await toldOf(rows, { calendar })).toBe(
      '1 row names a day without a session (first: line 2, 2024-12-04)',
    );
  });

  it('are all of use on a calendar without closed days', async () => {
    const calendar = calendarOf('24/7');
    expect(await toldOf(csv('2024-12-07,GS,BUY'), { calendar })).toBe('');
  });
});

const line = (time: string, ...symbols: readonly string[]) =>
  JSON.stringify({ time, symbols, said: { kind: 'action', action: 'BUY' } });
const name = 'decisions.jsonl';

describe('decision lines', () => {
  const origin = '{"recorded":[{"symbols":["GS"],"sha256":"ab"}]}';

  it('are lost on days without a session, and for symbols of no run', async () => {
    const lines = [
      origin,
      '',
      line('2024-12-06T21:00:00Z', 'GS'),
      line('2024-12-07T21:00:00Z', 'GS'),
      line('2024-12-09T21:00:00Z', 'APPL'),
    ];
    expect(await toldOf(lines, { name })).toBe(
      '1 row names a day without a session (first: line 4, 2024-12-07), ' +
        '1 row names a symbol no run has (first: line 5, ["APPL"])',
    );
  });

  it('belong to a run over exactly their symbols', async () => {
    const close = '2024-12-06T21:00:00Z';
    const lines = [line(close, 'AAPL', 'GS'), line(close, 'GS', 'AAPL'), line(close, 'GS')];
    expect(await toldOf(lines, { name, portfolio: true })).toBe(
      '2 rows name symbols no run has (first: line 2, ["GS","AAPL"])',
    );
  });

  it('are of the session that has opened on the evening before its day', async () => {
    const calendar = calendarOf('24/5');
    const lines = ['2024-12-08T22:00:00Z', '2024-12-08T21:59:00Z'].map((time) => line(time, 'GS'));
    expect(await toldOf(lines, { name, calendar })).toBe(
      '1 row names a day without a session (first: line 2, 2024-12-08)',
    );
  });
});

const result = (own: object, ...records: readonly (readonly [string, string])[]) => [
  JSON.stringify({
    ...own,
    recommendations: records.map(([date, action]) => ({ date, recommended_action: action })),
  }),
];

describe('records of HERCULEAN', () => {
  const records = [
    ['2024-12-06', 'BUY'],
    ['2024-12-07', 'HOLD'],
    ['2024-12-08', 'SELL'],
  ] as const;

  it('hold on days without a session; another action there is lost', async () => {
    expect(await toldOf(result({ symbol: 'GS' }, ...records), { name: 'a.JSON' })).toBe(
      '1 row names a day without a session (first: record 3, 2024-12-08)',
    );
    expect(await toldOf(result({ symbol: 'GSX' }, ...records), { name: 'a.json' })).toBe(
      '1 row names a day without a session (first: record 3, 2024-12-08), ' +
        '3 rows name symbols no run has (first: record 1, GSX)',
    );
  });

  it('do so in hedging, whatever the file is called', async () => {
    const pair = { pair: 'GS, AAPL', left: 'GS', right: 'AAPL' };
    const holds = [
      ['2024-12-06', 'LONG_SHORT'],
      ['2024-12-07', 'HOLD'],
    ] as const;
    const hedging = { workflow: 'hedging', portfolio: true, name: 'pair.txt' } as const;
    expect(await toldOf(result(pair, ...holds), hedging)).toBe('');
    expect(await toldOf(result(pair, ['2024-12-07', 'CLOSE']), hedging)).toMatch(/^1 row names/);
  });
});
