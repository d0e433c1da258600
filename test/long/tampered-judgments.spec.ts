/**
 * Each file of the data and of the stages of a judging run, altered in each way: `verify`
 * fails, and names it.
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyResult } from '#backtest';
import { judgedOrigins as origins } from '#judging/verify-origin';
import { tamperRecord } from '#store/embedded/records.fixture';
import { file, folder, sharedFolder, tapefold } from '../e2e/command-line.fixture.js';

const home = sharedFolder();

async function succeed(...words: readonly string[]): Promise<void> {
  const { code, err } = await tapefold(...words);
  if (code !== 0) throw new Error(err);
}

/** A document whose moves a rule finds, and what it is argued from. */
function writeMoves(): string {
  const data = join(home, 'gears');
  mkdirSync(data);
  const tasks = { file: 'tasks.jsonl', solutions: 'solutions.jsonl' };
  const dataset = { name: 'gears', calendar: '24/7', currency: 'USD', tasks };
  file(data, 'dataset.yaml', JSON.stringify(dataset));
  const inputs = { '10-K.txt': 'Prices rose by 4 %, and volume did not fall.' };
  const instruction = 'Does it keep its lead?';
  file(data, 'tasks.jsonl', `${JSON.stringify({ id: 'gears', instruction, inputs })}\n`);
  const moves = [{ id: 'a', text: 'volume did not fall' }];
  const solution = { category: 'Lead', themes: [{ id: '1', title: 'Prices', moves }] };
  file(data, 'solutions.jsonl', `${JSON.stringify({ id: 'gears', solution })}\n`);
  const answer = '# It does\n\nPrices rose by 4 %, and volume did not fall [10-K.txt].';
  file(home, 'expert.jsonl', `${JSON.stringify({ task: 'gears', answer })}\n`);
  const agents = [{ id: 'expert', kind: 'script', file: 'expert.jsonl' }];
  const scenario = { name: 'moves', data: './gears', workflow: 'moves', agents };
  return file(home, 'moves.yaml', JSON.stringify(scenario));
}

/** Weekly reports of a rule, and a judge that counts words. */
function writeReports(): string {
  const module = `export default { decide: ({ task: { inputs } }) => ({
    scores: { evidence_fidelity: 4, reasoning_quality: Math.min(5, inputs.report.length / 1000) },
  }) };`;
  file(home, 'judge.mjs', module);
  const agents = [{ id: 'counts', kind: 'module', file: 'judge.mjs', stateless: true }];
  file(home, 'counting.yaml', JSON.stringify({ agents }));
  return file(
    home,
    'weekly.yaml',
    `name: weekly
data: synthetic-market
workflow: insights
window: { from: 2023-11-01, to: 2023-11-10 }
symbols: [ALDR]
agents: [{ id: writer, kind: rule, rule: reporter }]
`,
  );
}

beforeAll(async () => {
  await succeed('run', writeMoves(), '--out', join(home, 'moves'));
  file(home, 'literal.yaml', 'agents: [{ id: literal, kind: rule, rule: literal }]\n');
  const words = ['--with', join(home, 'literal.yaml'), '--out', join(home, 'graded')];
  await succeed('judge', join(home, 'moves'), ...words);
  await succeed('run', writeReports(), '--out', join(home, 'weekly'));
  const others = ['--with', join(home, 'counting.yaml'), '--out', join(home, 'judged')];
  await succeed('judge', join(home, 'weekly'), ...others);
}, 280_000);

/** A copy of a result beside the one that it judges. */
function copyOf(name: string): string {
  const copy = folder();
  for (const one of ['moves', 'weekly', name]) {
    cpSync(join(home, one), join(copy, one), { recursive: true });
  }
  return join(copy, name);
}

function filesBelow(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile());
  return found.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
}

/**
 * Files whose loss `verify` notes, and does not refute: those that `run` derives again, and the
 * texts of rationales, which people may erase.
 */
const mayBeLost = (path: string): boolean =>
  ['result.json', 'report.html', 'answers.jsonl'].includes(basename(path)) ||
  basename(dirname(path)) === 'texts';

/** Returns the other file that it alters. */
type Alter = (path: string, others: readonly string[]) => string | void;

