/**
 * Results in the layout of published tables, for a terminal and for the page; and pairs
 * in the report.
 */

import { figuresWith } from '#contracts/result/figure-values.fixture';
import type { RunResult, Result } from '#contracts/result/result';
import { describe, expect, it } from 'vitest';
import { exampleInput } from '../charts/example-input.fixture.js';
import { renderPaperTable } from './paper-table.js';
import { renderReport } from '../pages/render-report.js';
import type { ReportInput } from '../input/report-input.js';
import { renderTerminalTable } from '../terminal/terminal-table.js';

const { result } = exampleInput({
  symbols: ['AA', 'BB'],
  agents: ['cross', 'hold'],
  marks: 20,
  seed: 1,
});

/** With distinct figures, and `hold` for a baseline. */
function withFigures({ scenario, ...rest }: Result): Result {
  const runs = rest.runs.map((run, at): RunResult => {
    const metrics = {
      cumulativeReturn: -0.2159 - at,
      sharpe: at === 0 ? null : at,
      maxDrawdown: 0.5,
    };
    const against = { baseline: 'hold', difference: 0, interval: null };
    return {
      ...run,
      figures: { ...run.figures, ...figuresWith(metrics) },
      againstBaseline: run.agent === 'hold' ? null : against,
    };
  });
  return { ...rest, scenario, runs };
}

const pair = { left: 'AA', right: 'BB', index: null };
const pairFigures = figuresWith(
  {
    leftContribution: -12.5,
    rightContribution: 20,
    borrow: -1,
    meanGross: 0.99,
    meanNet: null,
    sessionsInPosition: 12,
    flips: 3,
  },
  { meanNet: 'there is no mark' },
);

/** One run of hedging with a pair, one without. */
function hedged(): Required<ReportInput> {
  const input = exampleInput({ symbols: ['AA'], agents: ['one', 'two'], marks: 6, seed: 1 });
  const pairs = [pair, null];
  const side = Float64Array.of(0, 1, 1, -1, -1, 0);
  const { market } = input.result.scenario;
  const scenario = {
    ...input.result.scenario,
    workflow: 'hedging',
    market: { ...market!, portfolio: true },
  };
  const runs = input.result.runs.map((run, at) => ({
    ...run,
    symbol: null,
    pair: pairs[at]!,
    figures: { ...run.figures, ...pairFigures },
  }));
  return {
    result: { ...input.result, scenario, runs },
    runs: input.runs.map((run) => ({
      ...run,
      legs: { left: run.equity.map((_, at) => -at), right: run.equity.map((_, at) => at), side },
    })),
  };
}

describe('renderPaperTable', () => {
  it('has the baseline first, and three rows a symbol', () => {
    const lines = renderPaperTable(withFigures(result)).split('\n');
    expect(lines[0]).toMatch(/^Trading +hold +cross$/);
    expect(lines.slice(2).map((line) => line.trimEnd().split(/ {2,}/))).toEqual([
      ['AA', 'CR %', '−121.59', '−21.59'],
      ['', 'SR', '1.00', '—'],
      ['', 'MDD %', '50.00', '50.00'],
      ['BB', 'CR %', '−321.59', '−221.59'],
      ['', 'SR', '3.00', '2.00'],
      ['', 'MDD %', '50.00', '50.00'],
    ]);
  });

  it('names the pair of each agent of hedging', () => {
    const lines = renderPaperTable(hedged().result).split('\n');
    expect(lines[0]).toMatch(/^Hedging +one +two$/);
    expect(lines[2]).toMatch(/^pair +PAIR +AA\/BB +no pair$/);
    expect(lines).toHaveLength(2 + 4);
  });
});

describe('a hedging run', () => {
  it('shows its pair in the table of the terminal', () => {
    const lines = renderTerminalTable(hedged().result, 'tapefold').split('\n');
    expect(lines[2]).toMatch(/^one +AA\/BB /);
    expect(lines[3]).toMatch(/^two +no pair /);
  });

  it('that did not finish is called a run of an unknown pair', () => {
    const { result } = hedged();
    const stopped = { run: 'three-pair', agent: 'three', symbol: null, repeat: 0, reason: null };
    const partial = { ...result, missingRuns: [{ ...stopped, status: 'cancelled' as const }] };
    expect(renderTerminalTable(partial, 'tapefold')).toContain('three on pair was cancelled');
    const traded = { ...partial, scenario: { ...result.scenario, workflow: 'trading' as const } };
    expect(renderTerminalTable(traded, 'tapefold')).toContain('three on portfolio was cancelled');
  });

  it('shows in the page what each leg brought, and when which one was long', () => {
    const page = renderReport(hedged());
    expect(page).toContain('<h4>Pair AA and BB</h4>');
    expect(page).toContain('In the end AA brought −12.50 and BB 20.00.');
    // Two stretches: three marks of the left leg, two of the right one.
    const strip = page.match(/<rect class="held [^>]*>/g) ?? [];
    expect(strip).toHaveLength(2);
    expect(strip[0]).toContain('x="20.00%" width="40.00%"');
    expect(strip[1]).toContain('x="60.00%" width="40.00%"');
    expect(page).toContain('the scenario names no index');
    expect(page).toContain('No pair was chosen: nothing was traded.');
  });
});
