/** What a result may hold, by name, and how the rest is named. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { entriesOfRun, strayNotes } from './result-entries.js';

const root = mkdtempSync(join(tmpdir(), 'result-entries-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('a run holds its files, and texts by their hash; nothing is known of others', () => {
  const text = `texts/${'a'.repeat(64)}`;
  const files = [
    'manifest.json',
    '.journal.bin.draft',
    `${text}.txt`,
    `${text}a.txt`,
    `${text}.md`,
    'texts/short.txt',
    'journal.draft',
    'other/manifest.json',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  symlinkSync('/', join(root, 'link'));
  expect(entriesOfRun(root)).toEqual({
    broken: [{ path: 'link', what: 'a result has no links; found one' }],
    strays: ['journal.draft', 'other', `${text}.md`, `${text}a.txt`, 'texts/short.txt'],
  });
});

it.each([
  [0, undefined],
  [20, 'path 20: not verified; nothing derives it'],
  [21, 'not verified: 1 more that nothing derives'],
  [50, 'not verified: 30 more that nothing derives'],
])('of %i strays the last note is %o', (count, last) => {
  const notes = strayNotes(Array.from({ length: count }, (_, at) => `path ${at + 1}`));
  expect(notes).toHaveLength(Math.min(count, 21));
  expect(notes.at(-1)).toBe(last);
});
