/** Reasons for which a run is refuted, or left undecided, before it is replayed. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { engineSemantics } from '#contracts';
import { runFolder } from '../run-folder/run-folder.js';
import { asVersionAllows, brokenJournal, describeFile, otherData } from './verify-run.js';

it('a difference refutes what this version wrote, and leaves open what another one did', () => {
  const refuted = { kind: 'refuted', what: 'it differs' };
  expect(asVersionAllows('1.0.0', undefined, 'it differs')).toEqual(refuted);
  expect(asVersionAllows('1.0.0', '1.0.0', 'it differs')).toEqual(refuted);
  const other = { kind: 'other-version', found: '1.0.0', expected: '1.1.0', what: 'it differs' };
  expect(asVersionAllows('1.0.0', '1.1.0', 'it differs')).toEqual(other);
});

it('a derived file is described by its first altered line, or by what writes it again', () => {
  const altered = { kind: 'altered', what: 'line 2 was altered' } as const;
  expect(describeFile('fills.csv', altered)).toBe('fills.csv: line 2 was altered');
  const missing = 'fills.csv: missing; `tapefold run` writes it again';
  expect(describeFile('fills.csv', { kind: 'missing' })).toBe(missing);
});

it('other data refutes a run', () => {
  const of = (to: string) =>
    ({ manifest: { data: { sha256: 'own' } }, plan: { symbols: [], window: { to } } }) as never;
  const what = 'the data set is not the one that the run used: expected SHA-256 own; found new';
  expect(otherData(of('2026-03-10'), 'own')).toBeUndefined();
  expect(otherData(of('2026-03-10'), 'new')).toEqual({ kind: 'refuted', what });
});

it('a run without a journal is refuted, and one of other semantics is neither proven nor refuted', () => {
  const path = mkdtempSync(join(tmpdir(), 'verify-run-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = runFolder(path);
  const run = (semantics: number) => ({ folder, manifest: { semantics }, plan: {} }) as never;
  const refuted = (what: string) => ({ kind: 'refuted', what });
  expect(brokenJournal(run(engineSemantics))).toEqual(refuted('the journal is missing'));
  mkdirSync(folder.journal);
  expect(brokenJournal(run(engineSemantics))).toEqual(refuted('the journal is not a file'));
  rmSync(folder.journal, { recursive: true });
  writeFileSync(folder.journal, '');
  const newer = engineSemantics + 1;
  const other = { kind: 'other-semantics', found: newer, expected: engineSemantics, rules: [] };
  expect(brokenJournal(run(newer))).toEqual(other);
});
