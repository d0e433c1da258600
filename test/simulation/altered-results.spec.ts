/**
 * Results, and data of judging runs that is derived again from what was judged: each alteration is found, and named by
 * its file.
 */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { gradingStages } from '#backtest/judge/grading-stages';
import { writeJudging } from '#backtest/judge/judging-data';

const root = mkdtempSync(join(tmpdir(), 'tapefold-judged-again-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const written = (name: string, value: object): string => {
  writeFileSync(join(root, name), JSON.stringify(value));
  return join(root, name);
};
async function run(path: string, out: string): Promise<void> {
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const { kind } = await runScenario(loadScenario(path), options);
  expect(kind).toBe('finished');
}

async function runMoves(): Promise<void> {
  mkdirSync(join(root, 'gears'));
  const tasks = { file: 'tasks.jsonl', solutions: 'solutions.jsonl' };
  written('gears/dataset.yaml', { name: 'gears', calendar: '24/7', currency: 'USD', tasks });
  const inputs = { '10-K.txt': 'Prices rose by 4 %, and volume did not fall.' };
  written('gears/tasks.jsonl', { id: 'gears', instruction: 'Does it keep its lead?', inputs });
  const moves = [{ id: 'a', text: 'volume did not fall' }];
  const solution = { category: 'Lead', themes: [{ id: '1', title: 'Prices', moves }] };
  written('gears/solutions.jsonl', { id: 'gears', solution });
  const answer = '# It does\n\nPrices rose by 4 %, and volume did not fall [10-K.txt].';
  written('expert.jsonl', { task: 'gears', answer });
  const agents = [{ id: 'expert', kind: 'script', file: './expert.jsonl' }];
  const scenario = { name: 'moves', data: './gears', workflow: 'moves', agents };
  await run(written('moves.json', scenario), join(root, 'moves'));
}

async function gradeMoves(): Promise<void> {
  const judges = written('literal.json', {
    agents: [{ id: 'literal', kind: 'rule', rule: 'literal' }],
  });
  const files = { result: join(root, 'moves'), judges, out: join(root, 'graded'), fresh: false };
  for (const write of gradingStages(files)) {
    const { scenario, out } = await write();
    await run(scenario, out);
  }
}

async function judgeReports(): Promise<void> {
  const window = { from: '2023-11-01', to: '2023-11-10' };
  const agents = [{ id: 'writer', kind: 'rule', rule: 'reporter' }];
  const data = { data: 'synthetic-market', symbols: ['ALDR'], window };
  const scenario = { name: 'weekly', workflow: 'insights', ...data, agents };
  await run(written('weekly.json', scenario), join(root, 'weekly'));
  writeFileSync(
    join(root, 'judge.mjs'),
    'export default { decide: () => ({ scores: { evidence_fidelity: 4, reasoning_quality: 3 } }) };',
  );
  const judge = { id: 'same', kind: 'module', file: './judge.mjs', stateless: true, trusted: true };
  const judges = written('judges.json', { agents: [judge] });
  const out = join(root, 'judged');
  const files = { result: join(root, 'weekly'), judges, out, fresh: false };
  await run(await writeJudging(files), out);
}

/** Two symbols, traded by a rule and by a module that gives reasons. */
async function trade(): Promise<void> {
  writeFileSync(
    join(root, 'reasons.mjs'),
    `export default { decide: ({ view, symbols }) => ({
      kind: 'action', action: view.barCount(symbols[0]) % 2 ? 'BUY' : 'SELL', rationale: 'It is odd.',
    }) };`,
  );
  const agents = [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'odd', kind: 'module', file: './reasons.mjs', trusted: true },
  ];
  const window = { from: '2023-11-01', to: '2023-11-30' };
  const traded = { data: 'synthetic-market', symbols: ['ALDR', 'DUNE'], window, capital: 10_000 };
  const scenario = { name: 'traded', ...traded, execution: 'realistic', agents };
  await run(written('traded.json', scenario), join(root, 'traded'));
}

beforeAll(async () => {
  await trade();
  await runMoves();
  await gradeMoves();
  await judgeReports();
}, 120_000);

/** A copy of a judging run beside what it judges, altered; what `verify` finds, with the copy's place as `.`. */
async function verdictOn(name: string, alter: (out: string) => void = () => undefined) {
  const copy = mkdtempSync(join(root, 'copy-'));
  for (const one of name === 'traded' ? [name] : ['gears', 'moves', 'weekly', name])
    cpSync(join(root, one), join(copy, one), { recursive: true });
  const out = join(copy, name);
  alter(out);
  const { findings, notes, files } = await verifyResult(out, {
    codeVersion: 'test',
    ...(name !== 'traded' && { data: join(out, 'data') }),
  });
  const shown = (text: string): string =>
    text.replaceAll(copy, '.').replaceAll(/[0-9a-f]{64}/g, '<hash>');
  return {
    findings: findings.map(({ path, verdict }) =>
      shown(`${path}: ${verdict.kind}${'what' in verdict ? `, ${verdict.what}` : ''}`),
    ),
    notes: notes.map(shown),
    files,
  };
}

