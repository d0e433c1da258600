/**
 * The tables of a run: every mark and fill of its journal, and symbols that no spreadsheet takes
 * for a formula.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { civilDate, microsPerHour, startOfUtcDay, utcDateOf } from '#values';
import type { JournalEvent, JournalEventOf } from '#contracts';
import type { DecideAt } from '#contracts/scenario/scenario';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { createJournal } from '#event-log';
import { afterAll, describe, expect, it } from 'vitest';
import { resolvePolicy } from '#portfolio';
import { planDigest, TradingFold, type TradingPlan } from '#workflows';
import { writtenFile } from '../run-folder/derived-file.js';
import { endedRun } from './ended-run.js';
import { runFolder } from '../run-folder/run-folder.js';
import { TradingTables } from './run-tables.js';

const folder = mkdtempSync(join(tmpdir(), 'run-artifacts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const session = civilDate(2025, 3, 3);
const close = (day: number): number => startOfUtcDay(session + day) + 21 * microsPerHour;

/** A run of one symbol: bought on the first day for 400 with a fee of 1, marked on two. */
function journalOf(symbol: string): JournalEvent[] {
  const order = { order: 1, symbol };
  const at = (asOf: number, day: number) => ({ asOf, time: close(day) });
  const mark = { gross: 400, net: 400, stale: [] };
  return [
    runOpened([symbol]),
    {
      type: 'OrderAccepted',
      ...at(2, 0),
      ...order,
      session,
      orderType: 'market',
      side: 'buy',
      size: { kind: 'shares', shares: 4 },
      limit: null,
      stop: null,
      timeInForce: 'gtc',
      group: null,
      clientId: null,
    },
    {
      type: 'OrderFilled',
      ...at(2, 0),
      ...order,
      shares: 4,
      price: 100,
      fee: 1,
      at: 'close',
      purpose: 'order',
      weightBefore: 0,
      weightAfter: 0.4,
    },
    { type: 'MarkTaken', ...at(2, 0), session, equity: 999, cash: 599, ...mark },
    {
      type: 'MarkTaken',
      ...at(4, 1),
      session: session + 1,
      equity: 799,
      cash: 599,
      gross: 200,
      net: 200,
      stale: [symbol],
    },
    runClosed(at(4, 1), { lastSession: session + 1 }),
  ];
}

const planOf = (symbol: string, decide: DecideAt): TradingPlan => ({
  id: 'run',
  label: 'run',
  workflow: 'trading',
  agent: { id: 'hold', kind: 'buy-and-hold' },
  symbols: [symbol],
  portfolio: false,
  repeat: 0,
  baseSeed: 0,
  seed: 0,
  policy: resolvePolicy('close'),
  capital: 1000,
  currency: 'USD',
  decide,
  firstSession: session,
  lastSession: session + 1,
  sessionsPerYear: 252,
  data: null,
  file: null,
});

/** The journal of a run that decides so. */
const ofDecide = (events: readonly JournalEvent[], decide: DecideAt): JournalEvent[] =>
  events.map((event) =>
    event.type === 'RunOpened'
      ? { ...event, plan: planDigest(planOf(event.symbols[0] as string, decide)) }
      : event,
  );

function written(name: string, events: readonly JournalEvent[], decide: DecideAt) {
  const run = runFolder(mkdtempSync(join(folder, `${name}-`)));
  const journal = createJournal(run.journal);
  for (const event of ofDecide(events, decide)) journal.append(event);
  const { hash } = journal.close();
  const [opened] = events;
  const symbols = opened?.type === 'RunOpened' ? opened.symbols : [];
  const plan = planOf(symbols[0] as string, decide);
  const identity = { plan, tapeHash: null };
  const tables = new TradingTables(new TradingFold(), {
    folder: run,
    plan,
    open: writtenFile,
    calendar: { sessionClosingAtOrAfter: utcDateOf },
  });
  const measured = endedRun(run, identity, tables)!;
  const text = (path: string): string => readFileSync(path, 'utf8');
  return { run, hash, measured, equity: text(run.equity), fills: text(run.fills) };
}

