/**
 * `verify` names everything that was altered in a result folder, and distinguishes it from
 * mere removals.
 */

import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyResult } from '#backtest';
import { file, folder, sharedFolder, tapefold } from '../e2e/command-line.fixture.js';

const module = `export default {
  decide: ({ session }) => ({
    kind: 'weights',
    weights: { ALDR: session.endsWith('5') ? 0.5 : 0 },
    rationale: session.endsWith('1') ? 'It is the first of them, ' + session : undefined,
  }),
};
`;

const scenarioText = `name: small
data: synthetic-market
window: { from: 2022-02-01, to: 2022-03-15 }
symbols: [ALDR]
execution: realistic
agents:
  - { id: cross, kind: sma-cross, fast: 3, slow: 8 }
  - { id: hold, kind: buy-and-hold }
  - { id: own, kind: module, file: own.mjs }
`;

const whole = sharedFolder();
const run = (name: string, ...rest: string[]): string => join('runs', name, ...rest);
const cross = (...rest: string[]): string => run('cross-ALDR', ...rest);

beforeAll(async () => {
  file(whole, 'own.mjs', module);
  const scenario = file(whole, 'scenario.yaml', scenarioText);
  const ended = await tapefold('run', scenario, '--out', join(whole, 'out'));
  if (ended.code !== 0) throw new Error(ended.err);
}, 60_000);

/** A copy of the finished result. */
function copy(): string {
  const out = join(folder(), 'out');
  cpSync(join(whole, 'out'), out, { recursive: true });
  return out;
}

type Change = (text: string) => string;

