/** Results of trading and of judging, small enough to be verified and replayed many times. */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { loadScenario, runScenario } from '#backtest';
import { gradingStages } from '#judging/grading-stages';
import { writeJudging } from '#judging/judging-data';

/**
 * The folder with the results, made before the tests of a file: `traded`, `graded` and `judged`.
 */
export const root = mkdtempSync(join(tmpdir(), 'tapefold-altered-'));
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
    'export default { decide: () => ({ scores: { evidence_fidelity: 4, reasoning_quality: 3 } ' +
      '}) };',
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

/** Makes the results before the tests of the file that calls it. */
export function makeResults(): void {
  beforeAll(async () => {
    // Files of tests share this module: the one before took the folder away.
    mkdirSync(root, { recursive: true });
    await trade();
    await runMoves();
    await gradeMoves();
    await judgeReports();
  }, 120_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));
}

/** A copy of a result beside what it judges. */
export function copyOf(name: string): { readonly copy: string; readonly out: string } {
  const copy = mkdtempSync(join(root, 'copy-'));
  for (const one of name === 'traded' ? [name] : ['gears', 'moves', 'weekly', name])
    cpSync(join(root, one), join(copy, one), { recursive: true });
  return { copy, out: join(copy, name) };
}

/** Texts without places and hashes. */
export const plain = (text: string, copy: string): string =>
  text.replaceAll(copy, '.').replaceAll(/[0-9a-f]{64}/g, '<hash>');

export type Alter = (out: string) => void;

/** Changes the text of a file, which has to hold what is changed. */
export const change =
  (path: string, from: string | RegExp, to: string): Alter =>
  (out) => {
    const text = readFileSync(join(out, path), 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    writeFileSync(join(out, path), changed);
  };

/** Changes every text that the run `odd-ALDR` kept. */
export const changeTexts =
  (from: string, to: string): Alter =>
  (out) => {
    const texts = join(out, 'runs/odd-ALDR/texts');
    for (const name of readdirSync(texts)) change(name, from, to)(texts);
  };

export const remove =
  (path: string): Alter =>
  (out) =>
    rmSync(join(out, path), { recursive: true });
