/** Warnings from the data check reach the runs that they affect, and no others. */

import { civilDate, type CivilDate } from '#values';
import type { Result } from '#contracts/result/result';
import { calendarOf, type BarFindings } from '#market-data';
import { exampleInput } from '#report/charts/example-input.fixture';
import { expect, it } from 'vitest';
import { symbolDataOf, withDataFindings, withSymbolData } from './data-findings.js';

const march = (day: number): CivilDate => civilDate(2025, 3, day);
const noBar = 'sessions have no bar';
const jump = 'the close jumps by more than 40%';
const oddDay = 'the date of the row is not a session';

/** Monday 3 to Friday 14 March 2025: ten sessions. */
const window = { firstSession: march(3), lastSession: march(14) };

const dataset = (findings: readonly BarFindings[]) => ({
  calendar: calendarOf('XNYS'),
  barFindings: () => Promise.resolve(findings),
});

const found = (symbol: string, change: Partial<BarFindings> = {}): BarFindings => ({
  symbol,
  firstSession: march(3),
  lastSession: march(14),
  missing: [],
  odd: [],
  ...change,
});

/** A result of one run for each symbol; null stands for a portfolio. */
function resultOf(symbols: readonly (string | null)[]): Result {
  const names = symbols.map((symbol) => symbol ?? 'all');
  const { result } = exampleInput({ symbols: names, agents: ['hold'], marks: 10, seed: 1 });
  const runs = result.runs.map((run, at) => ({ ...run, symbol: symbols[at] ?? null }));
  return { ...result, runs };
}

it('counts sessions without a bar inside the window, at its start and at its end', async () => {
  const findings = [
    found('A'),
    // Weekends are not sessions; gaps before and after the window belong to another window.
    found('B', {
      missing: [
        { from: march(1), to: march(4) },
        { from: march(7), to: march(11) },
      ],
    }),
    found('C', { firstSession: march(5), lastSession: march(12) }),
    found('D', { firstSession: march(20), lastSession: march(21) }),
  ];
  const data = await symbolDataOf(dataset(findings), ['A', 'B', 'C', 'D', 'E'], window);
  const told = (symbol: string, from: string, to: string, count: number) =>
    [{ symbol, what: noBar, from, to, count }] as const;
  expect(data).toEqual([
    { symbol: 'A', sessions: 10, withBars: 10, warnings: [] },
    {
      symbol: 'B',
      sessions: 10,
      withBars: 5,
      warnings: told('B', '2025-03-03', '2025-03-11', 5),
    },
    {
      symbol: 'C',
      sessions: 10,
      withBars: 6,
      warnings: told('C', '2025-03-03', '2025-03-14', 4),
    },
    {
      symbol: 'D',
      sessions: 10,
      withBars: 0,
      warnings: told('D', '2025-03-03', '2025-03-14', 10),
    },
    {
      symbol: 'E',
      sessions: 10,
      withBars: 0,
      warnings: told('E', '2025-03-03', '2025-03-14', 10),
    },
  ]);
});

it('misses nothing before a recording began', async () => {
  const recorded = (findings: readonly BarFindings[]) => ({
    ...dataset(findings),
    recorded: true as const,
  });
  const begun = [found('A', { firstSession: march(11) }), found('B', { firstSession: march(12) })];
  expect(await symbolDataOf(recorded(begun), ['B'], window)).toMatchObject([
    { sessions: 4, withBars: 3, warnings: [{ what: noBar, from: '2025-03-11', count: 1 }] },
  ]);
  for (const findings of [[], [found('A', { firstSession: march(20) })]]) {
    const data = await symbolDataOf(recorded(findings), ['A'], window);
    expect(data).toEqual([{ symbol: 'A', sessions: 0, withBars: 0, warnings: [] }]);
  }
});

it('says which feed a tape was recorded from, and what it did not deliver in the window', async () => {
  const sessions = [
    { session: march(3), gaps: 9, corrections: 9 },
    { session: march(4), gaps: 1, corrections: 0 },
    { session: march(5), gaps: 1, corrections: 3 },
    { session: march(6), gaps: 9, corrections: 9 },
  ];
  const feed = { kind: 'coinbase', since: Date.UTC(2025, 2, 3, 14, 30) * 1000, sessions };
  const { scenario, ...rest } = resultOf(['A']);
  const result = {
    ...rest,
    scenario: { ...scenario, symbols: ['A'], window: { from: '2025-03-04', to: '2025-03-05' } },
  };
  const of = (given: Partial<typeof feed> | { since: null }) => ({
    ...dataset([found('A')]),
    feedFindings: () => Promise.resolve({ ...feed, ...given }),
  });
  const counts = { kind: 'coinbase', since: '2025-03-03T14:30:00Z', gaps: 2, corrections: 3 };
  const { tape } = await withDataFindings(result, of({}));
  expect(tape).toEqual({ ...result.tape, feed: counts });
  for (const other of [of({ since: null }), dataset([found('A')])]) {
    expect((await withDataFindings(result, other)).tape).toEqual(result.tape);
  }
});

it('adds up what is odd by its kind, inside the window alone', async () => {
  const odd = [
    { what: jump, session: civilDate(2025, 2, 28), count: 1 },
    { what: oddDay, session: march(3), count: 1 },
    { what: jump, session: march(4), count: 2 },
    { what: jump, session: march(6), count: 1 },
    { what: jump, session: march(17), count: 1 },
  ];
  const [data] = await symbolDataOf(dataset([found('A', { odd })]), ['A'], window);
  expect(data?.warnings).toEqual([
    { symbol: 'A', what: oddDay, from: '2025-03-03', to: '2025-03-03', count: 1 },
    { symbol: 'A', what: jump, from: '2025-03-04', to: '2025-03-06', count: 3 },
  ]);
});

it('gives each run what concerns its symbols, and a portfolio the sum', async () => {
  const findings = [found('A', { missing: [{ from: march(4), to: march(4) }] }), found('B')];
  const data = await symbolDataOf(dataset(findings), ['A', 'B'], window);
  const warning = { symbol: 'A', what: noBar, from: '2025-03-04', to: '2025-03-04', count: 1 };
  const { runs } = withSymbolData(resultOf(['A', 'B', null]), data);
  expect(runs).toMatchObject([
    { dataCoverage: { sessions: 10, withBars: 9 }, warnings: [warning], warningCount: 1 },
    { dataCoverage: { sessions: 10, withBars: 10 }, warnings: [], warningCount: 0 },
    { dataCoverage: { sessions: 20, withBars: 19 }, warnings: [warning], warningCount: 1 },
  ]);
});

it('lists the gravest twenty of a run, and counts all', async () => {
  const symbols = Array.from({ length: 25 }, (_, number) => `S${number}`);
  const odd = [{ what: oddDay, session: march(4), count: 1 }];
  const findings = symbols.map((symbol) => found(symbol, { odd }));
  findings[24] = found('S24', { odd: [...odd, { what: jump, session: march(5), count: 1 }] });
  const data = await symbolDataOf(dataset(findings), symbols, window);
  const [run] = withSymbolData(resultOf([null]), data).runs;
  expect(run?.warningCount).toBe(26);
  expect(run?.warnings).toHaveLength(20);
  expect(run?.warnings?.slice(0, 2)).toMatchObject([
    { symbol: 'S24', what: jump },
    { symbol: 'S0', what: oddDay },
  ]);
});
