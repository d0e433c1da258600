/**
 * Results in the layout of published tables, for a terminal and for the page; and pairs
 * in the report.
 */

import { figuresWith } from '#contracts/result/figure-values.fixture';
import type { ReportSection, RunResult, Result } from '#contracts/result/result';
import { describe, expect, it } from 'vitest';
import { exampleInput } from '../charts/example-input.fixture.js';
import { exampleTaskResult } from '../example-task-result.fixture.js';
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
    const lines = renderPaperTable([withFigures(result)]).split('\n');
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
    const lines = renderPaperTable([hedged().result]).split('\n');
    expect(lines[0]).toMatch(/^Hedging +one +two$/);
    expect(lines[2]).toMatch(/^pair +PAIR +AA\/BB +no pair$/);
    expect(lines).toHaveLength(2 + 4);
  });
});

/** Runs of tasks with these figures; `lost` has no valid answer. */
function answered(workflow: string, terms: object, figures: Record<string, number>): Result {
  const base = exampleTaskResult();
  const [run] = base.runs;
  const due = run!.coverage;
  const none = { ...due, answered: 0, missing: 240 };
  const runs = ['sure', 'lost'].map((agent): RunResult => {
    const coverage = agent === 'lost' ? none : due;
    return { ...run!, run: agent, agent, coverage, figures: figuresWith(figures) };
  });
  const scenario = { ...base.scenario, workflow, repeats: 1, terms: { ...terms } };
  return { ...base, scenario, runs, sections: [] };
}

const section = (title: string, rows: (string | number | null)[][]): ReportSection => {
  const columns = (rows[0] ?? []).map((cell) => {
    return { title: String(cell), format: 'text' as const };
  });
  return { title, text: [], table: { columns, rows } };
};
const held = [
  ['buy and hold', 'AA', 'on the same dates', 12, -0.2439, -0.61, 0.2539],
  ['buy and hold', 'AA', 'at every session', 60, -0.2, null, 0.25],
];
const reports = (window = { from: '2026-01-02', to: '2026-03-31' }): Result => {
  const figures = {
    'cumulativeReturn.AA': 0.0049,
    'sharpeWeekly.AA': 0.1,
    'maxDrawdown.AA': 0.0328,
    'coverage.AA': 1,
    'cumulativeReturn.BB': 0,
    'maxDrawdown.BB': 0,
    'coverage.BB': 0,
  };
  const result = answered('insights', { reports: { window, symbols: ['AA', 'BB'] } }, figures);
  return { ...result, sections: [section('Money', held)] };
};
const cellsOf = (results: readonly Result[]) =>
  renderPaperTable(results)
    .split('\n')
    .map((line) => line.trimEnd().split(/ {2,}/));

describe('the tables of all workflows', () => {
  it('have a dash in each cell of an agent, or of a symbol, without a valid answer', () => {
    const rates = { ACC: 0.6615, SER: 0, EER: 0.0615, CER: 0.2769 };
    expect(cellsOf([answered('auditing', {}, rates)])).toEqual([
      ['Auditing', 'sure', 'lost'],
      expect.anything(),
      ['', 'ACC %', '66.15', '–'],
      ['', 'SER %', '0.00', '–'],
      ['', 'EER %', '6.15', '–'],
      ['', 'CER %', '27.69', '–'],
    ]);
    expect(cellsOf([reports()]).slice(2)).toEqual([
      ['AA', 'CR %', '−20.00', '0.49', '–'],
      ['', 'SR', '−0.61', '0.10', '–'],
      ['', 'MDD %', '25.00', '3.28', '–'],
      ['BB', 'CR %', '—', '–', '–'],
      ['', 'SR', '—', '–', '–'],
      ['', 'MDD %', '—', '–', '–'],
    ]);
    const [run] = result.runs;
    const none = { ...run!.coverage, answered: 0 };
    const silent = { ...withFigures(result), runs: [{ ...run!, coverage: none }] };
    const dashes = cellsOf([silent]).slice(2);
    expect(dashes.map((cells) => cells.at(-1))).toEqual(['–', '–', '–']);
  });

  it('are one table in the paper’s order, with the scores of judges', () => {
    const scores = section('Scores by symbol', [
      ['sure', 'AA', 'judge-1', 13, 9, 9, 9],
      ['sure', 'AA', 'all judges', 13, 9.614, 9, 10],
    ]);
    const judged = { ...answered('judging', { of: 'insights' }, {}), sections: [scores] };
    const audits = answered('auditing', {}, { ACC: 1, SER: 0, EER: 0, CER: 0 });
    const all = [audits, reports(), judged, hedged().result, withFigures(result)];
    const table = cellsOf(all);
    expect(table[0]).toEqual(['Task', 'BL', 'cross', 'two', 'sure', 'lost']);
    const tasks = table.slice(2).flatMap(([task]) => (task === '' ? [] : [task]));
    const note = 'BL: hold (Trading), one (Hedging), buy and hold (Market Insights)';
    expect(tasks).toEqual(['Trading', 'Hedging', 'Market Insights', 'Auditing', note]);
    const at = table.findIndex(([task]) => task === 'Market Insights');
    expect(table[at]?.slice(2)).toEqual(['Score', '—', '—', '—', '9.61', '–']);
  });

  it('have the trading of the same window as the baseline of reports', () => {
    const { window } = result.scenario;
    const table = cellsOf([withFigures(result), reports(window)]);
    const at = table.findIndex(([task]) => task === 'Market Insights');
    expect(table.slice(at, at + 3).map((cells) => cells.at(-4))).toEqual([
      '−121.59',
      '−0.61',
      '50.00',
    ]);
    expect(table[0]).toEqual(['Task', 'hold', 'cross', 'sure', 'lost']);
  });

  it('join results whose agents have different names, and keep others apart', () => {
    const renamed = ({ runs, ...rest }: Result): Result => {
      return { ...rest, runs: runs.map((run) => ({ ...run, agent: `${run.agent} again` })) };
    };
    const audits = answered('auditing', {}, { ACC: 1 });
    expect(cellsOf([audits, renamed(audits)])).toHaveLength(2 + 4);
    expect(cellsOf([audits, audits])).toHaveLength(2 + 8);
  });

  it('are below the runs of a page', () => {
    const page = renderReport({ result: reports(), runs: [] });
    expect(page).toContain('In the layout of HERCULEAN’s tables');
    expect(page).toContain('Sharpe ratio a week');
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
