/**
 * The package that `npm pack` makes, in an empty project: it runs an agent of that project, which
 * has its types.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ended } from './installed.fixture.js';

const page = readFileSync('docs/how-to/bring-your-own-agent.md', 'utf8');
/** As the page shows it. */
const typed = /```ts\n(import type \{ Decide \}[^]*?)```/.exec(page)?.[1] ?? '';
/** The Node of these tests comes first; without it the launcher finds none that is new enough. */
const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
const scenario = `name: own
data: synthetic-market
window: { from: 2022-02-01, to: 2022-04-29 }
symbols: [ALDR]
execution: close
agents:
  - { id: mine, kind: module, file: ./mine.ts }
`;

const home = mkdtempSync(join(tmpdir(), 'own-project-'));
const inHome = (command: string, ...args: string[]) => ended(command, args, { cwd: home, env });

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await ended('npm', args, { cwd, env });
  if (code !== 0) throw new Error(`npm ${args.join(' ')}\n${out}${err}`);
  return out;
}

beforeAll(async () => {
  const packed = await npm('.', 'pack', '--ignore-scripts', '--pack-destination', home);
  const file = packed.trim().split('\n').at(-1) ?? '';
  await npm(home, 'init', '-y');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  await npm(home, 'install', ...quiet, `./${file}`, 'typescript@5.9.3');
  writeFileSync(join(home, 'mine.ts'), typed);
  writeFileSync(join(home, 'scenario.yaml'), scenario);
});
afterAll(() => rmSync(home, { recursive: true }));

it('runs the agent of the how-to, and verifies what it did', async () => {
  const run = await inHome('npx', 'tapefold', 'run', 'scenario.yaml', '--out', 'out', '--json');
  expect(run.code, run.err).toBe(0);
  const { runs } = JSON.parse(run.out) as { runs: { coverage: object }[] };
  expect(runs).toHaveLength(1);
  expect(runs[0]?.coverage).toMatchObject({ failed: 0, invalid: 0 });
  expect(await inHome('npx', 'tapefold', 'verify', 'out')).toMatchObject({ code: 0 });
});

it('checks an agent by its types, whichever way they are resolved', async () => {
  const wrong = typed.replace('view.lastPrice', 'view.lastPrize');
  writeFileSync(join(home, 'wrong.ts'), wrong);
  for (const way of [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    const check = (file: string) =>
      inHome('npx', 'tsc', '--noEmit', '--strict', '--skipLibCheck', ...way, file);
    expect(await check('mine.ts')).toMatchObject({ code: 0, out: '' });
    expect(await check('wrong.ts')).toMatchObject({
      out: expect.stringMatching(/wrong\.ts\(\d+,\d+\): error TS2551: .*'lastPrize'/),
    });
  }
});
