/**
 * Decisions of runs and of result files are scored again under any policy, and no agent is asked.
 */

import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunResult, Result } from '#contracts/result/result';
import type { Rescore, RescoredRun } from '#report';
import {
  file,
  folder,
  marketScenario,
  sharedFolder,
  tapefold,
} from '../e2e/command-line.fixture.js';
import { waveData, waveScenario } from '../e2e/wave-data.fixture.js';

async function done(...words: readonly string[]): Promise<string> {
  const ended = await tapefold(...words);
  expect(ended.code, ended.err).toBe(0);
  return ended.out;
}

const json = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

/** Figures that follow from what was decided and the policy alone, by the labels of runs. */
const figures = (result: Result): Map<string, unknown> =>
  new Map(
    result.runs.map(({ run, figures, drawdown, coverage, denied, positionChanges }) => [
      run,
      { figures, drawdown, coverage, denied, positionChanges },
    ]),
  );

const shared = sharedFolder();
/** The result of the market scenario, which several tests score again. */
const market = join(shared, 'market');

beforeAll(async () => {
  await done('run', marketScenario(shared), '--out', market);
  // No agent is asked again.
  rmSync(join(shared, 'mine.ts'));
});

describe('tapefold rescore of a result', () => {
  it('gives the figures of the result when the policy is its own: rules, script and module', async () => {
    const out = join(folder(), 'again');
    await done('rescore', market, '--policies', 'realistic', '--out', out);
    const first = json<Result>(market, 'result.json');
    const again = json<Result>(out, 'realistic', 'result.json');
    expect(first.runs).toHaveLength(12);
    expect(figures(again)).toEqual(figures(first));
    const rescore = json<Rescore>(out, 'rescore.json');
    expect(new Set(rescore.streams.map(({ sha256 }) => sha256))).toEqual(
      new Set(first.runs.map(({ journalHash }) => journalHash)),
    );
    expect(await done('verify', '--ask-again', join(out, 'realistic'))).toContain(
      'verified: 12 runs',
    );
    writeFileSync(join(out, 'notes.txt'), 'of a reader');
    const proven = await done('verify', out);
    expect(proven).toContain('verified: 12 runs, rescore.json and rescore.html');
    expect(proven).toContain('notes.txt: not a file of a rescore');
  });

  it('scores each policy as a run of the agents under it would be', async () => {
    const directory = folder();
    const scenario = marketScenario(directory);
    const out = join(directory, 'again');
    const policies = 'close,ama-aggressive-long-only';
    await done('rescore', market, '--policies', policies, '--out', out);
    for (const policy of policies.split(',')) {
      const text = readFileSync(scenario, 'utf8').replace(
        'execution: realistic',
        `execution: ${policy}`,
      );
      const own = file(directory, `${policy}.yaml`, text);
      await done('run', own, '--out', join(directory, policy));
      // These agents ignore their accounts.
      expect(figures(json(out, policy, 'result.json'))).toEqual(
        figures(json(directory, policy, 'result.json')),
      );
    }
  });

  it('has decisions of weights over a portfolio, and of each repeat', async () => {
    const directory = folder();
    file(
      directory,
      'weights.ts',
      `export default { decide: ({ asOf }) =>
  asOf % 3 === 0 ? null : { kind: 'weights', weights: { ALDR: (asOf % 7) / 10, BRKW: -(asOf % 5) / 10 } } };\n`,
    );
    const scenario = file(
      directory,
      'scenario.yaml',
      `name: weights
data: synthetic-market
window: { from: 2022-02-01, to: 2022-04-29 }
symbols: [ALDR, BRKW]
portfolio: true
repeats: 2
execution: { name: mine, fill: next-open, short: true, size: weights, feeBps: 3 }
agents:
  - { id: mine, kind: module, file: weights.ts }
  - { id: coin, kind: random }
`,
    );
    await done('run', scenario, '--out', join(directory, 'first'));
    const out = join(directory, 'again');
    await done('rescore', join(directory, 'first'), '--policies', 'close,realistic', '--out', out);
    const first = json<Result>(directory, 'first', 'result.json');
    const again = json<Result>(out, 'close', 'result.json');
    expect(again.runs.map(({ agent }) => agent)).toEqual(['mine', 'mine-2', 'coin', 'coin-2']);
    const counted = (result: Result, agent: string): unknown =>
      result.runs.find((run) => run.agent === agent)?.coverage;
    expect(counted(again, 'mine')).toEqual(counted(first, 'mine'));
    expect(again.runs[0]?.coverage.missing).toBeGreaterThan(0);
  });

  it('gives the same bytes for the same decisions, wherever it is done', async () => {
    const directory = folder();
    const outs = ['one', 'other'].map((name) => join(directory, name));
    for (const out of outs) await done('rescore', market, '--out', out);
    const bytes = (...path: string[]): string => readFileSync(join(...path)).toString('base64');
    const [one = '', other = ''] = outs;
    const policies = json<Rescore>(one, 'rescore.json').policies.map(({ name }) => name);
    expect(policies).toHaveLength(6);
    for (const name of [
      'rescore.json',
      'rescore.html',
      ...policies.map((name) => `${name}/result.json`),
    ]) {
      expect(bytes(one, name), name).toBe(bytes(other, name));
    }
    const runs = readdirSync(join(one, 'close', 'runs'));
    for (const run of runs) {
      expect(bytes(one, 'close/runs', run, 'journal.bin')).toBe(
        bytes(other, 'close/runs', run, 'journal.bin'),
      );
    }
    expect(readdirSync(join(one, 'scripts'))).toEqual(readdirSync(join(other, 'scripts')));
  });

  it('ranks agents by the figure that was asked for, the least drawdown first', async () => {
    const out = join(folder(), 'again');
    const words = ['--policies', 'close', '--rank-by', 'maxDrawdown', '--out', out];
    await done('rescore', market, ...words);
    const runs = json<Rescore>(out, 'rescore.json').runs.filter(({ symbol }) => symbol === 'ALDR');
    const inOrder = runs.toSorted((one, next) => (one.rank as number) - (next.rank as number));
    const drawdowns = inOrder.map(({ maxDrawdown }) => maxDrawdown as number);
    expect(drawdowns).toEqual(drawdowns.toSorted((one, next) => one - next));
    const shares = ({ rank, maxDrawdown }: RescoredRun): boolean =>
      rank ===
      1 + runs.filter((run) => (run.maxDrawdown as number) < (maxDrawdown as number)).length;
    expect(runs.every(shares)).toBe(true);
  });
});

