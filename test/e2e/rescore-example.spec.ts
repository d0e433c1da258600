/**
 * Shows that the how-to on published results prints what it shows, from the files of its example.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, tapefold } from './command-line.fixture.js';
import { misplaced, shownIn } from './shown-commands.fixture.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/how-to/rescore-published-results.md'), 'utf8');
const { shown } = shownIn(page);

/** As a shell expands it, from the root of the package. */
function expanded(word: string): string[] {
  if (!word.includes('*')) return [word];
  const [start = '', end = ''] = word.split('*');
  const at = start.lastIndexOf('/') + 1;
  const directory = join(root, start.slice(0, at));
  return readdirSync(directory)
    .filter((name) => name.startsWith(start.slice(at)) && name.endsWith(end))
    .sort()
    .map((name) => join(directory, name));
}

describe('the how-to', () => {
  it('shows both commands', () => {
    expect(shown.map(([command]) => command.split(' ')[0])).toEqual(['import', 'rescore']);
  });

  it.each(shown)('shows what `tapefold %s` prints', async (command, lines) => {
    const words = command.split(' ').flatMap(expanded);
    const ended = await tapefold(...words, '--out', join(folder(), 'out'));
    expect(ended.code, ended.err).toBe(0);
    expect(misplaced(ended.out, lines)).toEqual([]);
  });
});
