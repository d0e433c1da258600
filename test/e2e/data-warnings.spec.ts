/**
 * Warnings from the data check appear wherever the figures of a run do, also where
 * rows are dropped.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Figures } from '#contracts/result/figures';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { file, folder, tapefold } from './command-line.fixture.js';

/**
 * Weekdays of January and February 2024; the sessions without a row are the
 * exchange's two holidays.
 */
const days = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2024, 0, 2 + day)))
  .filter((day) => day.getUTCDay() % 6 !== 0)
  .map((day) => day.toISOString().slice(0, 10))
  .filter((day) => day !== '2024-01-15' && day !== '2024-02-19' && day < '2024-03-01');

const manifest = `name: holed
calendar: XNYS
currency: USD
bars: { file: bars.csv, frequency: daily, stamp: session, priceBasis: raw }
symbols: [HOLED, SOUND]
`;

/** 41 sessions: HOLED lacks four of them, and its price falls by half on 2024-02-06. */
function dataset(broken: string): string {
  const path = folder();
  const missing = ['2024-01-09', '2024-01-10', '2024-01-11', '2024-02-13'];
  const rows = days.flatMap((day, number) => {
    const sound = 100 + (number % 7);
    const holed = day < '2024-02-06' ? sound : sound / 2;
    const row = (symbol: string, price: number): string =>
      [symbol, day, price, price, price, price, 1000].join(',');
    return [...(missing.includes(day) ? [] : [row('HOLED', holed)]), row('SOUND', sound)];
  });
  file(path, 'dataset.yaml', manifest);
  file(path, 'bars.csv', `symbol,date,open,high,low,close,volume\n${rows.join('\n')}\n${broken}`);
  return path;
}

interface ResultFile {
  readonly schemaVersion: number;
  readonly runs: readonly {
    readonly symbol: string;
    readonly dataCoverage: object;
    readonly warnings: readonly object[];
    readonly warningCount: number;
    readonly rowsDropped: number;
    readonly cancelled: number;
    readonly figures: Figures;
  }[];
}

async function run(
  data: string,
  badRows: 'refuse' | 'drop',
): Promise<[string, string, ResultFile]> {
  const directory = folder();
  const scenario = `name: holed
data: ${data}
badRows: ${badRows}
window: { from: 2024-01-02, to: 2024-02-29 }
symbols: [HOLED, SOUND]
agents: [{ id: hold, kind: buy-and-hold }]
`;
  const out = join(directory, 'out');
  const path = file(directory, 'scenario.yaml', scenario);
  const ended = await tapefold('run', path, '--out', out, '--jobs', '2');
  expect(ended).toMatchObject({ code: 0 });
  const text = (name: string): string => readFileSync(join(out, name), 'utf8');
  return [ended.out, text('report.html'), JSON.parse(text('result.json')) as ResultFile];
}

const noBar = {
  symbol: 'HOLED',
  what: 'sessions have no bar',
  from: '2024-01-09',
  to: '2024-02-13',
  count: 4,
};
const jump = {
  symbol: 'HOLED',
  what: 'the close jumps by more than 40%',
  from: '2024-02-06',
  to: '2024-02-06',
  count: 1,
};

describe('a run over data with holes', () => {
  it.each([
    { badRows: 'refuse', broken: '' },
    { badRows: 'drop', broken: 'SOUND,2024-03-01,1,1,1,NaN,5\n' },
  ] as const)('reports it, badRows: $badRows', async ({ badRows, broken }) => {
    const [terminal, report, result] = await run(dataset(broken), badRows);
    const [holed, sound] = result.runs;
    expect(result.schemaVersion).toBe(2);
    expect(holed).toMatchObject({
      dataCoverage: { sessions: 41, withBars: 37 },
      warnings: [jump, noBar],
      warningCount: 2,
    });
    expect(sound).toMatchObject({
      dataCoverage: { sessions: 41, withBars: 41 },
      warnings: [],
      warningCount: 0,
    });
    expect(terminal).toMatch(/^hold +HOLED .* 100\.00% +90\.24%$/m);
    expect(terminal).toMatch(/^hold +SOUND .* 100\.00% +100\.00%$/m);
    expect(terminal).toContain(
      '  HOLED: 4 × sessions have no bar, the first 2024-01-09, the last 2024-02-13\n',
    );
    expect(terminal).toContain('  HOLED: 1 × the close jumps by more than 40%, 2024-02-06\n');
    const notes = report.slice(report.indexOf('Read this first'), report.indexOf('id="runs"'));
    expect(notes).toContain(
      'HOLED: 4 × sessions have no bar, the first 2024-01-09, the last 2024-02-13',
    );
    expect(notes).toContain('HOLED: 1 × the close jumps by more than 40%, 2024-02-06');
    expect(report).toContain('90.24%');
  });

  it('counts the missing sessions as time, and not as returns', async () => {
    const [, , { runs }] = await run(dataset(''), 'refuse');
    for (const [at, returns] of [36, 40].entries()) {
      const metrics = valuesOf(runs[at]);
      const cumulative = metrics['cumulativeReturn'] as number;
      const yearly = (1 + cumulative) ** (252 / 40) - 1;
      expect(metrics['returns']).toBe(returns);
      expect((metrics['annualisedReturn'] as number) / yearly).toBeCloseTo(1, 9);
      const calmar = yearly / (metrics['maxDrawdown'] as number);
      expect((metrics['calmar'] as number) / calmar).toBeCloseTo(1, 9);
    }
  });
});
