/** A module reads the same, and journals the same, in its own process and in this one. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { file, folder, hashesOf, tapefold } from './command-line.fixture.js';

it('has one journal, with the history that the module itself declares', async () => {
  const directory = folder();
  const module = [
    'export default {',
    '  history: 7,',
    '  decide: ({ view, symbols: [symbol] }) => ({',
    "    kind: 'target',",
    '    positions: { [symbol]: view.closes(symbol, 50).at(0) < view.lastPrice(symbol) ? 1 : 0 },',
    "    rationale: view.closes(symbol, 50).length + ' closes',",
    '  }),',
    '};',
  ];
  file(directory, 'mine.js', `${module.join('\n')}\n`);
  const scenario = file(
    directory,
    'scenario.yaml',
    `name: both
data: aapl-2013-2018
window: { from: 2014-01-02, to: 2014-06-30 }
symbols: [AAPL]
execution: close
agents:
  - { id: confined, kind: module, file: mine.js }
  - { id: trusted, kind: module, file: mine.js, trusted: true }
`,
  );
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out, '--json');
  expect(ended.code, ended.err).toBe(0);
  const hashes = hashesOf(ended.out);
  expect(hashes['trusted-AAPL']).toBe(hashes['confined-AAPL']);
  const texts = join(out, 'runs', 'trusted-AAPL', 'texts');
  expect(readdirSync(texts).map((name) => readFileSync(join(texts, name), 'utf8'))).toEqual([
    '7 closes',
  ]);
});
