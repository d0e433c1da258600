/** Bad input gives one clear error or event, no stack trace, and nothing half-written. */

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold, type Ended } from '../e2e/command-line.fixture.js';

const header = 'symbol,date,open,high,low,close,volume';
const sessions = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'];
const rows = sessions.map((date, day) => `ACME,${date},10,11,9,${10 + day / 10},1000`);
const goodFile = `${[header, ...rows].join('\n')}\n`;

function dataset(directory: string, prices: string | Uint8Array): string {
  const path = join(directory, 'data');
  mkdirSync(path);
  file(path, 'prices.csv', prices);
  file(
    path,
    'dataset.yaml',
    [
      'name: acme',
      'calendar: XNYS',
      'timeZone: America/New_York',
      'currency: USD',
      'bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: raw, order: ' +
        '[symbol, date] }',
      'symbols: [ACME]',
    ].join('\n'),
  );
  return path;
}

const scenarioText = (extra = ''): string => `name: acme
data: ./data
window: { from: 2024-01-02, to: 2024-01-08 }
symbols: [ACME]
execution: close
agents: [{ id: hold, kind: buy-and-hold }]
${extra}`;

/** One line on standard error, coded; nothing on standard output; no result folder. */
function expectOneError(ended: Ended, pattern: RegExp, out: string): void {
  expect(ended.err.trimEnd().split('\n')).toHaveLength(1);
  expect(ended.err).toMatch(/^InvalidInput: /);
  expect(ended.err).toMatch(pattern);
  expect(ended.err).not.toMatch(/\n\s+at /);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(existsSync(out)).toBe(false);
}

async function runOn(
  prices: string | Uint8Array,
): Promise<{ ended: Ended; out: string; checked: Ended }> {
  const directory = folder();
  const path = dataset(directory, prices);
  const out = join(directory, 'out');
  const scenario = file(directory, 'scenario.yaml', scenarioText());
  const ended = await tapefold('run', scenario, '--out', out);
  return { ended, out, checked: await tapefold('data', 'check', path) };
}

const withRow = (number: number, row: string): string =>
  `${[header, ...rows.map((old, index) => (index === number ? row : old))].join('\n')}\n`;

