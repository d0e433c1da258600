/**
 * The hash of a module changes with each file that it may read, and is that of its file if
 * there is no other.
 */

import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { listedFiles } from './listed-files.js';
import { moduleHash } from './module-hash.js';

let home = '';
beforeEach(() => (home = realpathSync(mkdtempSync(join(tmpdir(), 'module-hash-')))));
afterEach(() => rmSync(home, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  writeFileSync(join(home, name), text);
}

const hash = (reads: readonly string[] = [], folder = 'own'): string =>
  moduleHash(
    join(home, folder, 'agent.mjs'),
    listedFiles({ id: 'mine', reads }, join(home, folder)),
  );

it('is that of its file if it imports and lists nothing', () => {
  const source =
    "import fs from 'node:fs'; import('none'); " +
    "import('./none.mjs'); export default () => 'flat';";
  write('own/agent.mjs', source);
  write('own/beside.json', '1');
  expect(hash()).toBe(sha256Hex(source));
});

it.each([
  ['an imported file', 'own/a.mjs'],
  ['a file that this imports', 'own/lib/b.json'],
  ['a package', 'own/node_modules/p/deep/index.js'],
  ['a package of the package', 'node_modules/q/index.js'],
  ['a listed file', 'own/weights.bin'],
  ['a file of a listed folder', 'own/w/two.bin'],
])('changes with %s', (_what, changed) => {
  write('own/agent.mjs', `import './a.mjs'; import 'p';`);
  write('own/a.mjs', `import b from './lib/b.json' with { type: 'json' };`);
  write('own/lib/b.json', '1');
  write('own/node_modules/p/package.json', '{"dependencies":{"q":"1"}}');
  write('own/node_modules/p/deep/index.js', '1');
  write('node_modules/q/package.json', '{}');
  write('node_modules/q/index.js', '1');
  write('own/weights.bin', '1');
  write('own/w/two.bin', '1');
  const reads = ['weights.bin', 'w'];
  const before = hash(reads);
  expect(hash(reads)).toBe(before);
  write(changed, '2');
  expect(hash(reads)).not.toBe(before);
});

it('is the same wherever the folder is', () => {
  write('own/agent.mjs', `import './a.mjs'; import 'p';`);
  write('own/a.mjs', '');
  write('own/node_modules/p/package.json', '{}');
  write('own/weights.bin', '1');
  const before = hash(['weights.bin']);
  mkdirSync(join(home, 'far/away'), { recursive: true });
  renameSync(join(home, 'own'), join(home, 'far/away/own'));
  expect(hash(['weights.bin'], 'far/away/own')).toBe(before);
});
