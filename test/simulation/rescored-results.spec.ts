/**
 * Decisions of a result, scored again under other policies, and what `verify` says of the folder
 * that holds them.
 */

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  cpSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { journalStream, runFoldersAt } from '#backtest/rescore/journal-stream';
import { policiesNamed } from '#backtest/rescore/policies-named';
import { rescoreStreams, scoreStreams } from '#backtest/rescore/rescore';
import { verifyRescore } from '#backtest/rescore/verify-rescore';
import type { DecisionStream } from '#backtest';
import type { RunResult, Result } from '#contracts/result/result';
import { renderRescorePage } from '#report';
import { change, makeResults, plain, remove, root, type Alter } from './altered-world.js';

makeResults();

const out = join(root, 'rescored');
const options = { codeVersion: 'test', jobs: 1, fresh: false };
let streams: DecisionStream[];

beforeAll(async () => {
  const folders = runFoldersAt(join(root, 'traded'))!;
  streams = await Promise.all(folders.map((path) => journalStream(path, undefined)));
  const policies = policiesNamed('close, realistic', streams);
  const named = { name: 'rescore', policies, rankedBy: 'cumulativeReturn' } as const;
  const outcome = await rescoreStreams(streams, { ...options, ...named, out });
  if (outcome.kind !== 'finished') throw new Error('the rescore was interrupted');
  writeFileSync(join(out, 'rescore.json'), `${JSON.stringify(outcome.rescore, null, 2)}\n`);
  writeFileSync(join(out, 'rescore.html'), renderRescorePage(outcome.rescore));
}, 60_000);

it('has the table of each policy, agent and symbol', async () => {
  const text = plain(readFileSync(join(out, 'rescore.json'), 'utf8'), root);
  await expect(text).toMatchFileSnapshot('golden/rescored.txt');
});

it('has the figures of the runs where the policy is their own', () => {
  const { runs } = JSON.parse(readFileSync(join(root, 'traded/result.json'), 'utf8')) as Result;
  const table = JSON.parse(readFileSync(join(out, 'rescore.json'), 'utf8'));
  const own = table.runs.filter(({ policy }: { policy: string }) => policy === 'realistic');
  expect(
    own.map((row: Record<string, unknown>) => [row['agent'], row['symbol'], row['sharpe']]),
  ).toEqual(
    expect.arrayContaining(
      runs.map(({ agent, symbol, figures }: RunResult) => [
        agent,
        symbol,
        valuesOf({ figures }).sharpe,
      ]),
    ),
  );
});

/** What `verify` finds in an altered copy. */
async function verdictOn(alter: Alter = () => undefined) {
  const copy = mkdtempSync(join(root, 'rescore-'));
  cpSync(out, copy, { recursive: true });
  alter(copy);
  const { verified, files, findings, notes } = await verifyRescore(copy, { codeVersion: 'test' });
  const lines = findings.map(
    ({ path, verdict }) => `${path}: ${'what' in verdict ? verdict.what : verdict.kind}`,
  );
  return { verified, files, findings: lines.map((one) => plain(one, copy)), notes };
}

const unproven = 'the sources of the decisions are not part of the folder, and were not compared';

describe('a rescore', () => {
  it('is verified as it is', async () => {
    expect(await verdictOn()).toEqual({
      verified: 8,
      files: ['rescore.json', 'rescore.html'],
      findings: [],
      notes: [unproven],
    });
  });

  it.each<[what: string, alter: Alter, finding: string | RegExp]>([
    [
      'a rank',
      change('rescore.json', '"rank": 1', '"rank": 2'),
      /^rescore\.json: runs\[\d\]\.rank: altered; expected 1; found 2$/,
    ],
    ['no table', remove('rescore.json'), 'rescore.json: the file is missing'],
    [
      'a folder in place of a table',
      (copy) => {
        rmSync(join(copy, 'rescore.json'));
        mkdirSync(join(copy, 'rescore.json'));
      },
      'rescore.json: expected a file; found a folder',
    ],
    [
      'another table',
      (copy) => writeFileSync(join(copy, 'rescore.json'), '{}'),
      'rescore.json: no table of a rescore',
    ],
    [
      'a link to a table',
      (copy) => {
        rmSync(join(copy, 'rescore.json'));
        symlinkSync(join(out, 'rescore.json'), join(copy, 'rescore.json'));
      },
      'rescore.json: a result has no links; found one',
    ],
    ['no page', remove('rescore.html'), 'rescore.html: the file is missing'],
    [
      'another page',
      change('rescore.html', '<', ' <'),
      'rescore.html: the page does not show the table',
    ],
    [
      'no result of a policy',
      remove('close'),
      'close/result.json: the result of the policy is missing',
    ],
    [
      'no figures of a policy',
      remove('close/result.json'),
      'close/result.json: the result of the policy is missing',
    ],
    [
      'no scenario of a policy',
      remove('close/scenario.json'),
      'close/result.json: the result of the policy is missing',
    ],
    [
      'a figure of a policy',
      change(
        'close/result.json',
        '"finalEquity": {\n          "value": ',
        '"finalEquity": {\n          "value": 1',
      ),
      /^close\/result\.json: runs\[0\]\.figures\.finalEquity\.value: altered/,
    ],
  ])('with %s is refuted', async (_, alter, finding) => {
    const { findings, files } = await verdictOn(alter);
    expect(findings).toEqual([
      typeof finding === 'string' ? finding : expect.stringMatching(finding),
    ]);
    expect(files).toEqual([]);
  });

  it('names what nothing derives', async () => {
    const { findings, notes } = await verdictOn((copy) => {
      mkdirSync(join(copy, 'other'));
      writeFileSync(join(copy, '.hidden'), '');
      writeFileSync(join(copy, 'realistic/own.txt'), '');
    });
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^other: /),
      'realistic: own.txt: not verified; nothing derives it',
      unproven,
    ]);
  });
});

