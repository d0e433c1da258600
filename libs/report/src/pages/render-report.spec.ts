/** The page is whole without a script, honest about its figures, and safe with hostile names. */

import { describe, expect, it } from 'vitest';
import { figuresWith } from '#contracts/result/figure-values.fixture';
import { exampleInput } from '../charts/example-input.fixture.js';
import { renderReport } from './render-report.js';
import type { ReportInput } from '../input/report-input.js';

const input = exampleInput({
  symbols: ['ALPHA', 'BETA'],
  agents: ['hold', 'cross'],
  marks: 300,
  seed: 1,
});
const page = renderReport(input);

function withFirstRun(change: object): Required<ReportInput> {
  const [first, ...others] = input.result.runs;
  return { ...input, result: { ...input.result, runs: [{ ...first!, ...change }, ...others] } };
}

describe('the page', () => {
  it('is a function of its input', () => {
    expect(
      renderReport(
        exampleInput({
          symbols: ['ALPHA', 'BETA'],
          agents: ['hold', 'cross'],
          marks: 300,
          seed: 1,
        }),
      ),
    ).toBe(page);
  });

  it('asks for nothing from anywhere', () => {
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page).not.toMatch(/@import|url\((?!#)/);
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src &#39;none&#39;|default-src 'none'/,
    );
  });

  it('has one h1, landmarks, captions and scoped heads', () => {
    expect(page.match(/<h1[ >]/g)).toHaveLength(1);
    for (const landmark of ['<header>', '<main ', '<footer>', '<nav '])
      expect(page).toContain(landmark);
    expect(page.match(/<table/g)?.length).toBe(page.match(/<caption>/g)?.length);
    expect(page).not.toMatch(/<th(?![^>]*scope=)[ >]/);
    expect(page.match(/<svg[^>]*role="img"/g)?.length).toBeGreaterThan(2);
  });

  it('shows figures and curves first, and where they come from last', () => {
    const found = [...page.matchAll(/<h2 id="([a-z]+)"/g)].map(([, id]) => id);
    const order = ['notes', 'overview', 'runs', 'curves', 'details', 'policy', 'meanings'];
    expect(found).toEqual([...order, 'scenario', 'verify']);
    const links = [...page.matchAll(/<li><a href="#([a-z]+)"/g)].map(([, id]) => id);
    expect(links).toEqual(found.slice(1));
    const overview = page.slice(page.indexOf('id="overview"'), page.indexOf('<h2 id="runs"'));
    expect(overview.match(/<table class="headline">/g)).toHaveLength(1);
    expect(overview).toContain('Equity of ALPHA, USD');
    expect(overview).not.toContain('BETA');
  });

  it('begins with tiles and unfolded details when it is about one run beside the baseline', () => {
    const agents = ['hold', 'cross'];
    const lone = renderReport(exampleInput({ symbols: ['A'], agents, marks: 60, seed: 1 }));
    expect(lone).toMatch(
      /<dt>Sharpe ratio<\/dt><dd>0.62<small>[^<]*<\/small><small>hold 0.62<\/small>/,
    );
    expect(lone).toMatch(/<dt>Above hold, a year<\/dt><dd>\+2.10%<small>−3.90% to \+8.10%</);
    expect(lone.match(/<details class="run" id="run-\d" open>/g)).toEqual([
      '<details class="run" id="run-1" open>',
    ]);
    expect(lone).not.toContain('<h2 id="curves"');
  });

  it('offers a logarithmic scale when all equity is positive, and no other', () => {
    expect(page.match(/class="log-switch"/g)).toHaveLength(2);
    expect(page.match(/<div class="plot log">/g)).toHaveLength(2);
    const [first, ...others] = input.runs;
    const lost = { ...first!, equity: first!.equity.map((value, at) => (at === 9 ? 0 : value)) };
    const changed = renderReport({ ...input, runs: [lost, ...others] });
    expect(changed.match(/class="log-switch"/g)).toHaveLength(1);
  });

  it('says before anything else that a result is partial, and which runs are missing', () => {
    const run = { run: 'coin-BETA', agent: 'coin', symbol: 'BETA', repeat: 0 };
    const missingRuns = [{ ...run, status: 'cancelled' as const, reason: '<a test>' }];
    const partial = renderReport({ ...input, result: { ...input.result, missingRuns } });
    const [, notes] = partial.split('Read this first');
    const lines = [
      '</h2><ul><li><strong>Partial result: 1 of 5 runs is missing.</strong>',
      'coin on BETA was cancelled (&lt;a test&gt;).',
    ];
    expect(notes?.startsWith(lines.join(' '))).toBe(true);
    expect(page).not.toContain('Partial result');
  });

  it('says what the notes of the result say, the hashes, and how to verify', () => {
    expect(page).toContain('The data is synthetic: a program made it.');
    expect(page).toContain('synthetic data</span>');
    expect(page).toContain(input.result.tape.hash);
    for (const run of input.result.runs) {
      expect(page).toContain(run.journalHash);
      expect(page).toContain(`tapefold verify runs/${run.run}`);
    }
  });

  it('shows an undefined figure as a dash with its reason', () => {
    const reason = 'no closed round trip lost money';
    const undefinedRun = withFirstRun({
      figures: {
        ...input.result.runs[0]!.figures,
        sharpe: { value: null, reason: 'the returns do not vary' },
        profitFactor: { value: null, reason },
      },
    });
    expect(renderReport(undefinedRun)).toMatch(/title="[^"]*the returns do not vary[^"]*"/);
  });

  it('warns of coverage below 95%, and does not above', () => {
    const coverage = {
      due: 100,
      answered: 94,
      missing: 6,
      invalid: 0,
      late: 0,
      failed: 0,
      forced: 0,
    };
    expect(renderReport(withFirstRun({ coverage }))).toContain('Low coverage in 1 of 4 runs.');
    expect(
      renderReport(withFirstRun({ coverage: { ...coverage, answered: 95, missing: 5 } })),
    ).not.toContain('Low coverage');
  });

  it('names what the data lacks before anything else, once for all runs', () => {
    const what = 'sessions have no bar';
    const warning = { symbol: 'ALPHA', what, from: '2020-01-03', to: '2020-02-04', count: 12 };
    const jump = { symbol: 'A<B', what: 'a jump', from: '2020-01-06', to: '2020-01-06', count: 1 };
    const runs = input.result.runs.map((run) => ({
      ...run,
      dataCoverage: { sessions: 300, withBars: 288 },
      warnings: [warning, jump],
      warningCount: 5,
    }));
    const told = renderReport({ ...input, result: { ...input.result, runs } });
    expect(told).toContain(
      '<strong>Data warnings: 5.</strong> ' +
        'ALPHA: 12 × sessions have no bar, the first 2020-01-03, the last 2020-02-04; ' +
        'A&lt;B: 1 × a jump, 2020-01-06; and 3 more. tapefold data check &lt;data set&gt; shows ' +
        'file and line.',
    );
    expect(told.match(/12 × sessions have no bar/g)).toHaveLength(1);
    expect(told.match(/100.00%<small>data 96.00%<\/small><\/td>/g)).toHaveLength(4);
    expect(page).not.toContain('Data warnings');
  });

  it('says that the market came live in its header, and what the feed did not deliver in its scenario', () => {
    const feed = { kind: 'a<b', since: '2026-11-20T14:30:02Z', gaps: 0, corrections: 1200 };
    const scenario = { ...input.result.scenario, open: true as const };
    const result = { ...input.result, scenario, tape: { ...input.result.tape, feed } };
    const live = renderReport({ ...input, result });
    const [header = ''] = /<header>[^]*<\/header>/.exec(live) ?? [];
    expect(header).toContain('Report on a live feed');
    expect(header).toMatch(/from [\d-]+, still open, reached [\d-]+/);
    const facts = live.slice(live.indexOf('<h2 id="scenario">'));
    expect(facts).toMatch(/<dt>Window<\/dt><dd>from [\d-]+, still open, reached [\d-]+</);
    expect(facts).toContain('<dt>Live feed</dt><dd>a&lt;b, since 2026-11-20 14:30:02 UTC</dd>');
    expect(facts).toContain('<dd>no gaps, 1,200 corrections, no late decisions</dd>');
    const runs = result.runs.map((run) => ({
      ...run,
      figures: { ...run.figures, ...figuresWith({ finalEquity: null }) },
    }));
    const early = renderReport({ ...input, result: { ...result, runs } });
    expect(early).toContain('still open, no session closed yet<');
    expect(early).toContain('<dt>Irregularities</dt><dd>no late decisions</dd>');
    expect(page).toContain('Backtest report');
    expect(page).not.toContain('Live feed');
  });

  it('says first that a feed lost data for good, and of each run how often', () => {
    const runs = input.result.runs.map((run) => ({ ...run, feedGaps: 2 }));
    const text = renderReport({ ...input, result: { ...input.result, runs } });
    expect(text).toContain('<strong>Incomplete data: 2 gaps in the feed.</strong>');
    expect(text).toContain('Gaps in the feed');
    expect(page).not.toContain('Gaps in the feed');
  });

  it('begins with what the runs have in a session that is open', () => {
    const open = {
      time: '2026-11-25T14:31:02.5Z',
      equity: 100_120.5,
      profit: 120.5,
      cash: 5000,
      positions: [{ symbol: 'A<B', shares: 10.5, price: 9059.0952 }],
    };
    const runs = input.result.runs.map((run) => ({ ...run, open }));
    const text = renderReport({ ...input, result: { ...input.result, runs } });
    const section = /<h2 id="open">Open session<\/h2>([^]*?)<\/section>/.exec(text)?.[1] ?? '';
    expect(section).toContain('as of 2026-11-25 14:31:02 UTC, in USD; not measured at a close.');
    expect(section.match(/<td>100,120.50<\/td><td>\+120.50<\/td>/g)).toHaveLength(runs.length);
    expect(section).toContain('10.5 A&lt;B at 9,059.0952 = 95,120.50');
    expect(text.indexOf('<h2 id="open">')).toBeLessThan(text.indexOf('<h2 id="overview">'));
    expect(page).not.toContain('Open session');
  });

  it('says if the data was not checked', () => {
    const unknown = { dataCoverage: null, warnings: null, warningCount: null };
    const runs = input.result.runs.map((run) => ({ ...run, ...unknown }));
    const told = renderReport({ ...input, result: { ...input.result, runs } });
    expect(told).toContain('Data not checked.');
    expect(page).not.toContain('Data not checked.');
  });

  it('names denied and cancelled orders, dropped rows and trusted modules', () => {
    const told = renderReport(
      withFirstRun({ denied: 3, cancelled: 4, rowsDropped: 2, trusted: true }),
    );
    expect(told).toContain('Orders denied: 3.');
    expect(told).toContain('Orders cancelled: 4.');
    expect(told).toContain('Rows dropped: up to 2 per run.');
    expect(told).toContain('Trusted modules.');
  });

  it('marks entries and exits on a run’s candles by shape', () => {
    for (const sign of ['long', 'gain', 'loss']) expect(page).toContain(`<use href="#${sign}"`);
  });
});

it('escapes hostile names everywhere', () => {
  const hostile = '</script><img src=x onerror=alert(1)>"\'&\u202e';
  const text = renderReport(
    exampleInput({ symbols: [hostile], agents: [hostile, 'b'], marks: 40, seed: 2 }),
  );
  expect(text).not.toContain('<img');
  expect(text.match(/<\/script>/g)).toHaveLength(page.match(/<\/script>/g)?.length ?? 0);
  expect(text).not.toContain('\u202e');
});

const named = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, number) => `${prefix}${number}`);

