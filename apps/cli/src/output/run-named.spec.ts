/** A run is named by any unique prefix of its folder's name. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runNamed } from './run-named.js';

let runs: string;
beforeAll(() => {
  runs = mkdtempSync(join(tmpdir(), 'tapefold-named-'));
  for (const run of ['mine-portfolio', 'hold-AAPL', 'hold-AAPL-1', 'hold-MSFT']) {
    mkdirSync(join(runs, run));
    writeFileSync(join(runs, run, 'manifest.json'), '{}');
  }
  mkdirSync(join(runs, 'notes-of-mine'));
});
afterAll(() => rmSync(runs, { recursive: true }));

it.each([
  ['mine', 'mine-portfolio'],
  ['mine/', 'mine-portfolio'],
  ['hold-M', 'hold-MSFT'],
  ['hold-AAPL', 'hold-AAPL'],
  ['hold-AAPL-', 'hold-AAPL-1'],
  ['notes-of', 'notes-of'],
  ['other', 'other'],
  ['none/mine', 'none/mine'],
])('%s is %s', (named, run) => {
  expect(runNamed(join(runs, named))).toBe(join(runs, run));
});

it('lists the runs when there are several', () => {
  expect(() => runNamed(join(runs, 'hold'))).toThrow(
    /several runs have this name.*hold-AAPL, hold-AAPL-1, hold-MSFT/,
  );
});
