/**
 * Weekly reports from the shell to judges: submitted, imported, run, and put before
 * those who judge.
 */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { file, folder, mainFile, tapefold } from './command-line.fixture.js';
import { resultOf, scenarioIn, succeed } from './judged-reports.fixture.js';

const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const submit = (root: string, symbol: string, date: string, rating: string): Promise<void> =>
  new Promise((settle, reject) => {
    const words = ['--symbol', symbol, '--target-date', date, '--action', rating];
    const child = execFile(
      process.execPath,
      [mainFile, 'submit', 'report', ...words, '--model', 'Me.1', '--output-root', root],
      (error) => (error === null ? settle() : reject(error)),
    );
    child.stdin?.end(`# ${symbol}\n\n**Model:** Me.1\n\n**Rating:** ${rating}\n`);
  });

it('reports on disk are imported, run and put before judges', async () => {
  const home = folder();
  const root = join(home, 'results');
  await submit(root, 'DUNE', '2023-11-03', 'BUY');
  await submit(root, 'ALDR', '2023-11-10', 'STRONG_SELL');
  await submit(root, 'ALDR', '2023-11-03', 'HOLD');
  const out = join(home, 'reports.jsonl');
  const words = ['import', 'herculean-reports', root, '--out', out];
  expect(await succeed(...words)).toBe('3 reports on ALDR, DUNE, 2023-11-03 to 2023-11-10\n');
  const textOf = (symbol: string, model: string, rating: string) =>
    `# ${symbol}\n\n**Model:** ${model}\n\n**Rating:** ${rating}\n`;
  const lineOf = (date: string, symbol: string, rating: string) => ({
    date,
    symbol,
    rating,
    report: textOf(symbol, 'Me.1', rating),
  });
  expect(linesOf(out)).toEqual([
    lineOf('2023-11-03', 'ALDR', 'HOLD'),
    lineOf('2023-11-03', 'DUNE', 'BUY'),
    lineOf('2023-11-10', 'ALDR', 'STRONG_SELL'),
  ]);
  const again = await tapefold(...words);
  expect([again.code, again.out]).toEqual([3, '']);
  expect(again.err).toContain('the file already exists');

  const scenario = scenarioIn(home, 'own', '  - { id: mine, kind: script, file: reports.jsonl }\n');
  const result = join(home, 'run');
  await succeed('run', scenario, '--out', result);
  // Four weeks of two symbols were due.
  expect(valuesOf(resultOf(result).runs[0])).toMatchObject({ coverage: 3 / 8 });
  const judges = file(home, 'judges.yaml', 'agents:\n  - { id: j, kind: mcp }\n');
  await succeed('judge', result, '--with', judges, '--prepare');
  const asked = linesOf(join(`${result}-judged`, 'data/tasks.jsonl')) as { inputs: object }[];
  const reports = asked.map(({ inputs }) => (inputs as { report: string }).report);
  expect(reports.sort()).toEqual(
    [
      textOf('ALDR', 'withheld', 'HOLD'),
      textOf('ALDR', 'withheld', 'STRONG_SELL'),
      textOf('DUNE', 'withheld', 'BUY'),
    ].sort(),
  );
});