describe('a data set', () => {
  it('with equal defects names them once, and the format that fits', async () => {
    const american = rows.map((row) => row.replace(/(2024)-(..)-(..)/, '$2/$3/$1'));
    const { ended, out, checked } = await runOn([header, ...american, ''].join('\n'));
    const fits = /and 4 more.*expected YYYY-MM-DD \(dates: MM\/DD\/YYYY or .* would fit\)/;
    expectOneError(ended, fits, out);
    expect(checked.out).toMatch(
      /prices\.csv lines 2, 3, 4, … \(5 ×\), date: the value is not a date/,
    );
    expect(checked.out.match(/found "01/g)).toHaveLength(1);
  });

  it('passes unchanged', async () => {
    const { ended, checked } = await runOn(goodFile);
    expect(ended.code, ended.err).toBe(0);
    expect(checked).toMatchObject({ code: 0, err: '' });
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['truncated inside a row', goodFile.slice(0, -20), /prices\.csv line 6/],
    ['a last line without an end', goodFile.slice(0, -6), /prices\.csv line 6/],
    ['the wrong header', goodFile.replace('close', 'clothes'), /prices\.csv line 1.*close/],
    [
      'not a number',
      withRow(2, 'ACME,2024-01-04,10,11,9,NaN,1000'),
      /prices\.csv line 4, close.*NaN/,
    ],
    ['no price', withRow(2, 'ACME,2024-01-04,10,11,9,,1000'), /prices\.csv line 4, close/],
    ['a key twice', withRow(2, rows[1] as string), /prices\.csv line 4.*twice/],
    ['disorder', withRow(3, 'ACME,2024-01-01,10,11,9,10,1000'), /prices\.csv line 5/],
    [
      'a high below the close',
      withRow(1, 'ACME,2024-01-03,10,10,9,10.5,1000'),
      /prices\.csv line 3, high/,
    ],
    [
      'a negative price',
      withRow(1, 'ACME,2024-01-03,10,11,-9,10.5,1000'),
      /prices\.csv line 3, low/,
    ],
    [
      'an unknown symbol',
      withRow(4, 'EMCA,2024-01-08,10,11,9,10,1000'),
      /prices\.csv line 6.*EMCA/,
    ],
    [
      'text that is not UTF-8',
      Uint8Array.from([...Buffer.from(goodFile), 0xc3, 0x28, 0x0a]),
      /prices\.csv line 7/,
    ],
    ['no bytes at all', '', /prices\.csv.*empty/],
  ])('with %s is refused with file and line', async (_, prices, pattern) => {
    const { ended, out, checked } = await runOn(prices);
    expectOneError(ended, pattern, out);
    const said = checked.out + checked.err;
    expect(checked.code).not.toBe(0);
    expect(said).toContain('prices.csv');
    expect(said).not.toMatch(/\n\s+at .*\(/);
  });

  it('has its bad rows dropped when asked to, and journaled', async () => {
    const directory = folder();
    dataset(directory, withRow(2, 'ACME,2024-01-04,10,11,9,NaN,1000'));
    const out = join(directory, 'out');
    const scenario = file(directory, 'scenario.yaml', scenarioText('badRows: drop\n'));
    const ended = await tapefold('run', scenario, '--out', out, '--json');
    expect(ended.code, ended.err).toBe(0);
    expect(JSON.parse(ended.out).runs[0].rowsDropped).toBe(1);
    const journal = await tapefold('journal', join(out, 'runs', 'hold-ACME'));
    const dropped = journal.out.split('\n').find((line) => line.includes('RowDropped')) ?? '';
    expect(JSON.parse(dropped)).toMatchObject({
      file: 'prices.csv',
      line: 4,
      time: '2024-01-04T21:00:00Z',
    });
  });
});

describe('a scenario', () => {
  it.each<[string, string, RegExp]>([
    [
      'an unknown key',
      scenarioText('colour: red\n'),
      /scenario\.yaml line 7: unknown key "colour"/,
    ],
    ['a wrong type', scenarioText('capital: much\n'), /scenario\.yaml line 7: capital/],
    ['a key twice', scenarioText('name: again\n'), /scenario\.yaml line 7/],
    ['broken YAML', scenarioText('x: [1, 2\n'), /scenario\.yaml line \d/],
    ['no content', '', /scenario\.yaml: the file is empty/],
    [
      'an unknown policy',
      scenarioText().replace('execution: close', 'execution: free-lunch'),
      /free-lunch/,
    ],
    [
      'a window outside the data',
      scenarioText().replaceAll('2024-01', '2031-01'),
      /window.*2024-01-02 to 2024-01-08/,
    ],
    [
      'a window that ends first',
      scenarioText().replace('to: 2024-01-08', 'to: 2023-01-01'),
      /window/,
    ],
    ['a symbol that is not there', scenarioText().replace('[ACME]', '[ACME, NOPE]'), /NOPE/],
    ['no such data set', scenarioText().replace('./data', './nowhere'), /nowhere/],
    [
      'a script that is not there',
      scenarioText().replace('kind: buy-and-hold', 'kind: script, file: no.csv'),
      /no\.csv/,
    ],
    [
      'a module without a decision',
      scenarioText().replace('kind: buy-and-hold', 'kind: module, file: data.js'),
      /data\.js/,
    ],
    [
      'an agent outside of the system',
      scenarioText().replace('kind: buy-and-hold', 'kind: external'),
      /agents, hold: kind.*needs a cluster/s,
    ],
  ])('with %s is refused', async (_, text, pattern) => {
    const directory = folder();
    dataset(directory, goodFile);
    file(directory, 'data.js', 'export default 7;\n');
    const out = join(directory, 'out');
    const ended = await tapefold('run', file(directory, 'scenario.yaml', text), '--out', out);
    expectOneError(ended, pattern, out);
    expect(readdirSync(directory)).not.toContain('out');
  });
});

describe('a module agent', () => {
  it.each<[string, string, RegExp, string]>([
    [
      'throws',
      'export default () => { throw new RangeError("no\\nluck"); };',
      /"DecisionFailed".*RangeError: no luck/,
      'failed',
    ],
    [
      'hangs',
      'export default () => { for (;;); };',
      /"DecisionLate".*no answer within 300 ms/,
      'late',
    ],
    ['never answers', 'export default () => new Promise(() => {});', /"DecisionLate"/, 'late'],
    [
      'returns nonsense',
      'export default () => ({ kind: "weights", weights: { ACME: "lots" } });',
      /"DecisionInvalid".*weights\.ACME/,
      'invalid',
    ],
    ['returns nothing', 'export default () => undefined;', /"DecisionMissing"/, 'missing'],
    [
      'mutates its observation',
      'export default (o) => { o.symbols.push("X"); return "BUY"; };',
      /"DecisionFailed".*TypeError/,
      'failed',
    ],
    [
      'ends its process',
      'export default () => process.exit(3);',
      /"Decision(Failed|Late)"/,
      'failed',
    ],
  ])('that %s leaves events, not a HOLD', async (_, code, pattern, count) => {
    const directory = folder();
    dataset(directory, goodFile);
    file(directory, 'agent.js', `${code}\n`);
    const agents = 'agents: [{ id: mine, kind: module, file: agent.js, timeBudgetMs: 300 }]';
    const text = scenarioText().replace(/agents: .*/, agents);
    const out = join(directory, 'out');
    const ended = await tapefold(
      'run',
      file(directory, 'scenario.yaml', text),
      '--out',
      out,
      '--json',
    );
    expect(ended.code, ended.err).toBe(7);
    expect(ended.err).toMatch(/no due decision was answered in mine-ACME\n/);
    const { runs } = JSON.parse(ended.out) as { runs: { coverage: Record<string, number> }[] };
    const coverage = runs[0]?.coverage ?? {};
    expect(coverage['answered']).toBe(0);
    expect(coverage['due']).toBe(5);
    expect(coverage[count]).toBeGreaterThan(0);
    const journal = await tapefold('journal', join(out, 'runs', 'mine-ACME'));
    expect(journal.out).toMatch(pattern);
    expect(journal.out).not.toMatch(/\\n\s+at |OrderFilled/);
    const verified = await tapefold('verify', join(out, 'runs', 'mine-ACME'));
    expect(verified.code, verified.out + verified.err).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual([
      '.tapefold-result',
      'report.html',
      'result.json',
      'runs',
      'scenario.json',
    ]);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('mine');
  });
});

describe('a module that throws at some decisions', () => {
  const thrower = `export default ({ session }) => {
  if (session > '2024-01-03') throw new Error(\`nothing on \${session}\`);
  return 'long';
};
`;

  it('is named with file, line, message and first decision', async () => {
    const { run, out } = withModule(thrower);
    const ended = await run();
    expect(ended.code, ended.err).toBe(0);
    const line =
      'mine: 3 failed, first on 2024-01-04 (ACME): agent.js:2: Error: nothing on 2024-01-04';
    expect(ended.out).toContain(`\n  ${line}\n`);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(line);
    const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
      runs: { reasons: unknown }[];
    };
    expect(result.runs[0]?.reasons).toMatchObject([
      { outcome: 'failed', count: 3, first: { date: '2024-01-04' } },
    ]);
    const journal = await tapefold('journal', join(out, 'runs', 'mi'));
    expect(journal.out).toContain('agent.js:2: Error: nothing on 2024-01-08');
  });

  it('stops at the first with --fail-fast, and resumes there or starts over', async () => {
    const { run, out, mend } = withModule(thrower);
    const where = /^InvalidInput: mine-ACME: 2024-01-04: .*agent\.js:2: Error: nothing.*--fresh/m;
    for (const words of [[], ['--jobs', '2']]) {
      const ended = await run('--fail-fast', ...words);
      expect([ended.code, ended.out]).toEqual([2, '']);
      expect(ended.err).toMatch(where);
    }
    const { out: kept } = await tapefold('journal', join(out, 'runs', 'mine-ACME'));
    expect(kept).toContain('2024-01-03');
    expect(kept).not.toContain('DecisionFailed');
    mend('export default () => "long";\n');
    const refused = await run('--fail-fast');
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(
      /the file "agent.js" of agent mine.* has changed since.*--fresh to start over/,
    );
    expect((await run('--fail-fast', '--fresh')).code).toBe(0);
  });

  /** The scenario with the module in the place of its agent, and what runs it. */
  function withModule(code: string) {
    const directory = folder();
    dataset(directory, goodFile);
    const mend = (text: string): string => file(directory, 'agent.js', text);
    mend(code);
    const agents = 'agents: [{ id: mine, kind: module, file: agent.js }]';
    const text = scenarioText().replace(/agents: .*/, agents);
    const scenario = file(directory, 'scenario.yaml', text);
    const out = join(directory, 'out');
    const run = (...words: string[]) => tapefold('run', scenario, '--out', out, ...words);
    return { run, out, mend };
  }
});

describe('a script with rows that no decision can use', () => {
  it('runs, and a line on standard error counts them', async () => {
    const directory = folder();
    dataset(directory, goodFile);
    const lines = ['2024-01-03,ACME,BUY', '2024-01-06,ACME,SELL', '2024-01-05,ACMR,SELL'];
    file(directory, 'moves.csv', `${['date,symbol,action', ...lines].join('\n')}\n`);
    const text = scenarioText().replace('kind: buy-and-hold', 'kind: script, file: moves.csv');
    const scenario = file(directory, 'scenario.yaml', text);
    const ended = await tapefold('run', scenario, '--json', '--out', join(directory, 'out'));
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.out)).toMatchObject({ runs: [{ agent: 'hold' }] });
    expect(ended.err).toContain(
      'agent hold, script moves.csv: ' +
        '1 row names a day without a session (first: line 3, 2024-01-06), ' +
        '1 row names a symbol no run has (first: line 4, ACMR)\n',
    );
  });
});
