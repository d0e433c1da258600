/** Runs over real prices give the independently computed answers. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario, verifyRun } from '#backtest';
import { type RunResult, type Result } from '#contracts/result/result';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');

function json<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(data, ...path), 'utf8')) as T;
}

interface Expected {
  readonly n_returns: number;
  readonly cumulative_return: number;
  readonly sharpe_sample: number;
  readonly max_drawdown: number;
}

interface Crossover {
  readonly no_cost: Expected;
  readonly cost_10bps: { readonly equity: readonly number[] };
  readonly position_changes: readonly { date: string; position: number }[];
  readonly days_long: number;
}

const stocks = 'AAPL AMGN AMZN AXP CAT CRM GS HD HON IBM JNJ MCD PG SHW TRV'.split(' ');

async function run(scenario: object): Promise<{ result: Result; out: string }> {
  const out = mkdtempSync(join(tmpdir(), 'tapefold-data-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const path = join(out, 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  const loaded = loadScenario(path);
  const outcome = await runScenario(loaded, { out, codeVersion: 'test', jobs: 1, fresh: false });
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const { result } = outcome;
  return { result, out };
}

const crossovers = (execution: unknown): object => ({
  name: 'djia',
  data: join(data, 'djia-2025'),
  window: { from: '2025-03-03', to: '2025-06-30' },
  symbols: stocks,
  execution,
  agents: [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
  ],
});

/** Relative, as the reference asks. */
function expectClose(found: number | null, expected: number): void {
  expect(found).not.toBeNull();
  expect(Math.abs((found as number) - expected)).toBeLessThanOrEqual(1e-9 * Math.abs(expected));
}

function expectFigures({ figures }: RunResult, expected: Expected): void {
  expect(valuesOf({ figures }).returns).toBe(expected.n_returns);
  expectClose(valuesOf({ figures }).cumulativeReturn, expected.cumulative_return);
  expectClose(valuesOf({ figures }).sharpe, expected.sharpe_sample);
  expectClose(valuesOf({ figures }).maxDrawdown, expected.max_drawdown);
}

function runOf(result: Result, agent: string, symbol: string): RunResult {
  const found = result.runs.find((one) => one.agent === agent && one.symbol === symbol);
  if (found === undefined) throw new Error(`no run of ${agent} on ${symbol}`);
  return found;
}

describe('djia-2025', () => {
  it('equals buy and hold and the 5/20 crossover of all 15 stocks, without costs', async () => {
    const hold = json<{ results: Record<string, Expected> }>('djia-2025/expected/buy_hold.json');
    const cross = json<{ results: Record<string, Crossover> }>(
      'djia-2025/expected/ma_crossover.json',
    );
    const { result } = await run(crossovers('close'));
    expect(result.runs).toHaveLength(30);
    for (const symbol of stocks) {
      const expected = cross.results[symbol] as Crossover;
      expectFigures(runOf(result, 'hold', symbol), hold.results[symbol] as Expected);
      const crossed = runOf(result, 'cross', symbol);
      expectFigures(crossed, expected.no_cost);
      expect(
        crossed.positionChanges
          ?.filter(({ date }) => date < '2025-06-30')
          .map(({ date, position }) => ({ date, position })),
      ).toEqual(expected.position_changes);
      expect(crossed.coverage).toMatchObject({ due: 83, answered: 83, missing: 0 });
    }
  });

  it('equals the crossover’s final equity with 10 bp a side', async () => {
    const cross = json<{ results: Record<string, Crossover> }>(
      'djia-2025/expected/ma_crossover.json',
    );
    const { result } = await run(crossovers({ feeBps: 10 }));
    expect(result.runs).toHaveLength(30);
    for (const symbol of stocks) {
      const crossed = runOf(result, 'cross', symbol);
      const { equity } = (cross.results[symbol] as Crossover).cost_10bps;
      // The reference does not trade the last session's signal; a change there adds one fee.
      const traded = crossed.positionChanges?.some(({ date }) => date === '2025-06-30');
      const expected = (equity.at(-1) as number) * 100_000 * (traded ? 1 - 0.001 : 1);
      expectClose(valuesOf(crossed).finalEquity, expected);
    }
  });

  it('verifies a run over real data', async () => {
    const { out } = await run({ ...crossovers('realistic'), symbols: ['AAPL', 'GS'] });
    for (const name of ['hold-AAPL', 'cross-GS']) {
      expect(await verifyRun(join(out, 'runs', name))).toMatchObject({ kind: 'verified' });
    }
  });

  it('pays dividends of a holder under the realistic policy, and none when ignored', async () => {
    const base = { ...crossovers('realistic'), symbols: ['TRV'] };
    const paid = runOf((await run(base)).result, 'hold', 'TRV');
    const ignored = await run({
      ...base,
      execution: { ...paid.policy, name: 'bare', dividends: 'ignore' },
    });
    const bare = runOf(ignored.result, 'hold', 'TRV');
    // TRV: 1.05 a share with ex date 2025-03-10 and 1.10 with ex date 2025-06-10, bought at the
    // open of 2025-03-04.
    const shares = (100_000 * (1 - 1e-4)) / (261.91 * (1 + 2e-4));
    const more = (valuesOf(paid).finalEquity as number) - (valuesOf(bare).finalEquity as number);
    expect(more / shares).toBeCloseTo(2.15, 9);
  });
});

