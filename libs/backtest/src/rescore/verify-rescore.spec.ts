/**
 * Folders that are no rescore, or not a whole one: what is wrong is named, and nothing of it
 * counts as proven.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { verifyRescore } from './verify-rescore.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-rescore-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});
const table = (): string => join(folder, 'rescore.json');
const refuted = (path: string, what: string) => ({ path, verdict: { kind: 'refuted', what } });

it.each<[what: string, make: () => void]>([
  ['the file is missing', () => undefined],
  ['expected a file; found a folder', () => mkdirSync(table())],
  ['a result has no links; found one', () => symlinkSync('/dev/null', table())],
  ['no table of a rescore', () => writeFileSync(table(), '{"rankedBy":"luck","policies":[]}')],
])('is refuted by its table alone: %s', async (what, make) => {
  make();
  expect(await verifyRescore(folder)).toEqual({
    verified: 0,
    files: [],
    findings: [refuted('rescore.json', what)],
    notes: [],
  });
});

it('is refuted for each policy whose result is missing, and names what nothing derives', async () => {
  const policies = [{ name: 'close' }, { name: 'next open' }];
  writeFileSync(table(), JSON.stringify({ rankedBy: 'sharpe', policies, runs: [] }));
  writeFileSync(join(folder, 'of-mine.txt'), '');
  mkdirSync(join(folder, 'close'));
  const verdict = await verifyRescore(folder);
  expect({ ...verdict, findings: verdict.findings.length }).toEqual({
    verified: 0,
    files: [],
    findings: 2,
    notes: [
      'of-mine.txt: not a file of a rescore',
      'the sources of the decisions are not part of the folder, and were not compared',
    ],
  });
  for (const { path, verdict: found } of verdict.findings) {
    expect(path).toMatch(/^(close|next_open-\w+)[/\\]result\.json$/);
    expect(found).toEqual({ kind: 'refuted', what: 'the result of the policy is missing' });
  }
});
