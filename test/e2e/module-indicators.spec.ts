/**
 * A module reads any indicator of the catalogue, confined or not; a run without indicators
 * loads no library.
 */

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { file, folder, hashesOf, mainFile, tapefold } from './command-line.fixture.js';

const module = `export default ({ view, symbols: [symbol] }) => {
  const { value } = view.indicator('atr', symbol, { period: 5 });
  return { kind: 'target', positions: { [symbol]: 1 }, rationale: 'atr ' + value };
};
`;

const scenarioOf = (agents: string): string => `name: indicators
data: aapl-2013-2018
window: { from: 2014-01-02, to: 2014-01-13 }
symbols: [AAPL]
execution: close
agents:
${agents}
`;

it('has one journal in a process of its own and in this one, with the true range of the data', async () => {
  const directory = folder();
  file(directory, 'mine.mjs', module);
  const agents =
    '  - { id: confined, kind: module, file: mine.mjs }\n' +
    '  - { id: trusted, kind: module, file: mine.mjs, trusted: true }';
  const scenario = file(directory, 'scenario.yaml', scenarioOf(agents));
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out, '--json');
  expect(ended.code, ended.err).toBe(0);
  const hashes = hashesOf(ended.out);
  expect(hashes['trusted-AAPL']).toBe(hashes['confined-AAPL']);
  const texts = join(out, 'runs', 'trusted-AAPL', 'texts');
  const said = readdirSync(texts).map((name) => readFileSync(join(texts, name), 'utf8'));
  const numbers = said.map((text) => Number(text.slice('atr '.length))).sort();
  expect(numbers).toHaveLength(8);
  // TA-Lib's ATR of 5 bars over the whole file.
  const expected = [
    1.1911747076010126, 1.3034562034333779, 1.33208236608081, 1.3716223627467035, 1.374154890197364,
    1.3839627542917217, 1.4428096928646499, 1.4598951121578922,
  ];
  numbers.forEach((number, index) => expect(number).toBeCloseTo(expected[index] as number, 9));
});

/** Writes down at the end of a process whether it loaded the library. */
const hook = `const { _cache } = require('node:module');
process.on('exit', () => {
  if (Object.keys(_cache).some((path) => path.includes('technicalindicators'))) {
    require('node:fs').writeFileSync(__dirname + '/loaded', '');
  }
});
`;

it.each([
  ['{ id: cross, kind: sma-cross, fast: 5, slow: 20 }', false],
  ['{ id: mine, kind: module, file: mine.mjs, trusted: true }', true],
])('with the agent %s loads the library: %s', async (agent, isLoaded) => {
  const directory = folder();
  file(directory, 'mine.mjs', module);
  const preload = file(directory, 'hook.cjs', hook);
  const scenario = file(directory, 'scenario.yaml', scenarioOf(`  - ${agent}`));
  const args = ['--require', preload, mainFile, 'run', scenario, '--out', join(directory, 'out')];
  await promisify(execFile)(process.execPath, args);
  expect(existsSync(join(directory, 'loaded'))).toBe(isLoaded);
});