describe('herculean-2026', () => {
  it('gives the paper’s Buy & Hold row to the second decimal', async () => {
    const { result } = await run({
      name: 'paper',
      data: join(data, 'herculean-2026'),
      window: { from: '2026-01-02', to: '2026-03-31' },
      symbols: ['MSFT', 'TSLA', 'AAPL', 'NVDA'],
      execution: 'ama-normal-long-only',
      agents: [{ id: 'hold', kind: 'buy-and-hold' }],
    });
    const rows = result.runs.map(({ symbol, figures }) => [
      symbol,
      ((valuesOf({ figures }).cumulativeReturn as number) * 100).toFixed(2),
      (valuesOf({ figures }).sharpe as number).toFixed(2),
      ((valuesOf({ figures }).maxDrawdown as number) * 100).toFixed(2),
    ]);
    expect(rows).toEqual([
      ['MSFT', '-21.59', '-2.92', '26.04'],
      ['TSLA', '-15.18', '-1.72', '21.34'],
      ['AAPL', '-6.31', '-0.96', '11.24'],
      ['NVDA', '-7.69', '-0.72', '15.54'],
    ]);
    expect(result.scenario.market?.priceBasis).toBe('adjusted');
  });
});

describe('intraday', () => {
  it('runs a month of minute bars, decided at each bar', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-btc-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const name = 'btc-perp_1m_2021-12-31_2022-02-01.csv';
    writeFileSync(join(folder, name), readFileSync(join(data, 'intraday', name)));
    writeFileSync(
      join(folder, 'dataset.yaml'),
      [
        'name: btc',
        'calendar: 24/7',
        'timeZone: UTC',
        'currency: USD',
        `bars: { file: ${name}, frequency: intraday, barMinutes: 1, stamp: end, priceBasis: ` +
          'raw, symbol: BTC }',
        'symbols: [BTC]',
      ].join('\n'),
    );
    const { result } = await run({
      name: 'btc',
      data: folder,
      window: { from: '2022-01-01', to: '2022-01-31' },
      symbols: ['BTC'],
      execution: 'close',
      agents: [{ id: 'cross', kind: 'sma-cross', fast: 10, slow: 30 }],
    });
    const [cross] = result.runs;
    expect(cross?.coverage).toMatchObject({ due: 31 * 1440, answered: 31 * 1440 });
    expect(valuesOf(cross).returns).toBe(30);
    expect(result.scenario.market?.calendar).toBe('24/7');
  });
});
