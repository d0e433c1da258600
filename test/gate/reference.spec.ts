/** Shows that the committed reference is what the generator gives, so that it cannot fall behind the contracts. */

import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceFiles } from '../../scripts/reference/reference-files.js';
import { root } from './project-copy.js';

const files = await referenceFiles();

describe('the generated reference', () => {
  it.each([...files.keys()])('%s is what `npm run docs` writes', (path) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(files.get(path));
  });

  it('leaves no schema behind that nothing generates', () => {
    const folder = 'docs/reference/schemas';
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const committed = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.schema.json'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    const generated = [...files.keys()].filter((path) => path.startsWith(folder));
    expect(committed.sort()).toEqual(generated.sort());
  });

  it('describes every member of an event', () => {
    const page = files.get('docs/reference/events.md') ?? '';
    expect(page).toContain('## OrderFilled');
    expect(page).toContain('- `price`: number');
    expect(page).not.toContain('undefined');
  });
});