const edited =
  (path: string, change: Change) =>
  (out: string): void => {
    const before = readFileSync(join(out, path), 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(join(out, path), after);
  };

type Tree = Record<string, unknown>;

/** Sets a member such as `runs.0.figures.sharpe.value`; undefined removes it. */
const editedJson = (path: string, member: string, value: unknown) =>
  edited(path, (text) => {
    const whole = JSON.parse(text) as Tree;
    const steps = member.split('.');
    const last = steps.pop() as string;
    const node = steps.reduce((tree, step) => tree[step] as Tree, whole);
    if (Array.isArray(node) && value === undefined) node.splice(Number(last), 1);
    else node[last] = value;
    return `${JSON.stringify(whole, null, 2)}\n`;
  });

const linesOf = (text: string): string[] => text.split('\n');
const withoutLine = (number: number): Change => {
  return (text) => linesOf(text).toSpliced(number, 1).join('\n');
};

function swapJournals(out: string): void {
  const one = cross('journal.bin');
  const other = run('hold-ALDR', 'journal.bin');
  renameSync(join(out, one), join(out, 'between'));
  renameSync(join(out, other), join(out, one));
  renameSync(join(out, 'between'), join(out, other));
}

function textOf(out: string): string {
  const texts = run('own-ALDR', 'texts');
  const [first] = readdirSync(join(out, texts)).sort();
  return join(texts, first as string);
}

interface Tampering {
  readonly what: string;
  readonly alter: (out: string) => void;
  /** Path of a finding, and its text. */
  readonly at: string;
  readonly says: RegExp;
}

const tamperings: readonly Tampering[] = [
  {
    what: 'a better Sharpe ratio',
    alter: editedJson('result.json', 'runs.0.figures.sharpe.value', 9.9),
    at: 'result.json',
    says: /^runs\[0\]\.figures\.sharpe\.value: altered; expected -?\d\.\d+; found 9\.9$/,
  },
  {
    what: 'a run left out of the figures',
    alter: editedJson('result.json', 'runs.2', undefined),
    at: 'result.json',
    says: /^runs\[2\]: altered; .*found nothing$/,
  },
  {
    what: 'a narrower interval',
    alter: editedJson('result.json', 'runs.1.figures.cumulativeReturn.interval.low', 0),
    at: 'result.json',
    says: /^runs\[1\]\.figures\.cumulativeReturn\.interval\.low: altered/,
  },
  {
    what: 'a caution taken out',
    alter: editedJson('result.json', 'scenario.notes', []),
    at: 'result.json',
    says: /^scenario\.notes\[0\]: altered; expected "The data is synthetic/,
  },
  {
    what: 'spaces',
    alter: edited('result.json', (text) => text.replaceAll('  ', ' ')),
    at: 'result.json',
    says: /^altered, though it says the same$/,
  },
  {
    what: 'a result that is no longer JSON',
    alter: edited('result.json', () => '{'),
    at: 'result.json',
    says: /it is not JSON/,
  },
  {
    what: 'a page with another figure',
    alter: edited('report.html', (text) => text.replace('</h1>', ' (audited)</h1>')),
    at: 'report.html',
    says: /^line \d+ was altered; expected .*; found .*audited/,
  },
  {
    what: 'an inflated curve',
    alter: edited(cross('equity.csv'), (text) => text.replace(/,100000,/, ',900000,')),
    at: cross(),
    says: /^equity\.csv: line 2 was altered; expected .*,100000,.*; found .*,900000,/,
  },
  {
    what: 'a deleted fill',
    alter: edited(cross('fills.csv'), withoutLine(2)),
    at: cross(),
    says: /^fills\.csv: line 3 was altered/,
  },
  {
    what: 'a fill that never happened',
    alter: (out) => appendFileSync(join(out, cross('fills.csv')), '2022-03-15,ALDR,1,1,0,open\n'),
    at: cross(),
    says: /^fills\.csv: line \d+ was altered; expected nothing; found/,
  },
  {
    what: 'a table cut off',
    alter: edited(cross('equity.csv'), (text) => text.slice(0, -40)),
    at: cross(),
    says: /^equity\.csv: line \d+ was altered/,
  },
  {
    what: 'a changed position',
    alter: edited(cross('positions.csv'), (text) => text.replace(',1\n', ',-1\n')),
    at: cross(),
    says: /^positions\.csv: line 2 was altered; expected .*,1"; found .*,-1"$/,
  },
  {
    what: 'an overwritten rationale',
    alter: (out) => writeFileSync(join(out, textOf(out)), 'I knew it.'),
    at: run('own-ALDR'),
    says: /^texts\/[0-9a-f]{64}\.txt: the text was altered$/,
  },
  {
    what: 'a cheaper policy in a manifest',
    alter: editedJson(cross('manifest.json'), 'plan.policy.feeBps', 0),
    at: cross(),
    says: /^manifest\.json: not the run of this scenario: policy\.feeBps: expected/,
  },
  {
    what: 'another name in a manifest',
    alter: editedJson(cross('manifest.json'), 'scenario', 'grand'),
    at: cross(),
    says: /^manifest\.json: scenario: altered; expected "small"; found "grand"$/,
  },
  {
    what: 'another tape in a manifest',
    alter: editedJson(cross('manifest.json'), 'tape.header.synthetic', false),
    at: cross(),
    says: /the journal is of another run|tape|synthetic/,
  },
  {
    what: 'other data in a manifest',
    alter: editedJson(cross('manifest.json'), 'data.sha256', '0'.repeat(64)),
    at: cross(),
    says: /^the data set is not the one that the run used: expected SHA-256 0{64}/,
  },
  {
    what: 'a broken manifest',
    alter: edited(cross('manifest.json'), () => '{}'),
    at: cross(),
    says: /the manifest is not valid/,
  },
  {
    what: 'a flipped bit of a journal',
    alter: (out) => {
      const journal = join(out, cross('journal.bin'));
      const bytes = readFileSync(journal);
      bytes[400] = (bytes[400] as number) ^ 4;
      writeFileSync(journal, bytes);
    },
    at: cross(),
    says: /journal\.bin: block 1/,
  },
  {
    what: 'a journal cut off',
    alter: (out) => {
      const journal = join(out, cross('journal.bin'));
      writeFileSync(journal, readFileSync(journal).subarray(0, 900));
    },
    at: cross(),
    says: /^the journal is not complete/,
  },
  {
    what: 'journals that changed places',
    alter: swapJournals,
    at: cross(),
    says: /the journal is of another run/,
  },
  {
    what: 'a run removed',
    alter: (out) => rmSync(join(out, cross()), { recursive: true }),
    at: cross(),
    says: /^the run is missing$/,
  },
  {
    what: 'a run added',
    alter: (out) => cpSync(join(out, cross()), join(out, run('best-ALDR')), { recursive: true }),
    at: run('best-ALDR'),
    says: /^the scenario has no such run$/,
  },
  {
    what: 'another seed in the scenario',
    alter: editedJson('scenario.json', 'scenario.seed', 7),
    at: cross(),
    says: /not the run of this scenario: id|baseSeed/,
  },
  {
    what: 'another baseline in the scenario',
    alter: editedJson('scenario.json', 'scenario.baseline', 'cross'),
    at: 'result.json',
    says: /^runs\[0\]\.againstBaseline/,
  },
];

describe('verify', () => {
  it('vouches for a whole result as it was written', async () => {
    const out = copy();
    for (const path of [out, join(out, 'result.json')]) {
      const ended = await tapefold('verify', path);
      expect(ended).toMatchObject({ code: 0, err: '' });
      expect(ended.out).toBe('verified: 3 runs, result.json and report.html\n');
    }
  });

  it.each(tamperings)('names $what', async ({ alter, at, says }) => {
    const out = copy();
    alter(out);
    const { findings } = await verifyResult(out);
    const found = findings.find(({ path }) => path === at);
    expect(found, JSON.stringify(findings)).toBeDefined();
    expect(found?.verdict).toMatchObject({ kind: 'refuted', what: expect.stringMatching(says) });
  });

  it('exits with 1 and a line for each file', async () => {
    const out = copy();
    edited(cross('fills.csv'), withoutLine(2))(out);
    editedJson('result.json', 'runs.0.figures.sharpe.value', 9.9)(out);
    const ended = await tapefold('verify', join(out, 'result.json'));
    expect(ended).toMatchObject({ code: 1, err: '' });
    expect(ended.out.split('\n')).toEqual([
      expect.stringMatching(/^runs\/cross-ALDR: not verified: fills\.csv: line 3 was altered/),
      expect.stringMatching(
        /^result\.json: not verified: runs\[0\]\.figures\.sharpe\.value: altered/,
      ),
      '2 runs verified by themselves, but not the whole result',
      '',
    ]);
  });

  it('distinguishes what was removed from what was altered', async () => {
    const out = copy();
    const text = textOf(out);
    for (const gone of [text, cross('equity.csv'), 'report.html']) rmSync(join(out, gone));
    expect(await verifyResult(out)).toEqual({
      verified: 3,
      files: ['result.json'],
      findings: [],
      notes: [
        `${cross('equity.csv')}: missing; \`tapefold run\` writes it again`,
        `${text}: the text was erased`,
        'report.html: missing; `tapefold run` writes it again',
      ],
    });
  });

  it('does not accuse the result of another version', async () => {
    const out = copy();
    editedJson('scenario.json', 'codeVersion', '0.0.9')(out);
    editedJson(cross('manifest.json'), 'codeVersion', '0.0.9')(out);
    edited('report.html', (text) => text.replace('</h1>', '!</h1>'))(out);
    edited(cross('equity.csv'), (text) => text.replace(/,100000,/, ',100000.0,'))(out);
    const ended = await tapefold('verify', out);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/^runs\/cross-ALDR: other version: written by 0\.0\.9, this is /m);
    expect(ended.out).toMatch(/^report\.html: other version: .*neither proven nor disproven$/m);
  });

  it('refuses what is neither a run nor a result', async () => {
    expect(await tapefold('verify', folder())).toMatchObject({
      code: 2,
      err: expect.stringContaining('nothing to verify; expected the folder of a run, the folder'),
    });
  });
});

