/** What a killed process left in the folder of a result is removed, or folded into its file. */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { foldLeftovers } from './leftovers.js';
import { runFolder } from './run-folder.js';
import { bodiesIn, RunRecords } from './run-records.js';

it('removes drafts at every depth, and keeps what users and other results have', () => {
  const out = mkdtempSync(join(tmpdir(), 'leftovers-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const kept = [
    '.notes.draft',
    '.notes.7.draft2',
    '.7.draft',
    '.tapefold-lock',
    '.tapefold-lock.12x',
    '.tapefold-lock.nextx',
    '.tapefold-lock.12.3.4',
    'my.tapefold-lock.12',
    'my.7.draft',
    'runs/one/manifest.json',
    'stages/.tapefold-result',
    'stages/.result.json.7.draft',
  ];
  const left = [
    '.result.json.7.draft',
    '.tapefold-lock.12',
    '.tapefold-lock.next',
    '.tapefold-lock.12.3',
    '.tapefold-lock.next.45',
    'runs/one/.fills.csv.123456.draft',
    'runs/one/texts/.ab.txt.1.draft',
    'transcripts/one/.1.html.7.draft',
  ];
  for (const name of [...kept, ...left]) {
    mkdirSync(join(out, name, '..'), { recursive: true });
    writeFileSync(join(out, name), '');
  }
  foldLeftovers(out);
  const files = readdirSync(out, { recursive: true, withFileTypes: true });
  const names = files.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(kept.map((name) => name.split('/').at(-1)).toSorted());
});

it('folds a write-ahead log into the recording, with all records', () => {
  const home = mkdtempSync(join(tmpdir(), 'leftovers-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = runFolder(join(home, 'runs', 'one'));
  const copy = runFolder(join(home, 'copy'));
  const records = new RunRecords(folder);
  records.add('asked', [{ asOf: 1 }, { asOf: 2 }]);
  cpSync(folder.path, copy.path, { recursive: true });
  records.close();
  expect(readdirSync(copy.path)).toContain('recording.db-wal');
  foldLeftovers(copy.path);
  expect(readdirSync(copy.path)).toEqual(['recording.db']);
  expect(bodiesIn(copy, 'asked')).toEqual(['{"asOf":1}', '{"asOf":2}']);
});