it('stays small with 45 runs of five years, and opens with a thousand', () => {
  const agents = ['a', 'b', 'c'];
  const many = renderReport(
    exampleInput({ symbols: named('S', 15), agents, marks: 1258, seed: 3 }),
  );
  expect(many.length).toBeLessThan(3_000_000);
  const thousand = renderReport(
    exampleInput({ symbols: named('S', 100), agents: named('agent-', 10), marks: 250, seed: 4 }),
  );
  expect(thousand.length).toBeLessThan(2_500_000);
});

describe.each([
  { symbols: 30, agents: 10 },
  { symbols: 1, agents: 300 },
])('of 300 runs over ten years, $symbols symbols × $agents agents', ({ symbols, agents }) => {
  const big = exampleInput({
    symbols: named('SYMBOL-', symbols),
    agents: named('momentum-20-', agents),
    marks: 2500,
    seed: 5,
  });
  const text = renderReport(big);

  it('the page has less than a megabyte', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  });

  it('has all figures and hashes of each run, and those of highest and lowest equity in full', () => {
    for (const { run, journalHash } of big.result.runs) {
      expect(text).toContain(`<th scope="row">${run}</th><td class="text"><code>${journalHash}`);
    }
    const figures = text.slice(text.indexOf('aria-label="All figures of all runs"'));
    expect(figures.slice(0, figures.indexOf('</table>')).match(/<tr>/g)).toHaveLength(301);
    const shown = [...text.matchAll(/<details class="run" id="run-(\d+)"/g)].map(([, at]) =>
      Number(at),
    );
    const finals = big.runs.map(({ equity }) => equity.at(-1) as number).toSorted((a, b) => a - b);
    const extremes = [...finals.slice(0, 6), ...finals.slice(-6)];
    const equities = shown.map((at) => big.runs[at]?.equity.at(-1) as number);
    expect(equities.toSorted((a, b) => a - b)).toEqual(extremes);
    expect(text.match(/<a href="#run-\d+">/g)).toHaveLength(12);
    expect(text).toContain('Of the other 288 runs all figures are in the table above');
  });
});

