/** A module may read its folder, and what must stay hidden in there takes the folder apart. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWithin } from '#market-data/rows/inside-folder';
import { readablePaths, realPath, resultMarker } from './readable-paths.js';

let home = '';
const at = (name: string): string => join(home, name);
const granted = (hidden: string[], file = 'own/agent.ts'): string[] =>
  readablePaths(at(file), hidden.map(at), 'agent.ts').map((path) => path.slice(home.length + 1));

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'readable-')));
  for (const folder of ['own/data/raw', 'own/text', 'own/node_modules/a', 'away', 'linked/inner']) {
    mkdirSync(at(folder), { recursive: true });
  }
  for (const file of ['own/agent.ts', 'own/data/x.csv', 'own/data/raw/y.csv', 'away/z.csv']) {
    writeFileSync(at(file), '');
  }
  writeFileSync(at('linked/agent.ts'), '');
  symlinkSync(at('away'), at('linked/out'));
  symlinkSync(at('linked/inner'), at('linked/in'));
  symlinkSync(at('nowhere'), at('linked/broken'));
});
afterAll(() => rmSync(home, { recursive: true }));

describe('the paths that a module may read', () => {
  it('exclude every folder of results, which reveal the solutions', () => {
    mkdirSync(at('own/results/earlier'), { recursive: true });
    for (const name of [resultMarker, 'result.json']) writeFileSync(at(`own/results/${name}`), '');
    expect(granted([])).toEqual(['own/agent.ts', 'own/data', 'own/node_modules', 'own/text']);
    writeFileSync(at('own/results/agent.ts'), '');
    expect(() => granted([], 'own/results/agent.ts')).toThrow(/folder of results/);
    rmSync(at('own/results'), { recursive: true });
  });

  it.each([
    ['nothing hidden', [], ['own']],
    ['something hidden elsewhere', ['away'], ['own']],
    ['a hidden folder', ['own/data'], ['own/agent.ts', 'own/node_modules', 'own/text']],
    [
      'a hidden file',
      ['own/data/x.csv'],
      ['own/agent.ts', 'own/data/raw', 'own/node_modules', 'own/text'],
    ],
    [
      'hidden results to come',
      ['own/out/run'],
      ['own/agent.ts', 'own/data', 'own/node_modules', 'own/text'],
    ],
    ['a hidden package', ['own/node_modules/a'], ['own/agent.ts', 'own/data', 'own/text']],
  ])('with %s', (_what, hidden, expected) => {
    expect(granted(hidden)).toEqual(expected);
  });

  it('hold no link that leads out or nowhere', () => {
    expect(granted([], 'linked/agent.ts')).toEqual([
      'linked/agent.ts',
      'linked/in',
      'linked/inner',
    ]);
  });

  it.each([['own'], ['own/agent.ts']])('are none for a module inside hidden %s', (hidden) => {
    expect(() => granted([hidden])).toThrow('agent.ts: a module must not lie inside a data set');
  });

  it('are none for a folder with a wildcard in a name', () => {
    const folder = at('a*');
    mkdirSync(folder);
    expect(() => readablePaths(join(folder, 'agent.ts'), [], 'agent.ts')).toThrow(
      'a folder of its own',
    );
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
    expect(realPath(at('linked/out/new/file'))).toBe(at('away/new/file'));
  });
});
