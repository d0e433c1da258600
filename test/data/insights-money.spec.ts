/**
 * The paper's Buy & Hold of market insights, from the prices of its window: always BUY, on
 * thirteen report dates.
 */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { reasonsOf, valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import type { Result } from '#contracts/result/result';
import { renderPaperTable } from '#report';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', 'herculean-2026');

/** Cumulative return in percent, Sharpe ratio a week, deepest fall in percent. */
const published = {
  MSFT: [-24.39, -0.61, 25.39],
  TSLA: [-17.4, -0.6, 19.43],
  AAPL: [-8.11, -0.15, 10.75],
  NVDA: [-11.29, -0.32, 12.35],
} as const;
const symbols = Object.keys(published) as (keyof typeof published)[];
const fridays = Array.from({ length: 13 }, (_, week) =>
  new Date(Date.UTC(2026, 0, 2 + 7 * week)).toISOString().slice(0, 10),
);

describe('always BUY from 2026-01-02 to 2026-03-27', () => {
  let result: Result;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-insights-'));
    const lines = fridays.flatMap((date) =>
      symbols.map((symbol) => JSON.stringify({ date, symbol, rating: 'BUY' })),
    );
    writeFileSync(join(folder, 'buy.jsonl'), lines.join('\n'));
    const scenario = {
      name: 'always-buy',
      data,
      workflow: 'insights',
      symbols,
      window: { from: '2026-01-02', to: '2026-03-31' },
      agents: [
        { id: 'buyer', kind: 'script', file: 'buy.jsonl' },
        { id: 'reporter', kind: 'rule', rule: 'reporter' },
      ],
    };
    const path = join(folder, 'scenario.json');
    writeFileSync(path, JSON.stringify(scenario));
    const options = { out: join(folder, 'out'), codeVersion: 'test', jobs: 1, fresh: false };
    const outcome = await runScenario(loadScenario(path), options);
    if (outcome.kind !== 'finished') throw new Error('no result');
    result = outcome.result as Result;
  });

  it.each(symbols)('gives the figures of Table 2 for %s', (symbol) => {
    const figures = valuesOf(result.runs[0]);
    const [cumulative, sharpe, fall] = published[symbol];
    expect(100 * figures[`cumulativeReturn.${symbol}`]!).toBeCloseTo(cumulative, 2);
    expect(figures[`sharpeWeekly.${symbol}`]!).toBeCloseTo(sharpe, 2);
    expect(100 * figures[`maxDrawdown.${symbol}`]!).toBeCloseTo(fall, 2);
  });

  it('has a baseline by the dates of trading, and its Sharpe ratio a week', () => {
    const lines = renderPaperTable([result]).split('\n').slice(2);
    const cells = lines.map((line) => line.trimEnd().split(/ {2,}/).at(-3));
    const [msft, tsla, aapl, nvda] = symbols.map((symbol) => published[symbol][1]);
    const found = cells.map((cell) => Number(cell?.replace('\u2212', '-')));
    const traded = [
      [-21.59, msft, 26.04],
      [-15.18, tsla, 21.34],
      [-6.31, aapl, 11.24],
      [-7.69, nvda, 15.54],
    ];
    expect(found).toEqual(traded.flat());
  });

  it('asks for a report a symbol and week, and for none of the last two days', () => {
    expect(result.runs[0]!.coverage).toMatchObject({ due: 52, answered: 52 });
  });

  it('is rated by `reporter` in reports to which code has nothing to object', () => {
    const { coverage } = result.runs[1]!;
    expect(coverage).toMatchObject({ due: 52, answered: 52 });
    const perfect = { quantitativeAlignment: 5, structureAndFormat: 5, metadataAccuracy: 5 };
    expect(valuesOf(result.runs[1])).toMatchObject(perfect);
    expect(reasonsOf(result.runs[1])).toEqual({});
    const why = 'no answer has a report';
    expect(reasonsOf(result.runs[0])).toEqual({
      quantitativeAlignment: why,
      structureAndFormat: why,
      metadataAccuracy: why,
    });
  });
});
