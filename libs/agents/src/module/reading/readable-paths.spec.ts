/**
 * A module may read its file, what it imports by literal, and what its agent lists; nothing
 * else beside it.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWithin } from '#market-data/rows/inside-folder';
import { listedFiles } from './listed-files.js';
import { readablePaths, realPath } from './readable-paths.js';

let home = '';
const at = (name: string): string => join(home, name);

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
}

function link(name: string, target: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  symlinkSync(target, at(name));
}

/** What `own/agent.mjs` may read with this source. */
function granted(
  source: string,
  { hidden = ['data'], reads = undefined as string[] | undefined } = {},
) {
  write({ 'own/agent.mjs': source });
  const paths = readablePaths(at('own/agent.mjs'), {
    id: 'mine',
    listed: listedFiles({ id: 'mine', reads }, at('own')),
    hidden: hidden.map(at),
    where: 'agent.mjs',
  });
  return paths.map((path) => path.slice(home.length + 1)).toSorted();
}

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'readable-')));
  write({
    'data/dataset.yaml': 'name: x',
    'data/bars.csv': 'date,close\n2024-01-02,1\n',
    'own/notes.txt': 'n',
    'own/lib/a.mjs': '',
    'own/lib/b.cjs': '',
    'own/lib/c.js': '',
    'own/w/one.json': '{"one":1}',
    'own/w/two.bin': 'two',
  });
});
afterEach(() => rmSync(home, { recursive: true }));

describe('what a module imports', () => {
  it.each([
    ['nothing', '', []],
    ['a static import', `import './lib/a.mjs';`, ['own/lib/a.mjs']],
    ['a re-export', `export * from './lib/a.mjs';`, ['own/lib/a.mjs']],
    ['a dynamic import', `const f = () => import('./lib/a.mjs');`, ['own/lib/a.mjs']],
    [
      'a literal require',
      `import { createRequire } from 'node:module';
       const require = createRequire(import.meta.url);
       require('./lib/b.cjs'); require('./lib/c'); require("./w/one.json");`,
      ['own/lib/b.cjs', 'own/lib/c.js', 'own/w/one.json'],
    ],
    ['a computed import', `const n = './lib/a.mjs'; import(n);`, []],
    ['a file that is no module', `() => import('./notes.txt')`, []],
    ['a file that does not exist', `import './lib/none.mjs';`, []],
    ['a data set', `import '../data/bars.csv'; import x from '../data/x.json';`, []],
  ])('%s', (_what, source, expected) => {
    write({ 'data/x.json': '1' });
    expect(granted(source)).toEqual(['own/agent.mjs', ...expected]);
  });

  it('through the files that it imports, and through types only nothing', () => {
    write({
      'own/c.ts':
        "import type { A } from './types.ts'; import { b } from " + "'./d.ts'; const c: A = b;",
      'own/d.ts': `import '#inner'; export const b = 1 as number;`,
      'own/types.ts': 'export type A = 1;',
      'own/package.json':
        '{"name":"own","imports":{"#inner":{"import":"./lib/a.mjs"}},"exports":{"./e":"./e.mjs"}}',
      'own/e.mjs': '',
    });
    expect(granted(`import './c.ts'; import 'own/e';`)).toEqual([
      'own/agent.mjs',
      'own/c.ts',
      'own/d.ts',
      'own/e.mjs',
      'own/lib/a.mjs',
    ]);
  });

  it('as whole packages, with those that they depend on', () => {
    write({
      'own/node_modules/a/package.json': '{"dependencies":{"b":"1","gone":"1"}}',
      'own/node_modules/@s/c/package.json': '{}',
      'own/node_modules/other/package.json': '{}',
      'node_modules/b/package.json': '{"peerDependencies":{"a":"1"}}',
    });
    expect(granted(`import 'a/x.js'; import '@s/c';`)).toEqual([
      'node_modules/b',
      'own/agent.mjs',
      'own/node_modules/@s/c',
      'own/node_modules/a',
    ]);
  });

  it('without links and data sets in a package', () => {
    write({ 'own/node_modules/a/package.json': '{}', 'own/node_modules/a/i.js': '' });
    write({ 'own/node_modules/a/set/dataset.yaml': '', 'own/node_modules/a/set/bars.csv': '' });
    link('own/node_modules/a/in.js', 'i.js');
    link('own/node_modules/a/market', '../../../data');
    link('own/node_modules/a/root', '/');
    expect(granted(`import 'a';`)).toEqual([
      'own/agent.mjs',
      'own/node_modules/a/i.js',
      'own/node_modules/a/in.js',
      'own/node_modules/a/package.json',
    ]);
  });

  it('by a link to a file, and not through a linked folder', () => {
    write({ 'away/x.mjs': '', 'away/y.mjs': '', 'away/prices.csv': 'p' });
    link('own/x.mjs', '../away/x.mjs');
    link('own/prices.mjs', '../away/prices.csv');
    expect(granted(`import './x.mjs'; import './prices.mjs';`)).toEqual([
      'away/x.mjs',
      'own/agent.mjs',
      'own/x.mjs',
    ]);
  });
});

