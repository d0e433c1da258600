/** Files of a folder, through links that stay inside it, and links that lead out of it. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insideFolder, isWithin } from './inside-folder.js';

const above = realpathSync(mkdtempSync(join(tmpdir(), 'inside-folder-')));
afterAll(() => rmSync(above, { recursive: true }));
const folder = join(above, 'set');

beforeAll(() => {
  mkdirSync(join(folder, 'sub'), { recursive: true });
  writeFileSync(join(folder, 'bars.csv'), 'a');
  writeFileSync(join(above, 'secret.csv'), 'b');
  writeFileSync(join(above, 'set-secret.csv'), 'b');
  symlinkSync('../bars.csv', join(folder, 'sub', 'inner.csv'));
  symlinkSync('../secret.csv', join(folder, 'outer.csv'));
  symlinkSync('../set-secret.csv', join(folder, 'beside.csv'));
  symlinkSync('set', join(above, 'linked'));
});

describe('a file of a folder', () => {
  it('is found, also through links that stay inside, and through a link to the folder', () => {
    expect(insideFolder(folder, 'bars.csv')).toBe(join(folder, 'bars.csv'));
    expect(insideFolder(folder, 'sub/inner.csv')).toBe(join(folder, 'bars.csv'));
    expect(insideFolder(join(above, 'linked'), 'bars.csv')).toBe(join(folder, 'bars.csv'));
  });

  it('that is missing has the path that it would have', () => {
    expect(insideFolder(folder, 'none.csv')).toBe(join(folder, 'none.csv'));
  });

  it.each(['outer.csv', 'beside.csv'])('is refused where a link leads out: %s', (file) => {
    expect(() => insideFolder(folder, file)).toThrow(
      `${file}: a link leads out of its folder; expected a file inside the folder`,
    );
    expect(() => insideFolder(folder, file)).not.toThrow('secret');
  });
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