it('a journal with stretches is scored decision by decision', async () => {
  const directory = folder();
  const scenario = file(
    directory,
    'scenario.yaml',
    waveScenario(waveData(directory, 2 * 1440), '01-02'),
  );
  await done('run', scenario, '--out', join(directory, 'first'));
  const run = join(directory, 'first', 'runs', 'cross-WAVE');
  expect(await done('journal', run)).toContain('DecisionsUnchanged');
  const first = json<Result>(directory, 'first', 'result.json');
  const own = (({ run: label }) => label === 'cross-WAVE') satisfies (one: RunResult) => boolean;
  const policy = first.runs.find(own)?.policy?.name ?? '';
  const out = join(directory, 'again');
  await done('rescore', run, '--policies', policy, '--out', out);
  const again = json<Result>(out, policy, 'result.json');
  expect(figures(again).get('cross-WAVE')).toEqual(figures(first).get('cross-WAVE'));
});

const record = (date: string, recommended_action: string, price: unknown = 1): object => ({
  date,
  price,
  recommended_action,
});
const tradingFile = (symbol: string, model: string, records: readonly object[]): string =>
  JSON.stringify({ status: 'completed', symbol, model, recommendations: records });

describe('tapefold import herculean-results', () => {
  it('scores files beside buying and holding, and says what of them does not fit the data', async () => {
    const directory = folder();
    const path = file(
      directory,
      'trading_ALDR_m.json',
      tradingFile('ALDR', 'm', [
        record('2022-02-01', 'BUY', 3),
        record('2022-02-05', 'HOLD'),
        record('2022-02-04', 'SELL', 'typed wrong'),
      ]),
    );
    const out = join(directory, 'out');
    const words = ['import', 'herculean-results', path, '--data', 'synthetic-market', '--out', out];
    const printed = await done(...words, '--policy', 'close');
    expect(printed).toContain(
      'trading_ALDR_m.json: 2 of 4 sessions; missing 2022-02-02, 2022-02-03',
    );
    expect(printed).toContain('no session on 2022-02-05; 1 of 1 prices differ');
    const { policy, files } = json<{ policy: string; files: object[] }>(out, 'import.json');
    expect(policy).toBe('close');
    expect(files).toMatchObject([
      {
        file: 'trading_ALDR_m.json',
        agent: 'm',
        symbols: ['ALDR'],
        records: 3,
        sessions: 4,
        missing: ['2022-02-02', '2022-02-03'],
        outside: ['2022-02-05'],
        prices: 1,
        disputes: [{ date: '2022-02-01', symbol: 'ALDR', said: 3 }],
      },
    ]);
    const { runs } = json<Result>(out, 'result.json');
    expect(runs.map(({ agent }) => agent)).toEqual(['m', 'buy-and-hold']);
    expect(runs[0]?.coverage).toMatchObject({ due: 4, answered: 2, missing: 2 });
    expect(runs[0]?.positionChanges).toEqual([
      { date: '2022-02-01', symbol: 'ALDR', position: 1 },
      { date: '2022-02-04', symbol: 'ALDR', position: 0 },
    ]);
    expect(await done('verify', out)).toContain('verified: 2 runs');
  });

  const records = [record('2022-02-01', 'BUY'), record('2022-02-02', 'HOLD')];
  const good = tradingFile('ALDR', 'm', records);
  const bad: readonly [string, Record<string, string>, string][] = [
    ['no JSON', { 'a.json': '{' }, 'not JSON'],
    ['nothing', { 'a.json': '' }, 'not JSON'],
    ['no result', { 'a.json': '[]' }, 'a HERCULEAN trading result'],
    ['no records', { 'a.json': tradingFile('ALDR', 'm', []) }, 'no records'],
    ['an unknown symbol', { 'a.json': tradingFile('NONE', 'm', records) }, 'no such symbol'],
    [
      'a day twice',
      { 'a.json': tradingFile('ALDR', 'm', [...records, ...records]) },
      'second record',
    ],
    [
      'days outside of the data',
      { 'a.json': tradingFile('ALDR', 'm', [record('1999-02-01', 'BUY')]) },
      'window',
    ],
    [
      'two files of one model and symbol',
      { 'a.json': good, 'b.json': good },
      'two decision streams',
    ],
    [
      'a model without a symbol that another has',
      { 'a.json': good, 'b.json': tradingFile('BRKW', 'other', records) },
      'lacks a symbol',
    ],
    [
      'files of two workflows',
      {
        'a.json': good,
        'b.json': JSON.stringify({
          pair: 'ALDR, BRKW',
          left: 'ALDR',
          right: 'BRKW',
          recommendations: [record('2022-02-01', 'HOLD')],
        }),
      },
      'two workflows',
    ],
  ];
  it.each(bad)('refuses %s, and writes nothing', async (_, files, says) => {
    const directory = folder();
    const paths = Object.entries(files).map(([name, text]) => file(directory, name, text));
    const out = join(directory, 'out');
    const words = ['--data', 'synthetic-market', '--out', out];
    const ended = await tapefold('import', 'herculean-results', ...paths, ...words);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(says);
    expect(readdirSync(directory)).not.toContain('out');
  });

  it('has a hedging result under the policy of pairs', async () => {
    const directory = folder();
    const path = file(
      directory,
      'hedging.json',
      JSON.stringify({
        status: 'completed',
        pair: 'ALDR, BRKW',
        left: 'ALDR',
        right: 'BRKW',
        model: 'm',
        recommendations: [
          { ...record('2022-02-01', 'LONG_SHORT', { ALDR: 1 }), pair: 'ALDR, BRKW' },
          { ...record('2022-02-03', 'CLOSE'), pair: 'ALDR, BRKW' },
        ],
      }),
    );
    const out = join(directory, 'out');
    await done('import', 'herculean-results', path, '--data', 'synthetic-market', '--out', out);
    const { runs } = json<Result>(out, 'result.json');
    expect(runs).toMatchObject([
      {
        policy: { name: 'pair-close' },
        coverage: { due: 3, answered: 2, missing: 1 },
        figures: { fills: { value: 4 }, trades: { value: 2 } },
      },
    ]);
    const printed = await done(
      'rescore',
      path,
      '--data',
      'synthetic-market',
      '--out',
      join(directory, 'all'),
    );
    expect(printed).toContain('1  pair-close\n2  pair-realistic\n');
    const again = join(directory, 'again');
    await done('rescore', out, '--policies', 'pair-close', '--out', again);
    expect(figures(json(again, 'pair-close', 'result.json'))).toEqual(
      figures(json(out, 'result.json')),
    );
  });
});

