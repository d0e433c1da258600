/** An agent trades a pair, and its figures can be checked by hand and by `verify`. */

import { cpSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { resultSchema, type RunResult, type Result } from '#contracts/result/result';
import { file, folder, hashesOf, tapefold } from '../e2e/command-line.fixture.js';

/**
 * The close of each session is also its open. Without CC on the first, and without BB
 * on the fourth.
 */
const prices: Readonly<Record<string, readonly (number | null)[]>> = {
  AA: [100, 100, 110, 110, 120, 120],
  BB: [50, 50, 55, null, 50, 40],
  CC: [null, 10, 10, 10, 10, 10],
};
const dates = [3, 4, 5, 6, 7, 10].map((day) => `2025-03-${String(day).padStart(2, '0')}`);

/** Gives the planned answer for each session, and names the planned pair if none is chosen yet. */
const agent = `
const plan = ${JSON.stringify({
  '2025-03-03': 'LONG_SHORT',
  '2025-03-04': 'LONG_SHORT',
  '2025-03-05': 'HOLD',
  '2025-03-06': 'CLOSE',
  '2025-03-07': 'SHORT_LONG',
  '2025-03-10': 'HOLD',
})};
export default ({ session, pool, pair, position }) => {
  console.log(session + ' ' + JSON.stringify(position));
  if (pair !== null) return plan[session];
  return { kind: 'pair', left: pool[0], right: pool[1], action: plan[session] };
};
`;

function data(directory: string): string {
  const path = join(directory, 'three');
  mkdirSync(path);
  const rows = Object.entries(prices).flatMap(([symbol, closes]) =>
    closes.flatMap((price, index) =>
      price === null ? [] : [[symbol, dates[index], price, price, price, price].join(',')],
    ),
  );
  file(path, 'bars.csv', `${['symbol,date,open,high,low,close', ...rows].join('\n')}\n`);
  const form = 'frequency: daily, stamp: session, priceBasis: adjusted, order: [symbol, date]';
  file(
    path,
    'dataset.yaml',
    'name: three\ncalendar: XNYS\ntimeZone: America/New_York\ncurrency: USD\nbars: { file: ' +
      `bars.csv, ${form} }\n`,
  );
  return path;
}

function scenarioIn(directory: string, rest: string, name = 'scenario.yaml'): string {
  file(directory, 'mine.ts', agent);
  return file(
    directory,
    name,
    `name: pairs
data: three
window: { from: 2025-03-03, to: 2025-03-10 }
workflow: hedging
symbols: [AA, BB, CC]
capital: 1000
${rest}`,
  );
}

const mine = 'agents: [{ id: mine, kind: module, file: mine.ts }]\n';

async function run(rest: string) {
  const directory = folder();
  data(directory);
  const scenario = scenarioIn(directory, rest);
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out, '--json');
  expect(ended.code, ended.err).toBe(0);
  const result = resultSchema.parse(JSON.parse(ended.out)) as Result;
  return { result, scenario, out, ended, mine: result.runs[0] as RunResult };
}

function figuresOf(run: RunResult) {
  const { pair, coverage } = run;
  const values = valuesOf(run);
  return {
    equity: values.finalEquity,
    fees: values.fees,
    due: coverage.due,
    answered: coverage.answered,
    pair,
    leftContribution: values['leftContribution'],
    rightContribution: values['rightContribution'],
    borrow: values['borrow'],
    meanGross: values['meanGross'],
    meanNet: values['meanNet'],
    sessionsInPosition: values['sessionsInPosition'],
    flips: values['flips'],
    betaToIndex: values['betaToIndex'],
  };
}