const change =
  (path: string, from: string | RegExp, to: string) =>
  (out: string): void => {
    const text = readFileSync(join(out, path), 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    writeFileSync(join(out, path), changed);
  };
/** The texts of the run. */
const changeTexts = (from: string, to: string) => (out: string) => {
  const texts = join(out, 'runs/odd-ALDR/texts');
  for (const name of readdirSync(texts)) change(name, from, to)(texts);
};
const remove =
  (path: string) =>
  (out: string): void =>
    rmSync(join(out, path), { recursive: true });

it.each(['graded', 'judged', 'traded'])('%s is verified as it is', async (name) => {
  const { findings, notes, files } = await verdictOn(name);
  expect({ findings, notes }).toEqual({ findings: [], notes: [] });
  const own = name === 'traded' ? [] : ['data'];
  expect(files).toEqual(expect.arrayContaining([...own, 'result.json', 'report.html']));
});

/** Files of the result, and of one of its runs. */
const filesOf = (name: string, label: string): string[] =>
  readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => relative(join(root, name), join(parentPath, file)))
    .filter((path) => !path.startsWith('runs') || path.startsWith(`runs/${label}/`))
    .toSorted();

describe.each<[what: string, alter: (path: string) => void]>([
  ['deleted', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
  ['cut off', (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
  [
    'edited in its first byte',
    (path) => {
      const bytes = readFileSync(path);
      bytes[0]! ^= 1;
      writeFileSync(path, bytes);
    },
  ],
  [
    'replaced by a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])('each file %s', (what, alter) => {
  it.each([
    ['traded', 'odd-ALDR'],
    ['judged', 'same-judging'],
  ])('is in the verdict on %s', async (name, label) => {
    const lines: string[] = [];
    for (const path of filesOf(name, label)) {
      const { findings, notes } = await verdictOn(name, (out) => alter(join(out, path)));
      lines.push(`# ${path}`, ...findings, ...notes.map((note) => `note: ${note}`));
    }
    const text = `${lines.join('\n')}\n`
      .replaceAll(/[0-9a-f]{64}/g, '<hash>')
      // The page changes more often than what is said of it.
      .replaceAll(/(report\.html: line )\d+ (was altered).*/g, '$1<n> $2');
    const file = `golden/${name}-with-files-${what.replaceAll(' ', '-')}.txt`;
    await expect(text).toMatchFileSnapshot(file);
  });
});

const traded = (path: string) => join('runs/odd-ALDR', path);

describe.each<[name: string, what: string, alter: (out: string) => void]>([
  ['traded', 'a run that was not planned', (out) => mkdirSync(join(out, 'runs/third'))],
  ['traded', 'a figure', change('result.json', /"cumulativeReturn": /, '"cumulativeReturn": 1')],
  ['traded', 'another seed', change('scenario.json', '"seed": ', '"seed": 1')],
  ['traded', 'another symbol', change('scenario.json', '"DUNE"', '"BRKW"')],
  [
    'traded',
    'a figure of another version',
    (out) => {
      change('scenario.json', '"codeVersion": "', '"codeVersion": "x')(out);
      change('result.json', /"cumulativeReturn": /, '"cumulativeReturn": 1')(out);
    },
  ],
  ['traded', 'another hash of its data', change(traded('manifest.json'), /11f6/, '22f6')],
  [
    'traded',
    'another hash of its tape',
    change(traded('manifest.json'), /"hash": "./, '"hash": "0'),
  ],
  ['traded', 'another capital in a run', change(traded('manifest.json'), '10000,', '10001,')],
  ['traded', 'another label of a run', change(traded('manifest.json'), '"odd-ALDR"', '"odd-X"')],
  ['traded', 'another rationale', changeTexts('It is odd.', 'It is even.')],
  ['traded', 'a file of its own in a run', (out) => writeFileSync(join(out, traded('x')), '')],
  [
    'traded',
    'the journal of another run',
    (out) => cpSync(join(out, 'runs/odd-DUNE/journal.bin'), join(out, traded('journal.bin'))),
  ],
  ['judged', 'a judged result that is gone', remove('../weekly')],
  ['judged', 'a judged run that is gone', remove('../weekly/runs/writer-insights')],
  ['judged', 'a judged journal that is gone', remove('../weekly/runs/writer-insights/journal.bin')],
  [
    'judged',
    'another hash of a journal',
    change('data/dataset.yaml', /(writer-insights: )[0-9a-f]{64}/, `$1${'a'.repeat(64)}`),
  ],
  [
    'judged',
    'a run that is not there',
    change(
      'data/dataset.yaml',
      /(\s+)(writer-insights: [0-9a-f]{64})/,
      `$1other: ${'a'.repeat(64)}$1$2`,
    ),
  ],
  ['judged', 'an instruction', change('data/tasks.jsonl', 'instruction":"', 'instruction":"X')],
  ['judged', 'a file of tasks that is gone', remove('data/tasks.jsonl')],
  [
    'judged',
    'a file of its own',
    (out) => writeFileSync(join(out, 'data/notes.txt'), 'A stranger.'),
  ],
  ['judged', 'solutions', change('data/solutions.jsonl', '"writer"', '"winner"')],
  ['judged', 'the seed', change('scenario.json', '"seed": ', '"seed": 1')],
  ['graded', 'terms', change('scenario.json', '"tasks": 1', '"tasks": 2')],
  ['graded', 'a stage that is gone', remove('stages')],
  [
    'graded',
    'the journal of a stage',
    remove('stages/moves-grounding/runs/literal-moves-grounding/journal.bin'),
  ],
  [
    'graded',
    'a stage that nothing follows from',
    (out) =>
      cpSync(join(out, 'stages/moves-grounding'), join(out, 'stages/other'), { recursive: true }),
  ],
  ['graded', 'a judged result that is gone', remove('../moves')],
])('%s with %s', (name, what, alter) => {
  it('is refuted, or has a note', async () => {
    const { findings, notes } = await verdictOn(name, alter);
    const text = [...findings, '', ...notes, ''].join('\n');
    const file = `golden/altered-${name}-${what.replaceAll(' ', '-')}.txt`;
    await expect(text).toMatchFileSnapshot(file);
  });
});
