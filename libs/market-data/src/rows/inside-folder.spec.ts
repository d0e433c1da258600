/**
 * Links stay inside their folder: one that leads out is refused by its own name, never by that
 * of its target.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { insideFolder, isWithin, requireLinksInside } from './inside-folder.js';

/** A folder `own` with a file, beside a folder `other` with a secret. */
function folders(): { own: string; other: string } {
  const root = mkdtempSync(join(tmpdir(), 'inside-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const own = join(root, 'own');
  const other = join(root, 'other');
  mkdirSync(join(own, 'deeper'), { recursive: true });
  mkdirSync(other);
  writeFileSync(join(own, 'file'), 'own');
  writeFileSync(join(other, 'secret'), 'other');
  return { own, other };
}

const refused = (where: string) =>
  expect.objectContaining({
    code: 'InvalidInput',
    where,
    message: expect.not.stringContaining('secret'),
  });

it('refuses a file, and a file in a folder, behind a link that leads out', () => {
  const { own, other } = folders();
  symlinkSync(join(other, 'secret'), join(own, 'linked'));
  symlinkSync(other, join(own, 'folder'));
  // Its name begins as that of the folder does.
  writeFileSync(`${own}-secret`, 'other');
  symlinkSync(`${own}-secret`, join(own, 'beside'));
  expect(() => insideFolder(own, 'beside')).toThrow(refused('beside'));
  expect(() => insideFolder(own, 'linked')).toThrow(refused('linked'));
  expect(() => insideFolder(own, 'folder')).toThrow(refused('folder'));
  expect(insideFolder(own, 'file')).toBe(join(own, 'file'));
  expect(insideFolder(own, 'missing')).toBe(join(own, 'missing'));
});

it('follows links that stay inside, and a link that is the folder itself', () => {
  const { own } = folders();
  symlinkSync('../file', join(own, 'deeper', 'inner'));
  const named = `${own}-linked`;
  symlinkSync(own, named);
  expect(insideFolder(named, 'deeper/inner')).toBe(join(own, 'file'));
  expect(() => requireLinksInside(join(named, 'deeper'), named)).not.toThrow();
});

it('names the first link of a folder that leads out, with or without a target', () => {
  const { own, other } = folders();
  expect(() => requireLinksInside(own)).not.toThrow();
  expect(() => requireLinksInside(join(own, 'missing'))).not.toThrow();
  symlinkSync(other, join(own, 'deeper', 'link'));
  expect(() => requireLinksInside(join(own, 'deeper'), own)).toThrow(refused('deeper/link'));
  symlinkSync(join(other, 'not yet'), join(own, 'log.txt'));
  expect(() => requireLinksInside(own)).toThrow(refused('log.txt'));
});

it.each([
  ['/a', '/a', true],
  ['/a', '/a/b', true],
  ['/a', '/a/..b', true],
  ['/a/b', '/a', false],
  ['/a/b', '/a/c', false],
  ['/a', '/ab', false],
])('%s holds %s: %s', (outer, inner, holds) => {
  expect(isWithin(outer, inner)).toBe(holds);
});