describe('tapefold rescore', () => {
  it.each([
    ['nothing there', ['absent'], 'no such file or folder'],
    ['an empty folder', ['.'], 'no decisions'],
    ['a file without a data set', ['a.json'], '--data'],
    [
      'an unknown policy',
      ['a.json', '--data', 'synthetic-market', '--policies', 'mine'],
      'no such execution policy',
    ],
    [
      'a policy of nothing',
      ['a.json', '--data', 'synthetic-market', '--policies', ''],
      'no such execution policy',
    ],
    ['no data set', ['a.json', '--data', 'absent'], 'absent'],
    ['another ranking', ['a.json', '--rank-by', 'luck'], 'luck'],
  ])('refuses %s', async (_, words, says) => {
    const directory = folder();
    writeFileSync(
      join(directory, 'a.json'),
      tradingFile('ALDR', 'm', [record('2022-02-01', 'BUY')]),
    );
    const [path = '', ...rest] = words;
    const empty = folder();
    const where = path === '.' ? empty : join(directory, path);
    const ended = await tapefold('rescore', where, ...rest, '--out', join(directory, 'out'));
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(says);
  });

  it('refuses a file without end before it reads it', async () => {
    const directory = folder();
    const huge = file(directory, 'huge.json', '');
    truncateSync(huge, 80 * 1024 * 1024);
    const ended = await tapefold('rescore', huge, '--data', 'synthetic-market', '--out', directory);
    expect([ended.code, ended.err]).toEqual([2, expect.stringContaining('too large')]);
  });

  it('refuses a run that is not finished, and one whose journal was altered', async () => {
    const directory = folder();
    cpSync(market, join(directory, 'first'), { recursive: true });
    const run = join(directory, 'first', 'runs', 'coin-ALDR');
    const journal = join(run, 'journal.bin');
    const bytes = readFileSync(journal);
    writeFileSync(journal, bytes.subarray(0, bytes.length - 100));
    const torn = await tapefold('rescore', run, '--out', join(directory, 'out'));
    expect([torn.code, torn.err]).toEqual([2, expect.stringContaining('not finished')]);
    bytes[200] = (bytes[200] as number) ^ 1;
    writeFileSync(journal, bytes);
    const altered = await tapefold('rescore', run, '--out', join(directory, 'out'));
    expect([altered.code, altered.err]).toEqual([5, expect.stringContaining('CorruptJournal')]);
  });
});
