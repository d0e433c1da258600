/** A module's output is kept next to its journal, shown on request, and part of no hash. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { file, folder, hashesOf, tapefold } from '../e2e/command-line.fixture.js';
import { moduleScenario } from '../e2e/module-run.fixture.js';

const talking = `let count = 0;
export default ({ session }) => {
  console.log(session, '\\u001b[31mred\\u0007');
  if (++count === 8) console.error('last\\nbut', 'one');
  return 'long';
};
`;

const days = ['02', '03', '06', '07', '08', '09', '10', '13'];
const printed = [...days.map((day) => `2014-01-${day} red`), 'last', 'but one'];

it.each([[[]], [['--jobs', '2']]])('is in log.txt of each run, with %j', async (options) => {
  const directory = folder();
  const scenario = moduleScenario(directory, talking, { rest: 'repeats: 2\n' });
  const out = join(folder(), 'out');
  const ended = await tapefold('run', scenario, '--out', out, '--json', '--logs', ...options);
  expect(ended.code, ended.err).toBe(0);
  const hashes = hashesOf(ended.out);
  const lines = ended.err.split('\n');
  for (const run of ['mine-AAPL-1', 'mine-AAPL-2']) {
    const log = join(out, 'runs', run, 'log.txt');
    expect(readFileSync(log, 'utf8')).toBe(`${printed.join('\n')}\n`);
    expect(lines.filter((line) => line.startsWith(`[${run}] `))).toEqual(
      printed.map((line) => `[${run}] ${line}`),
    );
  }
  file(directory, 'mine.mjs', talking.replace('red', 'blue').replace("'long'", '"long"'));
  const other = await tapefold('run', scenario, '--out', join(folder(), 'out'), '--json');
  expect(other.err).not.toContain('blue');
  expect(hashesOf(other.out)['tape']).toBe(hashes['tape']);
});

it('is not what a run is verified by', async () => {
  const scenario = moduleScenario(folder(), talking);
  const out = join(folder(), 'out');
  const { code, err } = await tapefold('run', scenario, '--out', out);
  expect(code, err).toBe(0);
  const run = join(out, 'runs', 'mine-AAPL');
  const log = join(run, 'log.txt');
  writeFileSync(log, 'something else');
  expect((await tapefold('verify', run)).code).toBe(0);
  rmSync(log);
  expect((await tapefold('verify', run)).code).toBe(0);
});

it('has no file when a module prints nothing', async () => {
  const scenario = moduleScenario(folder(), `export default () => 'flat';`);
  const out = join(folder(), 'out');
  const { code, err } = await tapefold('run', scenario, '--out', out);
  expect(code, err).toBe(0);
  expect(existsSync(join(out, 'runs', 'mine-AAPL', 'log.txt'))).toBe(false);
});