describe('a pair at the close of the decision', () => {
  it('comes to what it comes to by hand', async () => {
    const { result, mine: found, out } = await run(`execution: pair-close\n${mine}`);
    expect(result.scenario).toMatchObject({
      workflow: 'hedging',
      market: { symbols: ['AA', 'BB', 'CC'] },
    });
    // Long 5 AA, short 10 BB on the 4th; on the 7th 1000 + 100 − 0 are flipped: short 550 / 120,
    // long 550 / 50.
    expect(figuresOf(found)).toEqual({
      equity: 990,
      fees: 0,
      due: 4,
      answered: 4,
      pair: { left: 'AA', right: 'BB', index: null },
      borrow: 0,
      betaToIndex: undefined,
      // 5 × 20, then nothing; nothing, then 11 × −10.
      leftContribution: expect.closeTo(100, 9),
      rightContribution: expect.closeTo(-110, 9),
      meanGross: expect.closeTo((0 + 1 + 1.1 + 1.1 + 1 + 1) / 6, 9),
      meanNet: expect.closeTo(-110 / 990 / 6, 9),
      sessionsInPosition: 5,
      flips: 1,
    });
    const equity = readFileSync(join(out, 'runs', 'mine-pair', 'equity.csv'), 'utf8');
    expect(
      equity
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',').slice(0, 2)),
    ).toEqual([
      ['2025-03-03', '1000'],
      ['2025-03-04', '1000'],
      ['2025-03-05', '1000'],
      ['2025-03-06', '1000'],
      ['2025-03-07', '1100'],
      ['2025-03-10', '990'],
    ]);
    const fills = readFileSync(join(out, 'runs', 'mine-pair', 'fills.csv'), 'utf8');
    expect(fills.trimEnd().split('\n')).toHaveLength(1 + 2 + 4);
    const log = readFileSync(join(out, 'runs', 'mine-pair', 'log.txt'), 'utf8');
    expect(log).toContain(
      '2025-03-07 ' +
        '{"direction":"LONG_SHORT","shares":{"left":5,"right":-10},' +
        '"entryPrices":{"left":100,"right":50}}',
    );
  });

  it('is verified, shown, compared, and resumed after a torn end', async () => {
    const { result, scenario, out } = await run(`execution: { feeBps: 100 }\n${mine}`);
    const folderOfRun = join(out, 'runs', 'mine-pair');
    for (const path of [out, folderOfRun]) {
      const verified = await tapefold('verify', path);
      expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('verified')]);
    }
    const shown = await tapefold('inspect', folderOfRun, '--at', '2025-03-07');
    expect(shown.code, shown.err).toBe(0);
    expect(shown.out).toContain('PairDecided at 2025-03-07T21:00:00Z (as-of ');
    expect(shown.out).toContain('SHORT_LONG on AA, BB');
    // Without a time, the last instant: the close of the window.
    const last = (await tapefold('inspect', folderOfRun)).out;
    const end = `${result.scenario.window!.to}T`;
    expect(last.startsWith(`mine-pair at ${end}`), last).toBe(true);
    const compared = await tapefold('compare', folderOfRun, folderOfRun);
    expect([compared.code, compared.out]).toEqual([0, expect.stringContaining('mine-pair')]);
    const journal = await tapefold('journal', folderOfRun);
    expect(journal.out).toContain('"type":"PairDecided"');
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report).toContain('Pool of symbols, one pair per run');
    truncateSync(join(folderOfRun, 'journal.bin'), 700);
    const again = await tapefold('run', scenario, '--out', out, '--json');
    expect(again.code, again.err).toBe(0);
    expect(hashesOf(again.out)).toEqual(hashesOf(JSON.stringify(result)));
  });

  it('is detected if its result was altered', async () => {
    const { result, out } = await run(`execution: pair-close\n${mine}`);
    const [first] = result.runs;
    const figures = { ...first?.figures, flips: { value: 7 } };
    writeFileSync(
      join(out, 'result.json'),
      JSON.stringify({ ...result, runs: [{ ...first, figures }] }),
    );
    const verified = await tapefold('verify', out);
    expect([verified.code === 0, verified.out]).toEqual([false, expect.stringContaining('flips')]);
  });
});

describe('the policy of a pair', () => {
  it('is `pair-realistic` if none is given, and reports it', async () => {
    const { ended, mine: found } = await run(mine);
    expect(ended.err).toContain(
      'execution: none given, so fills follow `pair-realistic` (fill next-open, feeBps 1, ' +
        'slippageBps 2); `execution: pair-close` gives the figures of fills at the decision’s ' +
        'close, at no cost\n',
    );
    expect(found.policy).toMatchObject({ name: 'pair-realistic', borrowBpsPerYear: 50 });
    expect(valuesOf(found).fees).toBeGreaterThan(0);
  });

  it('takes what it leaves out, and what a pair has no use for, from `pair-close`', async () => {
    const bare = await run(`execution: { size: all-in, short: false, lotSize: 10 }\n${mine}`);
    const { mine: found } = await run(`execution: pair-close\n${mine}`);
    expect(bare.mine.policy).toEqual({ ...found.policy, name: 'custom' });
    expect(figuresOf(bare.mine)).toEqual(figuresOf(found));
  });
});

describe('what is no scenario of hedging', () => {
  it.each([
    ['an agent that trades no pairs', 'agents: [{ id: hold, kind: buy-and-hold }]\n', 'no hedging'],
    ['a policy that there is not', `execution: pair-free\n${mine}`, 'pair-close, pair-realistic'],
    ['runs of one symbol', `portfolio: false\n${mine}`, 'portfolio'],
  ])('is refused before anything is written: %s', async (_, rest, says) => {
    const directory = folder();
    data(directory);
    const scenario = scenarioIn(directory, rest);
    const ended = await tapefold('run', scenario, '--out', join(directory, 'out'));
    expect([ended.code, ended.err]).toEqual([2, expect.stringContaining(says)]);
  });
});

it('a result that was derived without the index, as a downloaded one is, verifies with a note', async () => {
  const known = await run(`${mine}index: CC\n`);
  const unknown = await run(mine);
  for (const name of ['result.json', 'report.html']) {
    cpSync(join(unknown.out, name), join(known.out, name));
  }
  const ended = await tapefold('verify', known.out);
  expect(ended.code, ended.out + ended.err).toBe(0);
  expect(ended.out).toContain('derived without prices of the index');
});
