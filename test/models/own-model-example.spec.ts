/** The example of your own model runs as its how-to shows it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { misplaced, shownIn } from '../e2e/shown-commands.fixture.js';
import { copyOf, filesOf, shown, startLlmock } from './example-commands.fixture.js';

const example = '11-own-model';
const page = readFileSync('docs/how-to/compare-language-models.md', 'utf8');
const { blocks, shown: commands } = shownIn(page);

describe('how to compare language models', () => {
  it('quotes the files of the example', () => {
    const quoted = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
    expect(quoted.sort()).toEqual(filesOf(example, ['.yaml']).sort());
  });

  it('prints what it shows', async () => {
    expect(commands.length).toBeGreaterThan(3);
    const copy = await copyOf(example, [4010]);
    await startLlmock(copy.portOf(4010), join(copy.folder, 'script.json'));
    for (const [command, lines] of commands) {
      const { code, out, err } = await shown(command, copy);
      expect(code, `${command}\n${err}`).toBe(0);
      expect(misplaced(out, lines), `${command}\n${out}`).toEqual([]);
    }
  });
});