const alterations: readonly (readonly [string, Alter])[] = [
  [
    'edited in one byte',
    (path) => {
      // Most bytes of a database hold no record that anything follows from: one of a tool
      // call is edited.
      if (basename(path) === 'recording.db') {
        const at = { stream: 'calls', seq: 1 };
        return tamperRecord(path, at, (body) => body.replace('"tool":"s', '"tool":"r'));
      }
      const bytes = readFileSync(path);
      writeFileSync(path, flipped(bytes, Math.floor(bytes.length / 2)));
    },
  ],
  ['edited in its first byte', (path) => writeFileSync(path, flipped(readFileSync(path), 0))],
  ['cut off', (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
  ['deleted', (path) => rmSync(path)],
  [
    'swapped with another',
    (path, others) => {
      const other = others.find((one) => one !== path && !same(one, path))!;
      const bytes = readFileSync(path);
      cpSync(other, path);
      writeFileSync(other, bytes);
      return other;
    },
  ],
];

function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at] = bytes[at]! ^ 1;
  return bytes;
}
const same = (one: string, other: string): boolean => readFileSync(one).equals(readFileSync(other));

async function verdictOn(out: string): Promise<{ findings: string[]; notes: string[] }> {
  // The folder was copied, and its data with it.
  const { findings, notes } = await verifyResult(out, { data: join(out, 'data'), origins });
  const words = findings.map(({ path, verdict }) => {
    return `${path}: ${'what' in verdict ? verdict.what : verdict.kind}`;
  });
  return { findings: words, notes: [...notes] };
}

describe.each([
  ['graded', ['stages', 'data']],
  ['judged', ['data']],
])('%s', (name, folders) => {
  it('is verified as it is, with its data and its stages', async () => {
    const out = copyOf(name);
    expect(await verdictOn(out)).toEqual({ findings: [], notes: [] });
  });

  it.each(alterations)('has no file %s that `verify` does not name', async (what, alter) => {
    const files = folders.flatMap((below) => filesBelow(join(home, name, below)));
    expect(files.length).toBeGreaterThan(2);
    const unnamed: string[] = [];
    for (const path of files.map((one) => relative(join(home, name), one))) {
      const out = copyOf(name);
      const others = filesBelow(join(out, dirname(path))).concat(filesBelow(out));
      const other = alter(join(out, path), others) ?? path;
      const isAltered =
        !existsSync(join(out, path)) || !same(join(out, path), join(home, name, path));
      expect(isAltered, path).toBe(true);
      const { findings, notes } = await verdictOn(out);
      const isLost = what === 'deleted' && mayBeLost(path);
      const said = isLost ? [...notes, ...findings] : findings;
      const names = [path, other].map((one) => basename(one));
      const isNamed = said.some((one) => names.some((name) => one.includes(name)));
      if (!isNamed) unnamed.push(`${path}: ${said.join('; ')}`);
    }
    expect(unnamed).toEqual([]);
  });
});

it('finds a stage that nothing follows from, and one that is gone', async () => {
  const out = copyOf('graded');
  const stage = join(out, 'stages/moves-grounding');
  cpSync(stage, join(out, 'stages/other'), { recursive: true });
  expect((await verdictOn(out)).findings).toEqual(['stages/other: no later stage follows from it']);
  rmSync(join(out, 'stages'), { recursive: true });
  expect(existsSync(stage)).toBe(false);
  expect((await verdictOn(out)).findings.join('\n')).toMatch(
    /data\/dataset\.yaml: the stage moves-grounding is missing/,
  );
});

it('keeps the binding where the judged result is gone, and says so', async () => {
  const out = copyOf('judged');
  rmSync(join(out, '../weekly'), { recursive: true });
  const { findings, notes } = await verdictOn(out);
  expect(findings).toEqual([]);
  expect(notes.join('\n')).toMatch(/data: not derived again: no result at .*weekly/);
  const solutions = join(out, 'data/solutions.jsonl');
  writeFileSync(solutions, readFileSync(solutions, 'utf8').replace('"writer"', '"winner"'));
  expect((await verdictOn(out)).findings.join('\n')).toMatch(
    /^data\/solutions\.jsonl: solutions\.jsonl line 1: the solution is not the one that its task/,
  );
});

it('refuses solutions with hashes of their own, and data that names other journals', async () => {
  const out = copyOf('judged');
  const dataset = join(out, 'data/dataset.yaml');
  const text = readFileSync(dataset, 'utf8');
  writeFileSync(dataset, text.replace(/(writer-insights: )[0-9a-f]{64}/, `$1${'a'.repeat(64)}`));
  expect((await verdictOn(out)).findings.join('\n')).toMatch(
    /data\/dataset\.yaml: origin\.runs\.writer-insights: the journal is another; expected a{64}; found/,
  );
  writeFileSync(dataset, text);
  const tasks = join(out, 'data/tasks.jsonl');
  const hash = /(solutionSha256":")[0-9a-f]{64}/;
  writeFileSync(tasks, readFileSync(tasks, 'utf8').replace(hash, `$1${'0'.repeat(64)}`));
  expect((await verdictOn(out)).findings.join('\n')).toMatch(/data\/solutions\.jsonl: /);
});
