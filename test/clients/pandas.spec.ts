/**
 * The page about pandas, with pandas: its code writes signals, and reads the figures
 * of the run back.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { formatCivilDate, isWeekend, parseCivilDate, seededRandom } from '#values';
import { pandasPackages } from './installed.fixture.js';

const page = readFileSync('docs/how-to/use-from-pandas.md', 'utf8');
const [signalsOut = '', figuresBack = ''] = Array.from(
  page.matchAll(/```python\n([\s\S]*?)```/g),
  ([, code]) => code as string,
);
const command = /```\nnpx tapefold (.*)\n```/.exec(page)?.[1] ?? '';

let folder: string;
let packages: string;

beforeAll(async () => {
  packages = await pandasPackages();
  folder = mkdtempSync(join(tmpdir(), 'tapefold-pandas-'));
  const random = seededRandom(7);
  let close = 100;
  const first = parseCivilDate('2023-01-03')!;
  const rows = Array.from({ length: 240 }, (_, day) => first + day)
    .filter((day) => !isWeekend(day))
    .map((day) => {
      const open = close * (1 + 0.01 * random.normal());
      close = open * (1 + 0.01 * random.normal());
      const low = Math.min(open, close);
      const high = Math.max(open, close);
      return `${formatCivilDate(day)},${open},${high},${low},${close},1000\n`;
    });
  writeFileSync(join(folder, 'AAPL.csv'), `Date,Open,High,Low,Close,Volume\n${rows.join('')}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const python = (code: string): string =>
  execFileSync('python3', ['-c', code], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: packages },
  });

function tapefold(words: string): Result {
  const program = resolve('dist/program/tapefold.js');
  const given = [...words.split(' '), '--calendar', '24/5'];
  execFileSync(process.execPath, [program, ...given], { cwd: folder, stdio: 'pipe' });
  return JSON.parse(readFileSync(join(folder, 'result', 'result.json'), 'utf8')) as Result;
}

it('gives the figures of the built-in rule, from the signals of a data frame', () => {
  python(signalsOut);
  expect(readFileSync(join(folder, 'signals.csv'), 'utf8')).toMatch(/^date,weight\n2023-01-03,/);
  const { runs } = tapefold(`${command} --agent sma-cross:10,30`);
  const [signals, , rule] = runs;
  expect(signals).toMatchObject({ agent: 'signals', coverage: { due: 172, answered: 172 } });
  expect(valuesOf(signals!).fills).toBeGreaterThan(4);
  expect(valuesOf(signals!).fills).toBe(valuesOf(rule!).fills);
  const printed = python(`${figuresBack}\nprint(len(equity), len(trades), returns.count())`);
  expect(printed).toContain('signals-AAPL');
  expect(printed).toContain(String(valuesOf(signals!).sharpe).slice(0, 5));
  expect(printed).toMatch(/172 \d+ 171\n$/);
});

it('reads Parquet of pandas as it reads CSV', () => {
  python(`${signalsOut}\nsignals.to_parquet("signals.parquet")`);
  const csv = tapefold('run --prices AAPL.csv --agent signals.csv --out result --fresh');
  const parquet = tapefold('run --prices AAPL.csv --agent signals.parquet --out result --fresh');
  expect(valuesOf(parquet.runs[0]!)).toEqual(valuesOf(csv.runs[0]!));
});