describe('decision streams', () => {
  it('are those of a run, or of a result in the order of its agents', () => {
    const names = (path: string) => runFoldersAt(path)?.map((one) => one.slice(root.length + 1));
    const run = join(root, 'traded/runs/odd-ALDR');
    expect(names(run)).toEqual(['traded/runs/odd-ALDR']);
    expect(names(join(root, 'traded'))).toEqual(
      ['hold-ALDR', 'hold-DUNE', 'odd-ALDR', 'odd-DUNE'].map((one) => `traded/runs/${one}`),
    );
    expect(names(join(root, 'gears'))).toBeUndefined();
  });

  it('have a decision for each session, and the terms of their run', async () => {
    const text = streams.map((one) => JSON.stringify(one)).join('\n');
    await expect(`${plain(text, root)}\n`).toMatchFileSnapshot('golden/decision-streams.txt');
  });

  it('of tasks are refused', async () => {
    await expect(
      journalStream(join(root, 'moves/runs/expert-moves'), undefined),
    ).rejects.toMatchObject({
      code: 'InvalidInput',
      expected: 'a run that trades: work on tasks has no execution policy',
      found: 'moves',
      where: join(root, 'moves/runs/expert-moves'),
    });
  });

  it('are scored beside other agents, whose place they take', async () => {
    const place = join(root, 'scored');
    const others = [
      { id: 'odd', kind: 'buy-and-hold' },
      { id: 'free', kind: 'buy-and-hold' },
    ] as const;
    const named = { name: 'beside', execution: 'close' };
    const outcome = await scoreStreams(streams, named, { ...options, out: place, others });
    expect(outcome).toMatchObject({
      kind: 'finished',
      result: { runs: ['hold', 'odd', 'free', 'hold', 'odd', 'free'].map((agent) => ({ agent })) },
    });
  });

  it('leave nothing behind where they cannot be scored', async () => {
    const place = join(root, 'never');
    const named = { name: 'never', execution: 'no-such-policy' };
    await expect(scoreStreams(streams, named, { ...options, out: place })).rejects.toThrow(
      /no such execution policy/,
    );
    expect(runFoldersAt(place)).toBeUndefined();
    expect(() => readFileSync(join(place, 'scripts'))).toThrow(/ENOENT/);
  });
});

describe('policies', () => {
  const named = (text: string, over: readonly DecisionStream[] = streams): string[] =>
    policiesNamed(text, over).map(({ name }) => name);
  const inline = (fee: number, source = './inline'): DecisionStream => ({
    ...streams[0]!,
    source,
    policy: { ...streams[0]!.policy!, name: 'mine', feeBps: fee },
  });

  it('are named once each, by the set or by the runs themselves', () => {
    expect(named('close,realistic , close')).toEqual(['close', 'realistic']);
    expect(named('mine', [inline(3)])).toEqual(['mine']);
    expect(policiesNamed('mine', [inline(3)])[0]).toMatchObject({ feeBps: 3 });
    expect(() => named('mine')).toThrow(/no such execution policy/);
  });

  it('are all but those that fill at ticks, and those of the runs', () => {
    const all = named('all');
    expect(all).toEqual(expect.arrayContaining(['close', 'realistic']));
    expect(all.filter((one) => one.startsWith('paper'))).toEqual([]);
    expect(named('all', [inline(3), inline(3, './other')])).toEqual([...all, 'mine']);
  });

  it('of one name have the same terms', () => {
    expect(() => named('mine', [inline(3), inline(4, './other')])).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('two policies share a name'),
        where: './other',
        found: 'other terms',
        expected: 'the terms that "mine" has in other runs',
      }),
    );
  });
});