describe('run on a finished result', () => {
  const again = (out: string) => tapefold('run', join(whole, 'scenario.yaml'), '--out', out);

  it('says what it wrote again, and nothing when nothing was changed', async () => {
    const out = copy();
    edited(cross('fills.csv'), withoutLine(2))(out);
    editedJson('result.json', 'runs.0.figures.sharpe.value', 9.9)(out);
    rmSync(join(out, run('hold-ALDR', 'equity.csv')));
    const { err } = await again(out);
    expect(err.split('\n').filter((line) => line.startsWith('wrote'))).toEqual([
      'wrote runs/cross-ALDR/fills.csv again: it had been changed',
      'wrote runs/hold-ALDR/equity.csv again: it was missing',
      'wrote result.json again: it had been changed',
    ]);
    expect((await verifyResult(out)).findings).toEqual([]);
    expect((await again(out)).err).toBe('3 finished runs kept\n');
  });

  it('refuses the folder of another scenario, and names what is different', async () => {
    const out = copy();
    const other = file(folder(), 'scenario.yaml', scenarioText.replace('03-15', '03-14'));
    file(join(other, '..'), 'own.mjs', module);
    const before = readFileSync(join(out, 'result.json'));
    expect(await tapefold('run', other, '--out', out)).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        /another scenario: window\.to is different; expected "2022-03-14"; .*--fresh.*; found "2022-03-15"/,
      ),
    });
    expect(readFileSync(join(out, 'result.json')).equals(before)).toBe(true);
    expect((await verifyResult(out)).findings).toEqual([]);
  });

  it('refuses it too when its agent has changed, and names the agent’s file', async () => {
    const out = copy();
    const place = folder();
    file(place, 'own.mjs', `${module}\n// changed\n`);
    const other = file(place, 'scenario.yaml', scenarioText);
    expect(await tapefold('run', other, '--out', out)).toMatchObject({
      code: 3,
      err: expect.stringContaining(
        'another run: the file "own.mjs" of agent own, or what it imports or reads, has ' +
          'changed since',
      ),
    });
    expect((await verifyResult(out)).findings).toEqual([]);
  });
});

it('inspect refuses data that are not the run’s', async () => {
  const out = copy();
  const data = join(folder(), 'data');
  await tapefold('data', 'import', 'synthetic-market', data);
  const bars = readdirSync(join(data)).find((name) => name.endsWith('.csv')) as string;
  const text = readFileSync(join(data, bars), 'utf8');
  writeFileSync(join(data, bars), text.trimEnd().split('\n').slice(0, -1).join('\n'));
  const ended = await tapefold('inspect', join(out, cross()), '--at', '2022-03-01', '--data', data);
  expect(ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('the data set is not the one that the run used; expected SHA-256'),
  });
});
