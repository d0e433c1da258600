/** Shows that tidy sees a folder with too many files, and folders that import each other. */

import { describe, expect, it } from 'vitest';
import { checkFolders } from '../../scripts/tidy/folders.ts';
import type { ProjectFile } from '../../scripts/tidy/project-files.ts';

const file = (path: string, ...lines: readonly string[]): ProjectFile => ({
  path,
  text: lines.join('\n'),
  lines,
});
const files = (count: number, folder: string, kind = ''): ProjectFile[] =>
  Array.from({ length: count }, (_, at) => file(`${folder}/file-${at}${kind}.ts`));
/** Two folders that import each other. */
const pair = (room: string): ProjectFile[] => [
  file(`libs/${room}/src/a/one.ts`, "import { two } from '../b/two.js';"),
  file(`libs/${room}/src/b/two.ts`, "const one = import('../a/one.js');"),
];
const rooms = ['values', 'tape', 'llm', 'tools', 'xbrl', 'report'];

describe('folders', () => {
  it('may hold 15 files of the product, and as many tests as there are', () => {
    const folder = 'libs/tape/src';
    expect(checkFolders([...files(15, folder), ...files(20, folder, '.spec')])).toEqual([]);
    expect(checkFolders(files(16, folder))).toEqual([
      { file: folder, line: 1, expected: 'at most 15 files', found: '16' },
    ]);
  });

  it('import one way, except for five pairs', () => {
    expect(checkFolders(rooms.slice(0, 5).flatMap(pair))).toEqual([]);
    const [finding, ...others] = checkFolders(rooms.flatMap(pair));
    expect(others).toEqual([]);
    expect(finding?.expected).toBe('at most 5 pairs of folders that import each other');
    expect(finding?.found).toContain('libs/llm/src/a <-> libs/llm/src/b');
  });
});
