/**
 * Shows that the committed reference is what the generator gives, so that it cannot fall behind
 * the contracts.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { referenceFiles } from '../../scripts/reference/reference-files.js';
import { root } from './project-copy.js';

/**
 * At full size all files; `npm run check` sees anyway whether JSON is formatted, which takes long.
 */
const isFormatted = (path: string): boolean =>
  !path.endsWith('.json') || sweepSize('values', 'texts') === 'texts';
const files = await referenceFiles(isFormatted);

describe('the generated reference', () => {
  it.each([...files.keys()])('%s is what `npm run docs` writes', (path) => {
    const committed = readFileSync(join(root, path), 'utf8');
    const generated = files.get(path) ?? '';
    const plain = (text: string): string =>
      isFormatted(path) ? text : JSON.stringify(JSON.parse(text));
    expect(plain(committed)).toBe(plain(generated));
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

  it('marks members that are not in every result of a tool', () => {
    const page = files.get('docs/reference/tools.md') ?? '';
    expect(page).toContain('company_id: text; fiscal_year_end?: text}');
  });
});