it('counts all fills of a run, and lists the first', () => {
  const marks = input.runs[0]!;
  const fill = { date: '2020-01-02', symbol: 'A', price: 1, fee: 0, purpose: 'x' };
  const first = Array.from({ length: 200 }, (_, at) => ({
    ...fill,
    shares: at % 4 === 0 ? -3 : 1,
  }));
  const fills = { ...marks.fills, first, buys: 75_000, sales: 25_000 };
  const [run, ...others] = input.runs;
  const told = renderReport({ ...input, runs: [{ ...run!, fills }, ...others] });
  expect(told).toContain('Fills: 100,000');
  expect(told).toContain('75000 buys and 25000 sales');
  expect(told).toContain('The first 200 are listed; 99,800 more are in the run’s');
});

describe('the trades of a run', () => {
  const details = page.slice(page.indexOf('id="run-0"'), page.indexOf('id="run-1"'));
  const trades = details.slice(details.indexOf('<summary>Trades: '));
  const [run] = input.runs;
  const closed = [...run!.trades].filter(({ exit }) => exit !== null);

  it('are a table with their statistics', () => {
    const open = run!.trades.length - closed.length;
    expect(trades).toContain(`<summary>Trades: ${closed.length} closed, ${open} open</summary>`);
    const wins = closed.filter(({ profit }) => Number(profit) > 0).length / closed.length;
    expect(trades).toContain(`<dt>Win rate</dt><dd>${(wins * 100).toFixed(2)}%</dd>`);
    const table = trades.slice(0, trades.indexOf('</table>'));
    expect(table.match(/<th scope="row">/g)).toHaveLength(run!.trades.length);
    expect(table).toContain(`<th scope="row">${closed[0]!.entry}</th>`);
  });

  it('are left out when nothing was traded', () => {
    const idle = { ...input, runs: input.runs.map((one) => ({ ...one, trades: [] })) };
    expect(renderReport(idle)).not.toContain('Trades: ');
  });
});
