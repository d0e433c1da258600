/**
 * HERCULEAN's live regime: a window without an end, over data that gets a day each evening. Day by
 * day or in one go it is the same run, and Buy & Hold has the figures of the paper's Table 3.
 */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { type Result } from '#contracts/result/result';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const source = join(data, 'herculean-2026-live');
const file = 'prices_adjusted.csv';

/** CR in percent, Sharpe, drawdown in percent: the row of the README. */
const published = {
  MSFT: ['12.15', '4.29', '5.81'],
  TSLA: ['2.46', '0.87', '9.97'],
  AAPL: ['9.53', '4.41', '2.52'],
  NVDA: ['12.86', '4.43', '8.43'],
};

const scenario = `name: herculean-live
data: ./data
window: { from: 2026-04-01, to: open }
symbols: [MSFT, TSLA, AAPL, NVDA]
execution: ama-normal-long-short
agents:
  - { id: hold, kind: buy-and-hold }
  - { id: cross, kind: sma-cross, fast: 5, slow: 20 }
  - { id: rsi, kind: rsi-reversion }
  - { id: coin, kind: random }
`;

/** A folder with the scenario, and the data up to a date. */
class Evening {
  readonly folder = mkdtempSync(join(tmpdir(), 'tapefold-live-window-'));

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    cpSync(source, join(this.folder, 'data'), { recursive: true });
    writeFileSync(join(this.folder, 'scenario.yaml'), scenario);
  }

  async run(to: string, end = false): Promise<Result> {
    const [head, ...rows] = readFileSync(join(source, file), 'utf8').trim().split('\n');
    const known = rows.filter((row) => row.split(',')[1]! <= to);
    writeFileSync(join(this.folder, 'data', file), `${[head, ...known].join('\n')}\n`);
    const outcome = await runScenario(loadScenario(join(this.folder, 'scenario.yaml')), {
      out: join(this.folder, 'out'),
      codeVersion: 'test',
      jobs: 1,
      fresh: false,
      end,
    });
    if (outcome.kind !== 'finished') throw new Error('no result');
    return outcome.result;
  }
}

/** Sessions of the window: dates with a price. */
function sessions(): readonly string[] {
  const rows = readFileSync(join(source, file), 'utf8').trim().split('\n').slice(1);
  return [...new Set(rows.map((row) => row.split(',')[1]!))].filter((date) => date >= '2026-04-01');
}

it('is the same run day by day as in one go, and Buy & Hold has the published figures', async () => {
  const dates = sessions();
  expect(dates).toHaveLength(22);
  const rolled = new Evening();
  for (const date of dates) {
    const { scenario: reached } = await rolled.run(date);
    expect(reached).toMatchObject({ open: true, window: { to: date } });
  }
  const open = await verifyResult(join(rolled.folder, 'out'));
  expect(open).toMatchObject({ verified: 16, findings: [] });
  const last = dates.at(-1)!;
  const ended = await rolled.run(last, true);
  const once = await new Evening().run(last, true);
  expect(ended).toEqual(once);
  expect(new Set(ended.runs.map(({ journalHash }) => journalHash)).size).toBe(16);
  for (const [symbol, figures] of Object.entries(published)) {
    const run = ended.runs.find((one) => one.agent === 'hold' && one.symbol === symbol);
    const { cumulativeReturn, sharpe, maxDrawdown } = valuesOf(run!);
    const found = [cumulativeReturn! * 100, sharpe!, maxDrawdown! * 100];
    expect([symbol, ...found.map((figure) => figure.toFixed(2))]).toEqual([symbol, ...figures]);
  }
});
