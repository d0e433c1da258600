/**
 * HERCULEAN's two windows with rules for agents, in the layout of the paper's tables: Buy & Hold
 * has the published figures, the rules have those of a second implementation, and the published
 * figures are checked by what must hold.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { parse } from 'yaml';
import {
  cellName,
  checkPublished,
  loadScenario,
  parsePublishedTable,
  runScenario,
  type PublishedCell,
} from '#backtest';
import { type RunResult, type Result } from '#contracts/result/result';
import { openDataset } from '#market-data';
import { renderPaperTable } from '#report';
import { askPython, installLimitMs } from './ask-python.fixture.js';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const examples = resolve('examples/10-herculean-tables');
const pool = 'AAPL ADBE AMZN GOOGL META MSFT NVDA TSLA'.split(' ');
const traded = ['MSFT', 'TSLA', 'AAPL', 'NVDA'];

const windows = [
  { table: '2', dataset: 'herculean-2026', from: '2026-01-02', to: '2026-03-31', marks: 61 },
  { table: '3', dataset: 'herculean-2026-live', from: '2026-04-01', to: '2026-05-01', marks: 22 },
] as const;
type Window = (typeof windows)[number];

const published = parsePublishedTable(
  readFileSync(join(examples, 'published.csv'), 'utf8'),
  'published.csv',
);

interface Figures {
  readonly cumulativeReturn: number;
  readonly sharpe: number | null;
  readonly maxDrawdown: number;
  readonly pair?: string;
}
type Oracle = Readonly<Record<'pair-hold' | 'pair-zscore', Figures>> & {
  readonly 'sma-cross': Readonly<Record<string, Figures>>;
};

const files = { trading: 'scenario.yaml', hedging: 'hedging.yaml' } as const;

/** Runs an example in one of the windows. */
async function run(example: 'trading' | 'hedging', window: Window): Promise<Result> {
  const out = mkdtempSync(join(tmpdir(), 'tapefold-tables-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const scenario = parse(readFileSync(join(examples, files[example]), 'utf8')) as object;
  const { dataset, from, to } = window;
  const moved = { ...scenario, data: join(data, dataset), window: { from, to } };
  const index = example === 'hedging' ? { index: 'SPY' } : {};
  const path = join(out, 'scenario.json');
  writeFileSync(path, JSON.stringify({ ...moved, ...index }));
  const options = { out: join(out, 'result'), codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario(loadScenario(path), options);
  if (outcome.kind !== 'finished') throw new Error('no result');
  return outcome.result;
}

function runOf({ runs }: Result, agent: string, symbol: string | null): RunResult {
  const found = runs.find((one) => one.agent === agent && one.symbol === symbol);
  if (found === undefined) throw new Error(`no run of ${agent} on ${symbol}`);
  return found;
}

/** Closes up to the end of the window, by symbol, and where the window starts in them. */
function closesOf({ dataset, from, to }: Window): {
  symbols: Record<string, number[]>;
  first: number;
} {
  const [, ...lines] = readFileSync(join(data, dataset, 'prices_adjusted.csv'), 'utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => line.split(',')).filter(([, date]) => date! <= to);
  const symbols = Object.fromEntries(
    [...pool, 'SPY'].map((symbol) => [
      symbol,
      rows.filter(([name]) => name === symbol).map((row) => Number(row[5])),
    ]),
  );
  const dates = rows.filter(([name]) => name === 'SPY').map(([, date]) => date!);
  return { symbols, first: dates.indexOf(from) };
}

function expectFigures({ figures }: RunResult, expected: Figures): void {
  for (const name of ['cumulativeReturn', 'sharpe', 'maxDrawdown'] as const) {
    const found = valuesOf({ figures })[name];
    const wanted = expected[name];
    if (wanted === null) expect(found).toBeNull();
    else expect(Math.abs((found ?? Infinity) - wanted)).toBeLessThan(1e-9);
  }
}

describe.each(windows)('table $table, $from to $to', (window) => {
  let oracle: Oracle;
  beforeAll(() => {
    oracle = askPython<Oracle>('rule_agents.py', { ...closesOf(window), pool, traded });
  }, installLimitMs);

  it('has the published Buy & Hold rows and those of the rules, in the paper’s layout', async () => {
    const result = await run('trading', window);
    const rows = published.filter(
      ({ table, task, agent }) =>
        table === window.table && task === 'Trading' && agent === 'buy-and-hold',
    );
    expect(rows.map(({ symbol }) => symbol)).toEqual(traded);
    for (const { symbol, printed } of rows) {
      const metrics = valuesOf(runOf(result, 'buy-and-hold', symbol));
      expect((metrics.cumulativeReturn! * 100).toFixed(2)).toBe(printed['CR']);
      expect(metrics.sharpe!.toFixed(2)).toBe(printed['SR']);
      expect((metrics.maxDrawdown! * 100).toFixed(2)).toBe(printed['MDD']);
      expect(metrics.returns).toBe(window.marks - 1);
      expectFigures(runOf(result, 'sma-cross', symbol), oracle['sma-cross'][symbol]!);
    }
    const lines = renderPaperTable([result]).split('\n');
    expect(lines).toHaveLength(2 + 3 * traded.length);
    expect(lines[0]).toMatch(/^Trading +buy-and-hold +sma-cross +rsi-reversion +random$/);
    expect(lines[2]).toMatch(/^MSFT +CR % /);
  });

  it('has the pairs and figures of the second implementation, and legs that sum up', async () => {
    const result = await run('hedging', window);
    for (const agent of ['pair-hold', 'pair-zscore'] as const) {
      const one = runOf(result, agent, null);
      expect(`${one.pair?.left}/${one.pair?.right}`).toBe(oracle[agent].pair);
      expectFigures(one, oracle[agent]);
      expect(one.coverage).toMatchObject({ due: window.marks, answered: window.marks });
    }
    for (const { pair, figures } of result.runs) {
      const values = valuesOf({ figures });
      const earned = values['leftContribution']! + values['rightContribution']!;
      expect(earned).toBeCloseTo(values.finalEquity! - 100_000, 5);
      expect(Math.abs(values['meanNet']!)).toBeLessThan(0.1);
      expect(pair).toMatchObject({ index: 'SPY' });
      expect(values['betaToIndex']).toBeTypeOf('number');
    }
    const [, , pairs] = renderPaperTable([result]).split('\n');
    expect(pairs).toContain(oracle['pair-zscore'].pair);
  });

  it('has figures that its prices allow, for every rule', async () => {
    const dataset = await openDataset(join(data, window.dataset));
    onTestFinished(() => dataset.close());
    const results = [await run('trading', window), await run('hedging', window)];
    const cells = results.flatMap(({ runs }) => runs.map((one) => asPublished(one, window)));
    const { cells: checked, skipped } = await checkPublished(cells, dataset);
    expect(skipped).toBe(0);
    expect(checked).toHaveLength(16 + 3);
    expect(checked.flatMap(({ reasons }) => reasons)).toEqual([]);
  });
});

/** A run of ours as a table would print it. */
function asPublished({ agent, symbol, pair, figures }: RunResult, window: Window): PublishedCell {
  const [cell] = parsePublishedTable(
    [
      `table,from,to,task,symbol,metric,${agent}`,
      ...[
        ['CR', (valuesOf({ figures }).cumulativeReturn! * 100).toFixed(2)],
        ['SR', valuesOf({ figures }).sharpe?.toFixed(2) ?? ''],
        ['MDD', (valuesOf({ figures }).maxDrawdown! * 100).toFixed(2)],
        ['PAIR', pair ? `${pair.left}/${pair.right}` : ''],
      ].map((row) =>
        [window.table, window.from, window.to, 'Ours', symbol ?? '', ...row].join(','),
      ),
    ].join('\n'),
    'ours',
  );
  return cell!;
}

describe('the published tables', () => {
  it('have cells that cannot be, and these alone', async () => {
    // It reaches back far enough for both windows.
    const dataset = await openDataset(join(data, 'herculean-2026-live'));
    onTestFinished(() => dataset.close());
    const { cells, skipped } = await checkPublished(published, dataset);
    expect({ cells: cells.length, skipped }).toEqual({ cells: 336, skipped: 0 });
    const impossible = cells.filter(({ reasons }) => reasons.length > 0);
    const [single, ...negative] = impossible;
    const pairs = cells.filter(({ unreadable }) => unreadable.length > 0);
    expect(cellName(single!)).toBe('table 3, Trading NVDA, codex qwen27, 2026-04-01 to 2026-05-01');
    expect(single!.reasons[0]).toMatch(/^after such a fall the prices allow a return of -/);
    // In the paper's text this block has names for returns and negative numbers for drawdowns.
    expect(pairs).toHaveLength(15);
    for (const { table, task, unreadable } of pairs) {
      expect({ table, task }).toEqual({ table: '3', task: 'Hedging' });
      expect(unreadable[0]).toMatch(/^CR is not a number/);
    }
    expect(negative).toHaveLength(8);
    for (const cell of negative) {
      expect(pairs).toContain(cell);
      expect(cell.reasons).toEqual(['the drawdown is negative']);
    }
  });
});
