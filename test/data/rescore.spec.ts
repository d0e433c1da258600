/** Published decisions scored here give the published figures, in both windows of the paper. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rescoreStreams } from '#backtest/rescore/rescore';
import { streamsAt } from '#herculean/rescore/streams-at';
import { openClosePrices } from '#herculean/submit/close-prices';
import { settlePrices } from '#herculean/submit/submitted-prices';
import { fillsAtTicks, symbolPolicies } from '#portfolio';
import type { RescoredRun } from '#report';
import { civilDate, formatCivilDate } from '#values';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');

/** Weekdays from one day to another: HERCULEAN's runner passes over weekends, not over holidays. */
function weekdays(from: number, to: number): string[] {
  const all = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return all.filter((day) => ![0, 6].includes((day + 4) % 7)).map(formatCivilDate);
}

/**
 * What buying on the first day and holding looks like as a result file; the rest never
 * reads a price.
 */
function buyAndHold(folder: string, symbol: string, days: readonly string[]): string {
  const path = join(folder, `trading_${symbol}_hold.json`);
  const recommendations = days.map((date, at) => ({
    date,
    price: 1,
    recommended_action: at === 0 ? 'BUY' : 'HOLD',
  }));
  const start_date = days[0];
  const end_date = days.at(-1);
  const head = { status: 'completed', symbol, model: 'hold', start_date, end_date };
  writeFileSync(path, JSON.stringify({ ...head, recommendations }));
  return path;
}

const percent = (value: number | null): string => ((value as number) * 100).toFixed(2);

function published({ symbol, cumulativeReturn, sharpe, maxDrawdown }: RescoredRun): unknown[] {
  return [symbol, percent(cumulativeReturn), (sharpe as number).toFixed(2), percent(maxDrawdown)];
}

const windows = [
  {
    name: 'herculean-2026',
    days: weekdays(civilDate(2026, 1, 2), civilDate(2026, 3, 31)),
    sessions: 61,
    row: [
      ['AAPL', '-6.31', '-0.96', '11.24'],
      ['MSFT', '-21.59', '-2.92', '26.04'],
      ['NVDA', '-7.69', '-0.72', '15.54'],
      ['TSLA', '-15.18', '-1.72', '21.34'],
    ],
  },
  {
    name: 'herculean-2026-live',
    days: weekdays(civilDate(2026, 4, 1), civilDate(2026, 5, 1)),
    sessions: 22,
    row: [
      ['AAPL', '9.53', '4.41', '2.52'],
      ['MSFT', '12.15', '4.29', '5.81'],
      ['NVDA', '12.86', '4.43', '8.43'],
      ['TSLA', '2.46', '0.87', '9.97'],
    ],
  },
];

describe.each(windows)(
  'result files of buying and holding over $name',
  ({ name, days, sessions, row }) => {
    it('give the row of the paper under the policies of Agent Market Arena by which HOLD keeps', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tapefold-data-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const files = row.map(([symbol]) => buyAndHold(folder, symbol as string, days));
      const { streams, files: coverage } = await streamsAt(files, join(data, name));
      for (const file of coverage) {
        expect(file).toMatchObject({
          records: days.length,
          sessions,
          missing: [],
          prices: sessions,
        });
        expect(file.outside).toHaveLength(days.length - sessions);
        expect(file.disputes).toHaveLength(sessions);
      }
      const outcome = await rescoreStreams(streams, {
        name: 'paper',
        policies: symbolPolicies.own.filter((policy) => !fillsAtTicks(policy)),
        rankedBy: 'sharpe',
        out: join(folder, 'out'),
        codeVersion: 'test',
        jobs: 1,
        fresh: false,
      });
      if (outcome.kind !== 'finished') throw new Error('interrupted');
      const under = (policy: string): RescoredRun[] =>
        outcome.rescore.runs.filter((run) => run.policy === policy);
      for (const policy of ['ama-normal-long-short', 'ama-normal-long-only']) {
        expect(under(policy).map(published)).toEqual(row);
      }
      // HOLD closes there: bought at the first close, sold at the second.
      expect(under('ama-aggressive-long-only').map(({ trades }) => trades)).toEqual([1, 1, 1, 1]);
      expect(under('ama-aggressive-long-only').map(published)).not.toEqual(row);
    });
  },
);

describe('prices of submissions', () => {
  it('are those of the close, and of the close before on a holiday', async () => {
    const closes = await openClosePrices(join(data, 'herculean-2026'), ['TSLA', 'NVDA']);
    const said = { TSLA: 438.07, NVDA: 100 };
    const first = { date: '2026-01-02', action: 'BUY', forced: 'HOLD' };
    // Rows of prices_adjusted.csv.
    expect(settlePrices(closes, said, first)).toEqual({
      prices: { TSLA: 438.07, NVDA: 188.6199 },
      discrepancies: [{ date: '2026-01-02', symbol: 'NVDA', said: 100, price: 188.6199 }],
    });
    const martinLutherKingDay = { date: '2026-01-19', action: 'HOLD', forced: 'HOLD' };
    expect(settlePrices(closes, { TSLA: 1 }, martinLutherKingDay).prices).toEqual(
      settlePrices(closes, { TSLA: 1 }, { ...first, date: '2026-01-16' }).prices,
    );
  });
});