describe('a linked package', () => {
  const imported = `import 'p';`;

  it('is granted at its real path if it is a package', () => {
    write({ 'packages/p/package.json': '{}', 'packages/p/i.js': '' });
    link('own/node_modules/p', '../../packages/p');
    expect(granted(imported)).toEqual(['own/agent.mjs', 'own/node_modules/p', 'packages/p']);
  });

  it.each([
    ['has no package.json', { 'packages/p/i.js': '' }, 'packages/p'],
    [
      'is a data set',
      { 'packages/p/package.json': '{}', 'packages/p/dataset.yaml': '' },
      'packages/p',
    ],
    [
      'holds a data set',
      { 'packages/p/package.json': '{}', 'packages/p/d/dataset.yaml': '' },
      'packages/p',
    ],
    ['holds the data of the run', { 'package.json': '{}' }, '.'],
    ['is the data of the run', { 'data/package.json': '{}' }, 'data'],
    ['is the package of the module', { 'own/package.json': '{}' }, 'own'],
    [
      'holds a copy of the data',
      { 'packages/p/package.json': '{}', 'packages/p/x.csv': 'date,close\n2024-01-02,1\n' },
      'packages/p',
    ],
  ])('is not granted when it %s', (_what, files, target) => {
    write(files as Readonly<Record<string, string>>);
    link('own/node_modules/p', at(target));
    expect(granted(imported)).toEqual(['own/agent.mjs']);
  });

  it('is not granted with a link that leads out of it', () => {
    write({ 'packages/p/package.json': '{}' });
    link('packages/p/market', '../../data');
    link('own/node_modules/p', '../../packages/p');
    expect(granted(imported)).toEqual(['own/agent.mjs']);
  });
});

describe('what an agent lists in reads', () => {
  it('is granted: files, folders and links to them', () => {
    write({ 'away/weights.bin': 'w' });
    link('own/linked.bin', '../away/weights.bin');
    expect(granted('', { reads: ['w', 'notes.txt', 'linked.bin'] })).toEqual([
      'away/weights.bin',
      'own/agent.mjs',
      'own/linked.bin',
      'own/notes.txt',
      'own/w',
    ]);
  });

  it.each([
    ['nothing', 'none.txt', 'no such file'],
    ['the data set', '../data', 'lies in what agents must not read'],
    ['a file of it', '../data/bars.csv', 'lies in what agents must not read'],
    ['a folder that holds it', '..', 'holds what agents must not read'],
    ['a link to it', 'market', 'lies in what agents must not read'],
    ['a folder with a link to it', 'links', 'holds a link that leads out of it, market'],
    ['another data set', 'other', 'is a data set'],
    ['a file of it', 'other/in/bars.csv', 'lies in a data set'],
    ['a folder that holds another data set', 'holder', 'holds a data set'],
    ['a result', 'result', 'is a folder of results'],
    ['a file of a result', 'result/runs/x', 'lies in a folder of results'],
    ['a database', 'market.duckdb', 'holds a database'],
    ['a rubric of a task', 'harbor/tests/rubric.json', 'lies in a task with its rubric'],
    [
      'a price file, of which the data set has a copy',
      'AAPL.csv',
      'with the content of one of the data set',
    ],
    ['results to come', 'out', 'holds what agents must not read'],
  ])('is refused when it is %s', (_what, listed, expected) => {
    write({
      'own/other/dataset.yaml': '',
      'own/other/in/bars.csv': '',
      'own/holder/d/dataset.yaml': '',
      'own/result/.tapefold-result': '',
      'own/result/runs/x': '',
      'own/market.duckdb': 'd',
      'own/harbor/task.toml': '',
      'own/harbor/tests/rubric.json': '',
      'own/AAPL.csv': 'date,close\n2024-01-02,1\n',
      'own/out/notes.txt': '',
    });
    link('own/market', '../data');
    link('own/links/market', '../../data');
    const hidden = ['data', 'own/out/run'];
    expect(() => granted('', { reads: [listed], hidden })).toThrow(expected);
    expect(() => granted('', { reads: [listed], hidden })).toThrow(/agents, mine: reads/);
  });
});

describe('nothing is granted', () => {
  it.each([['own'], ['own/agent.mjs']])('to a module inside hidden %s', (hidden) => {
    expect(() => granted('', { hidden: [hidden] })).toThrow(
      'agent.mjs: a module must not lie inside a data set',
    );
  });

  it('to a module in a folder of results', () => {
    write({ 'own/.tapefold-result': '' });
    expect(() => granted('')).toThrow(/folder of results/);
  });

  it('under a name with a wildcard', () => {
    write({ 'own/a*.txt': '' });
    expect(() => granted('', { reads: ['a*.txt'] })).toThrow('no “*” in a name');
  });
});

describe('paths', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a', '/ab', false],
    ['/a/b', '/a', false],
    ['/a', '/a/..b', true],
  ])('%s holds %s: %s', (outer, inner, expected) => {
    expect(isWithin(outer, inner)).toBe(expected);
  });

  it('are real as far as they exist', () => {
    link('own/out', '../data');
    expect(realPath(at('own/out/new/file'))).toBe(at('data/new/file'));
  });
});
