/**
 * HERCULEAN's live regime: its file and the runs over it grow by the day, and give the
 * row of the paper.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { type Result } from '#contracts/result/result';
import { openDataset } from '#feeds';
import { exportEnvironment } from '#herculean';
import type { Dataset } from '#market-data';
import { formatCivilDate, requireCivilDate } from '#values';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const root = mkdtempSync(join(tmpdir(), 'herculean-live-'));
const first = requireCivilDate('2026-04-01', 'first');
const last = requireCivilDate('2026-05-01', 'last');
const symbols = ['MSFT', 'TSLA', 'AAPL', 'NVDA'];

let source: Dataset;
beforeAll(async () => {
  source = await openDataset(join(data, 'herculean-2026-live'));
});
afterAll(async () => {
  await source.close();
  rmSync(root, { recursive: true, force: true });
});

const scenario = {
  name: 'live',
  data: './environment.duckdb',
  window: { from: '2026-04-01', to: 'open' },
  symbols,
  execution: 'ama-normal-long-only',
  agents: [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
  ],
};

/** A folder with a scenario and its environment file. */
class Desk {
  readonly directory: string;
  readonly file: string;

  constructor(name: string) {
    this.directory = join(root, name);
    this.file = join(this.directory, 'environment.duckdb');
    mkdirSync(this.directory);
    writeFileSync(join(this.directory, 'scenario.json'), JSON.stringify(scenario));
  }

  async run(options: { end?: boolean } = {}): Promise<Result> {
    const loaded = loadScenario(join(this.directory, 'scenario.json'));
    const out = join(this.directory, 'out');
    const outcome = await runScenario(loaded, {
      out,
      codeVersion: 'test',
      jobs: 1,
      fresh: false,
      ...options,
    });
    if (outcome.kind !== 'finished') throw new Error('interrupted');
    return outcome.result;
  }
}

const hashesOf = ({ runs }: Result): unknown =>
  runs.map(({ run, journalHash }) => [run, journalHash]);

describe('the live regime', () => {
  it('has one hash, rolled forward day by day or run in one go, and the paper’s Buy & Hold row', async () => {
    const rolled = new Desk('rolled');
    const once = new Desk('once');
    const days = source.calendar.sessionsBetween(first, last);
    expect(days).toHaveLength(22);
    for (const [at, day] of days.entries()) {
      const report = await exportEnvironment(source, rolled.file, { through: day });
      expect(report.through).toBe(formatCivilDate(day));
      if (at > 0) expect(report.appended).toEqual({ prices: 9, news: 0, filings: 0 });
      const { scenario: told, runs } = await rolled.run();
      expect(told).toMatchObject({ open: true, window: { to: formatCivilDate(day) } });
      expect(runs.map(({ figures }) => valuesOf({ figures }).returns)).toEqual(runs.map(() => at));
    }
    await exportEnvironment(source, once.file, { through: last });
    const inOneGo = await once.run({ end: true });
    const dayByDay = await rolled.run({ end: true });
    expect(hashesOf(dayByDay)).toEqual(hashesOf(inOneGo));
    expect(await verifyResult(join(rolled.directory, 'out'))).toMatchObject({ findings: [] });
    const rows = dayByDay.runs
      .filter(({ agent }) => agent === 'hold')
      .map(({ symbol, figures }) => [
        symbol,
        ((valuesOf({ figures }).cumulativeReturn as number) * 100).toFixed(2),
        (valuesOf({ figures }).sharpe as number).toFixed(2),
        ((valuesOf({ figures }).maxDrawdown as number) * 100).toFixed(2),
      ]);
    expect(rows).toEqual([
      ['MSFT', '12.15', '4.29', '5.81'],
      ['TSLA', '2.46', '0.87', '9.97'],
      ['AAPL', '9.53', '4.41', '2.52'],
      ['NVDA', '12.86', '4.43', '8.43'],
    ]);
  });

  it('grows by whole weeks for reports', async () => {
    const { file } = new Desk('weekly');
    const report = await exportEnvironment(source, file, { through: last - 1, weekly: true });
    expect(report.cuts.slice(-5)).toEqual([
      '2026-03-27',
      '2026-04-02',
      '2026-04-10',
      '2026-04-17',
      '2026-04-24',
    ]);
  });
});
