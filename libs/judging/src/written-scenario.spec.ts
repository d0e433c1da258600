/**
 * The data set and the scenario that follow from a finished result, written for every kind of
 * agent, again over runs that exist, and compared with the scenario that was run. `npx vitest run
 * libs/judging/src/written-scenario.spec.ts --update` writes the files again.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isFailure } from '#values';
import { loadScenario } from '#backtest';
import { resultFolder, markerText } from '#backtest/result/result-folder';
import { judgedFiles } from './judged-files.js';
import { manifestIn, readAgents, writeScenario, type DerivedTasks } from './written-scenario.js';

const sha = (digit: string): string => digit.repeat(64);
const rule = { id: 'rules', kind: 'rule', rule: 'literal' };
const task = (id: string, solution?: object) => {
  return {
    id,
    instruction: `Judge ${id}.`,
    inputs: { report: 'R' },
    ...(solution && { solution }),
  };
};
const solved = { agent: 'one', gold: undefined, words: 3 };

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-written-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  const put = (name: string, text: string): string => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
    return path(name);
  };
  const derived: DerivedTasks = {
    workflow: 'judging',
    terms: { of: 'insights', dimensions: ['depth'], most: 5 },
    tasks: [task('t1', solved), task('t2', solved)],
    known: { endedAt: '2025-03-03T21:00:00Z', synthetic: true },
    origin: { runs: { 'one-1': sha('a') }, stated: { member: 'gold', sha256: sha('b') } },
    places: { result: path('result'), rubrics: undefined, data: 'synthetic-market' },
  };
  const write = (given: object, more: Partial<DerivedTasks> & Partial<Call> = {}): string => {
    const { result = path('result'), fresh = false, suffix = 'judged', closed, ...own } = more;
    const agents = readAgents(put('agents/judges.yaml', JSON.stringify(given)));
    return writeScenario({ result, out: path('out'), fresh }, agents, {
      ...derived,
      ...own,
      suffix,
      ...(closed && { closed }),
    });
  };
  const files = (): string =>
    readdirSync(path('out'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((file) => `--- ${file.slice(folder.length + 1)}\n${readFileSync(file, 'utf8')}`)
      .join('');
  const told = (get: () => unknown): string => {
    try {
      return String(get()).replaceAll(folder, 'FOLDER');
    } catch (error) {
      if (isFailure(error)) return `! ${error.code} ${error.message.replaceAll(folder, 'FOLDER')}`;
      throw error;
    }
  };
  return { folder, path, put, derived, write, files, told };
}
interface Call {
  readonly result: string;
  readonly fresh: boolean;
  readonly suffix: string;
  readonly closed: readonly (string | undefined)[];
}

it('are written for every kind of agent', async () => {
  const { path, put, write, files, told, derived } = place();
  put('agents/judge.mjs', 'export default {};');
  put('agents/prompt.md', 'Judge.');
  put('agents/notes.txt', 'N');
  const module = { id: 'own', kind: 'module', file: './judge.mjs', trusted: true };
  const model = { id: 'model', kind: 'llm', model: 'stub/model-1', prompt: './prompt.md' };
  const cases: readonly (readonly [object, (Partial<DerivedTasks> & Partial<Call>)?])[] = [
    [{ agents: [rule] }],
    [{ agents: [module], seed: 7 }],
    [{ agents: [{ ...module, stateless: true }], seed: 0 }],
    [{ agents: [module, rule], tasksAtOnce: 3 }],
    [{ agents: [{ ...module, trusted: false, reads: ['./notes.txt', '.'] }] }],
    [{ agents: [model] }],
    [{ agents: [{ ...model, prompt: 'judge-1' }], tasksAtOnce: 1 }],
    [
      { agents: [rule], terms: { of: 'x' } },
      { suffix: 'graded', closed: [undefined] },
    ],
    [
      { agents: [rule] },
      { tasks: [task('t1'), task('t2')], known: { endedAt: undefined, synthetic: false } },
    ],
    [{ agents: [rule] }, { tasks: [] }],
    [{ agents: [rule] }, { origin: { runs: {} }, places: { result: path('elsewhere/of') } }],
    [{ agents: [rule] }, { result: path('result/../a b!!é.c-d/') }],
    [{ agents: [rule] }, { result: path(`${'x'.repeat(57)}-${'y'.repeat(57)}`) }],
    [{ agents: [rule] }, { result: path(`${'x'.repeat(40)}${'-!'.repeat(10)}${'y'.repeat(56)}`) }],
    [{ agents: [] }],
    [{ agents: [{ kind: 'rule' }] }],
    [{ agents: [{ id: 'a', kind: 'none' }] }],
    [{ agents: [rule], seed: -1 }],
    [{ agents: [rule], seed: 0.5 }],
    [{ agents: [rule], tasksAtOnce: 0.5 }],
    [{ agents: [rule], tasksAtOnce: 0 }],
    [{ agents: [rule], more: 1 }],
    [{ seed: 1 }],
    [{ agents: [rule] }, { terms: { of: 'insights', most: 0 } }],
  ];
  const lines = cases.flatMap(([given, more]) => {
    rmSync(path('out'), { recursive: true, force: true });
    const written = told(() => write(given, more));
    return [
      `=== ${JSON.stringify(given)} ${written}`,
      ...(written.startsWith('!') ? [] : [files()]),
    ];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-written/agents.txt');
  rmSync(path('out'), { recursive: true });
  expect(manifestIn(path('out/none'))).toBeUndefined();
  expect(manifestIn(path('out/data'))).toBeUndefined();
  write({ agents: [rule] });
  expect(manifestIn(path('out/data'))?.origin).toEqual(derived.origin);
});

it('are written again only if they say the same, as far as runs depend on them', async () => {
  const { path, put, write, files, told, derived } = place();
  const given = { agents: [rule] };
  write(given);
  const first = files();
  expect(told(() => write({ agents: [rule], seed: 2 }))).toBe('FOLDER/out/scenario.yaml');
  write(given);
  expect(files()).toBe(first);
  mkdirSync(resultFolder(path('out')).runs);
  const lines: string[] = [];
  const again = (
    name: string,
    more: Parameters<typeof write>[1] = {},
    own: object = given,
  ): void => {
    lines.push(`${name}: ${told(() => write(own, more))}${files() === first ? ', as before' : ''}`);
  };
  again('the same');
  again('another seed', {}, { agents: [rule], seed: 2 });
  again('other tasks', { tasks: [task('t1', solved)] });
  again('another run', { origin: { ...derived.origin, runs: { 'one-1': sha('c') } } });
  again('stated later', {
    origin: { ...derived.origin, stated: { member: 'gold', sha256: sha('c') } },
  });
  again('never stated', { origin: { runs: derived.origin.runs } });
  again('from elsewhere', { places: { result: path('moved/result') } });
  again('from where it was');
  put('out/data/solutions.jsonl', 'altered');
  again('with altered solutions');
  put('out/data/tasks.jsonl', 'altered');
  again('with altered tasks');
  rmSync(path('out/data/tasks.jsonl'));
  again('without tasks');
  rmSync(path('out/data/dataset.yaml'));
  again('without a manifest');
  again('with other tasks, afresh', { tasks: [task('t1', solved)], fresh: true });
  again('with the first tasks');
  again('with the first tasks, afresh', { fresh: true });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-written/again.txt');
});

it('are compared with the scenario that was run', async () => {
  const { path, put, write, told } = place();
  const { scenario } = loadScenario(write({ agents: [rule], seed: 3 }));
  const text = readFileSync(path('out/scenario.yaml'), 'utf8');
  const lines: string[] = [];
  const found = (name: string): void => {
    lines.push(`${name}: ${told(() => JSON.stringify(judgedFiles(path('out'), scenario)))}`);
  };
  found('without a marker');
  const { marker } = resultFolder(path('out'));
  writeFileSync(marker, `${markerText}\n`);
  found('with another marker');
  rmSync(marker);
  mkdirSync(marker);
  found('with a folder as marker');
  rmSync(marker, { recursive: true });
  writeFileSync(marker, markerText);
  found('as written');
  const altered: Readonly<Record<string, string>> = {
    'with other data': text.replace('data: ./data', 'data: ./moved'),
    'with another seed': text.replace('seed: 3', 'seed: 4'),
    'with a comment': `# said\n${text}`,
    'with another style': text.replace('seed: 3', 'seed:   3'),
    'without agents': text.replace(/agents:[^]*$/, ''),
    'no YAML': '{',
  };
  for (const [name, own] of Object.entries(altered)) {
    expect(own).not.toBe(text);
    put('out/scenario.yaml', own);
    found(name);
  }
  rmSync(path('out/scenario.yaml'));
  found('without it');
  mkdirSync(path('out/scenario.yaml'));
  found('with a folder');
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-written/compared.txt');
});
