/** The table fits a terminal, shows its uncertainty, and cannot be rewritten by a name. */

import { describe, expect, it } from 'vitest';
import { figuresWith, valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { exampleInput } from '../charts/example-input.fixture.js';
import { exampleTaskResult } from '../example-task-result.fixture.js';
import { renderReport } from '../pages/render-report.js';
import { renderTerminalTable } from './terminal-table.js';

const rendered = (result: Result): string => renderTerminalTable(result, 'npx tapefold');

const example = exampleInput({
  symbols: ['ALPHA'],
  agents: ['hold', 'cross', 'coin'],
  marks: 60,
  seed: 1,
});
const result = { ...example.result, scenario: { ...example.result.scenario, notes: [] } };

it('ends with what the scenario must say, on lines that fit', () => {
  const notes = ['The data is synthetic.', 'word '.repeat(40).trim()];
  const lines = rendered({ ...result, scenario: { ...result.scenario, notes } }).split('\n');
  expect(lines.slice(5)).toEqual([
    'note: The data is synthetic.',
    `note: ${'word '.repeat(18)}word`,
    `  ${'word '.repeat(18)}word`,
    '  word word',
  ]);
});

it('says which feed the market came from, since when, and what went wrong', () => {
  const feed = { kind: 'coinbase', since: '2026-11-20T14:30:02.123456Z', gaps: 1, corrections: 0 };
  const coverage = { due: 9, answered: 7, missing: 0, invalid: 0, late: 2, failed: 0, forced: 0 };
  const runs = result.runs.map((run, at) => (at === 0 ? { ...run, coverage } : run));
  expect(rendered({ ...result, runs, tape: { ...result.tape, feed } })).toContain(
    '\nlive feed: coinbase, since 2026-11-20 14:30:02 UTC; 1 gap, no corrections, 2 late decisions',
  );
  expect(rendered(result)).not.toContain('live feed');
});

it('warns of what the feed lost, once for runs that share it', () => {
  const runs = result.runs.map((run, at) => ({ ...run, feedGaps: at + 1 }));
  expect(rendered({ ...result, runs })).toContain(
    '\nIncomplete data: 3 gaps in the feed. Data is lost for good, ',
  );
  expect(rendered(result)).not.toContain('in the feed');
});

it('says what the runs have in a session that is open, before one has closed and after the last close', () => {
  const open = {
    time: '2026-11-25T14:31:02.5Z',
    equity: 100_120.5,
    profit: 120.5,
    cash: 5000,
    positions: [{ symbol: '\u001bB', shares: 10.5, price: 9059.0952 }],
  };
  const none = { ...open, profit: -5, positions: [] };
  const runs = result.runs.map((run, at) => {
    const figures = {
      ...run.figures,
      ...figuresWith({ finalEquity: at === 0 ? null : 100_000 }),
    };
    return { ...run, figures, open: at === 0 ? open : none };
  });
  const lines = rendered({ ...result, runs })
    .split('\n')
    .slice(5);
  expect(lines.slice(0, 4)).toEqual([
    'Open session as of 2026-11-25 14:31:02 UTC, in USD; not measured at a close.',
    'hold, ALPHA, equity 100,120.50, profit +120.50, since last close —, cash 5,000.00, ' +
      'positions 10.5  B',
    '  at 9,059.0952 = 95,120.50',
    'cross, ALPHA, equity 100,120.50, profit −5.00, since last close +120.50, cash 5,000.00, ' +
      'positions',
  ]);
  expect(rendered(result)).not.toContain('Open session');
});

it('has a line a run, at most 100 columns wide', () => {
  const lines = rendered(result).split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(100);
  expect(lines[0]).toMatch(/Agent.*Symbol.*Return.*95% interval.*Sharpe.*Max DD.*Trades.*Coverage/);
  for (const agent of ['hold', 'cross', 'coin']) {
    expect(lines.some((line) => line.startsWith(agent))).toBe(true);
  }
});

it('marks low coverage and explains the mark', () => {
  const coverage = { due: 10, answered: 5, missing: 5, invalid: 0, late: 0, failed: 0, forced: 0 };
  const runs = result.runs.map((run, number) => (number === 0 ? { ...run, coverage } : run));
  const table = rendered({ ...result, runs });
  expect(table).toMatch(/hold .*50\.00%.*!|hold .*! *50\.00%/);
  expect(table.split('\n').slice(5)).toEqual([
    '! Low coverage in 1 of 3 runs. Fewer than 95.00% of the due decisions were answered: the ' +
      'figures say',
    '  little about such a run. The reasons are in the journal (npx tapefold journal <run>).',
    '  hold on ALPHA (50.00%): 5 missing',
  ]);
});

it('counts by kind what was not answered, of the runs with most of it, and marks none with little', () => {
  const coverage = {
    due: 500,
    answered: 490,
    missing: 1,
    invalid: 2,
    late: 3,
    failed: 4,
    forced: 0,
  };
  const [run] = result.runs;
  if (run === undefined) throw new Error('the example has runs');
  const runs = Array.from({ length: 7 }, (_, number) => ({
    ...run,
    coverage: { ...coverage, answered: 490 - number, failed: 4 + number },
  }));
  const lines = rendered({ ...result, runs })
    .split('\n')
    .slice(9);
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe(
    'Incomplete coverage in 7 of 7 runs. The reasons are in the journal (npx tapefold journal ' +
      '<run>).',
  );
  expect(lines[1]).toBe('  hold on ALPHA (96.80%): 10 failed, 2 invalid, 3 late, 1 missing');
  expect(lines[6]).toBe('  and 2 more');
});

const withRuns = (change: (number: number) => object): typeof result => ({
  ...result,
  runs: result.runs.map((run, number) => ({ ...run, ...change(number) })),
});

it('lists denied and cancelled orders and dropped rows of each run that has any', () => {
  const losses = [
    { denied: 3, cancelled: 0, rowsDropped: 1 },
    { denied: 0, cancelled: 0, rowsDropped: 0 },
    { denied: 1, cancelled: 12, rowsDropped: 0 },
  ];
  const table = rendered(withRuns((number) => losses[number] as object));
  expect(table.split('\n').slice(5)).toEqual([
    'Orders denied: 4. The reasons are in the journal.',
    '  hold on ALPHA (3)',
    '  coin on ALPHA (1)',
    'Orders cancelled: 12. The reasons are in the journal.',
    '  coin on ALPHA (12)',
    'Rows dropped: up to 1 per run. They had defects; the journal names each of them.',
    '  hold on ALPHA (1)',
  ]);
});

describe('reasons', () => {
  const coverage = { due: 9, answered: 0, missing: 1, invalid: 0, late: 1, failed: 7, forced: 0 };
  const threw = (price: number, count: number, asOf: number) => ({
    outcome: 'failed',
    reason: `mine.ts:3: Error: price ${price}`,
    count,
    first: { asOf, date: `2014-01-0${asOf}` },
  });
  const missing = {
    outcome: 'missing',
    reason: null,
    count: 1,
    first: { asOf: 4, date: '2014-01-04' },
  };
  const short = {
    outcome: 'denied',
    reason: 'not enough cash',
    count: 250,
    first: { asOf: 3, date: '2014-01-03', order: 'market buy ALPHA, 1000 shares' },
  };
  const changes = [
    { coverage, reasons: [missing, threw(7, 3, 6)] },
    {},
    { denied: 250, reasons: [short] },
  ];
  const changed = withRuns((number) => changes[number] as object);

  it('are named with their first decision or order, by agent', () => {
    const table = rendered(changed);
    expect(table.split('decisions and denied orders.\n')[1]?.split('\n').slice(0, 4)).toEqual([
      '  hold: 3 failed, first on 2014-01-06 (ALPHA): mine.ts:3: Error: price 7',
      '  hold: 1 missing, first on 2014-01-04 (ALPHA)',
      '  hold: 5 for other reasons',
      '  coin: 250 denied, first on 2014-01-03 (market buy ALPHA, 1000 shares): not enough cash',
    ]);
  });

  it('are added up over the runs of an agent, with the first decision of all', () => {
    const [run] = result.runs;
    if (run === undefined) throw new Error('the example has runs');
    const runs = [threw(7, 3, 6), threw(8, 4, 2)].map((reason, at) => ({
      ...run,
      symbol: ['ALPHA', 'BETA'][at]!,
      coverage,
      reasons: [reason],
    }));
    const table = rendered({ ...result, runs } as typeof result);
    expect(table).toContain(
      '\n  hold: 7 failed, first on 2014-01-02 (BETA): mine.ts:3: Error: price 8',
    );
    expect(table).not.toContain('price 7');
  });

  it('that are long take several lines, without what could rewrite a terminal', () => {
    const reason = { ...threw(7, 3, 6), reason: `\u001b[2J${'word '.repeat(200)}` };
    const odd = withRuns(() => ({ coverage, reasons: [reason] }));
    const lines = rendered(odd).split('\n');
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(100);
    expect(lines.join('\n')).not.toContain('\u001b');
  });

  it('are in the report too, at its top and next to the coverage of the run', () => {
    const page = renderReport({ ...example, result: changed });
    const failed = 'hold: 3 failed, first on 2014-01-06 (ALPHA): mine.ts:3: Error: price 7';
    expect(page.split(failed)).toHaveLength(3);
    expect(page.split('(market buy ALPHA, 1000 shares): not enough cash')).toHaveLength(3);
  });
});

it('adds up what happened in all runs, and counts those that it does not name', () => {
  const [run] = result.runs;
  if (run === undefined) throw new Error('the example has runs');
  const runs = Array.from({ length: 8 }, (_, number) => ({ ...run, cancelled: 2, denied: number }));
  const lines = rendered({ ...result, runs }).split('\n');
  expect(lines.filter((line) => /^Orders|more$/.test(line))).toEqual([
    'Orders denied: 28. The reasons are in the journal.',
    '  and 2 more',
    'Orders cancelled: 16. The reasons are in the journal.',
    '  and 3 more',
  ]);
});

it('has data coverage beside the decisions’, never rounded up to all, and the warnings', () => {
  const warning = { what: 'sessions have no bar', from: '2020-01-03', to: '2020-02-04', count: 12 };
  const table = rendered(
    withRuns(() => ({
      dataCoverage: { sessions: 200_000, withBars: 199_999 },
      warnings: [
        { symbol: 'ALPHA', ...warning },
        { symbol: 'AL\u001bPHA', ...warning, to: '2020-01-03', count: 1 },
      ],
      warningCount: 5,
    })),
  );
  const lines = table.split('\n');
  expect(lines[0]).toMatch(/Coverage +Data$/);
  expect(lines[2]).toMatch(/ 100\.00% +99\.99%$/);
  expect(lines.slice(5)).toEqual([
    'Data warnings: 5. npx tapefold data check <data set> shows file and line.',
    '  ALPHA: 12 × sessions have no bar, the first 2020-01-03, the last 2020-02-04',
    '  AL?PHA: 1 × sessions have no bar, 2020-01-03',
    '  and 3 more',
  ]);
});

it('says that the data was not checked, without a column for it', () => {
  const unknown = { dataCoverage: null, warnings: null, warningCount: null };
  const lines = rendered(withRuns(() => unknown)).split('\n');
  expect(lines[0]).toMatch(/Coverage$/);
  expect(lines.slice(5)).toEqual([
    'Data not checked. Missing bars, jumps and gaps may have gone unnoticed: the data set was not',
    '  available.',
  ]);
});

it('stays at 100 columns with the longest names and figures', () => {
  const long = { low: -99.9999, high: 99.9999, level: 0.95 };
  const table = rendered(
    withRuns((number) => ({
      agent: `agent-with-a-long-name-${number}`,
      symbol: 'LONGSYMBOL.X',
      figures: {
        ...result.runs[0]!.figures,
        cumulativeReturn: { value: 123.456, interval: long },
        sharpe: { value: -12.34 },
        maxDrawdown: { value: valuesOf(result.runs[0]).maxDrawdown! },
        trades: { value: 99_999 },
      },
      coverage: { due: 10, answered: 1, missing: 9, invalid: 0, late: 0, failed: 0, forced: 0 },
    })),
  );
  for (const line of table.split('\n')) expect([...line].length).toBeLessThanOrEqual(100);
  expect(table).toMatch(/^agent-wit\S*…/m);
});

it('does not mention coverage if every decision was answered', () => {
  expect(rendered(result).split('\n')).toHaveLength(2 + result.runs.length);
});

const missing = (agent: string, status: 'cancelled' | 'failed', reason: string | null) => ({
  run: `${agent}-ALPHA`,
  agent,
  symbol: 'ALPHA',
  repeat: 0,
  status,
  reason,
});

it('names the runs that a partial result does not have, as many as fit, and why', () => {
  const missingRuns = [
    missing('coin', 'cancelled', 'a test'),
    missing('cross', 'failed', '\u001b[2J no disk '.repeat(20)),
    ...Array.from({ length: 5 }, (_, number) => missing(`more-${number}`, 'failed', null)),
  ];
  const lines = rendered({ ...result, missingRuns })
    .split('\n')
    .slice(5);
  expect(lines.slice(0, 2)).toEqual([
    'Partial result: 7 of 10 runs are missing. The figures cover the other runs.',
    '  coin on ALPHA was cancelled (a test)',
  ]);
  expect(lines[2]).toMatch(/^ {2}cross on ALPHA failed \(\?\[2J no disk .*…$/);
  expect(lines.slice(3)).toEqual([
    ...[0, 1, 2].map((number) => `  more-${number} on ALPHA failed`),
    '  and 2 more',
  ]);
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(100);
});

it('keeps escape sequences and direction marks out', () => {
  const runs = result.runs.map((run) => ({ ...run, agent: '\u001b[2Jx\u202e', symbol: 'A\rB' }));
  expect(rendered({ ...result, runs })).not.toMatch(/[\u001b\r\u202e]/);
});

it('of tasks has agent, figures and coverage, and what was not answered', () => {
  expect(rendered(exampleTaskResult()).split('\n')).toEqual([
    'Agent       tasks  accuracy  macroF1   brier  Coverage',
    '──────────  ─────  ────────  ───────  ──────  ────────',
    'careful #1    240    0.8542   0.8042  0.2500   100.00%',
    'careful #2    240    0.7500   0.7000  0.2500    99.17%',
    'hasty #1      240    0.8542   0.8042  0.2500    99.58%',
    'hasty #2      240         —   0.0000  1.2e−5   ! 0.00%',
    '! Low coverage in 1 of 4 runs. Fewer than 95.00% of the answers that were due were given: the',
    '  figures say little about such a run. The reasons are in the journal (npx tapefold ' +
      'journal <run>).',
    '  hasty #2 (0.00%): 237 failed, 3 missing',
    '  careful #2 (99.17%): 2 late',
    '  hasty #1 (99.58%): 1 invalid',
    'note: The data is synthetic: a program made it.',
  ]);
});

it('of tasks counts the figures for which there is no room, and keeps names in their place', () => {
  const tasks = exampleTaskResult();
  const figures = figuresWith(
    Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`\u001b[2J a figure with a long name ${at}`, at / 7]),
    ),
  );
  const runs = tasks.runs.map((run) => ({ ...run, figures, agent: `${run.agent}\r\u202e` }));
  const table = rendered({ ...tasks, runs });
  expect(table).toContain('figures only in result.json and the report: 5');
  expect(table).not.toMatch(/[\u001b\r\u202e]/);
  for (const line of table.split('\n')) expect([...line].length).toBeLessThanOrEqual(100);
});