it('keep no more of the fills in memory than a report shows', () => {
  const path = '';
  const end = () => ({ kind: 'same' }) as const;
  const unwritten = { path, write: () => undefined, end, abandon: () => undefined };
  const tables = new TradingTables(new TradingFold(), {
    folder: runFolder(''),
    plan: planOf('AAPL', 'session-close'),
    calendar: { sessionClosingAtOrAfter: utcDateOf },
    open: () => unwritten,
  });
  const [, , filled, mark] = journalOf('AAPL');
  for (let at = 0; at < 100_000; at++) {
    const shares = at % 4 === 0 ? -3 : 1;
    tables.take({ ...(filled as JournalEventOf<'OrderFilled'>), shares });
    if (at % 1000 === 0) tables.take(mark as JournalEvent);
  }
  const { first, buys, sales } = tables.sample();
  expect([first.length, buys, sales]).toEqual([200, 75_000, 25_000]);
});

describe('the tables of a run', () => {
  it('hold every mark and fill, at full precision', () => {
    const { equity, fills, measured, hash, run } = written(
      'plain',
      journalOf('AAPL'),
      'session-close',
    );
    expect(equity).toBe(
      [
        'date,equity,cash,exposure',
        `2025-03-03,999,599,${400 / 999}`,
        `2025-03-04,799,599,${200 / 799}`,
        '',
      ].join('\n'),
    );
    expect(fills).toBe(
      'date,symbol,shares,price,fee,purpose,exitReason\n2025-03-03,AAPL,4,100,1,order,\n',
    );
    expect(readFileSync(run.positions, 'utf8')).toBe('date,symbol,position\n2025-03-03,AAPL,1\n');
    expect(measured.result).toMatchObject({ journalHash: hash, positionChangeCount: 1 });
    expect(measured.fills).toMatchObject({ buys: 1, sales: 0 });
    expect(measured.cash).toEqual(Float64Array.of(599, 599));
    expect(measured.tables.map(({ state }) => state.kind)).toEqual(Array(3).fill('written'));
    const files = ['equity.csv', 'fills.csv', 'journal.bin', 'positions.csv'];
    expect(readdirSync(run.path).sort()).toEqual(files);
  });

  it('give instants when decisions are due at bars', () => {
    expect(written('bars', journalOf('AAPL'), 'bar').fills).toContain('2025-03-03T21:00:00Z,AAPL,');
  });

  it('have no exposure when no equity is left', () => {
    const events = journalOf('AAPL').map((event) =>
      event.type === 'MarkTaken' ? { ...event, equity: 0, net: -599, gross: 599 } : event,
    );
    expect(written('broke', events, 'bar').equity).toContain('2025-03-03T21:00:00Z,0,599,\n');
  });

  it('have headers alone when nothing happened', () => {
    const [opened, ...rest] = journalOf('AAPL');
    const closed = rest.at(-1) as JournalEvent;
    const { equity, fills } = written('empty', [opened as JournalEvent, closed], 'bar');
    expect([equity, fills]).toEqual([
      'date,equity,cash,exposure\n',
      'date,symbol,shares,price,fee,purpose,exitReason\n',
    ]);
  });

  it.each([
    { symbol: 'BRK.B', field: 'BRK.B' },
    { symbol: 'A,B', field: '"A,B"' },
    { symbol: 'say "A"', field: '"say ""A"""' },
    { symbol: 'A\nB', field: '"A\nB"' },
    { symbol: '=1+1', field: "'=1+1" },
    { symbol: '=HYPERLINK("x","y")', field: `"'=HYPERLINK(""x"",""y"")"` },
    { symbol: '+A', field: "'+A" },
    { symbol: '-A', field: "'-A" },
    { symbol: '@A', field: "'@A" },
    { symbol: '\tA', field: "'\tA" },
    { symbol: '\r=A', field: `"'\r=A"` },
  ])('quote the symbol $symbol, and disarm it', ({ symbol, field }) => {
    const { fills } = written('hostile', journalOf(symbol), 'session-close');
    expect(fills).toBe(
      `date,symbol,shares,price,fee,purpose,exitReason\n2025-03-03,${field},4,100,1,order,\n`,
    );
  });
});
