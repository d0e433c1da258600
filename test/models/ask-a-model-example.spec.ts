/** The example of questions to a model runs as its how-to shows it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { misplaced, shownIn } from '../e2e/shown-commands.fixture.js';
import { copyOf, filesOf, shown, startLlmock } from './example-commands.fixture.js';

const example = '14-ask-a-model';
const page = readFileSync('docs/how-to/ask-a-model-about-your-own-company.md', 'utf8');
const { blocks, shown: commands } = shownIn(page);

describe('how to ask a model about your own company', () => {
  it('quotes the files of the example', () => {
    const quoted = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
    expect(quoted.sort()).toEqual(filesOf(example, ['.yaml']).sort());
    const lines =
      blocks
        .find(({ language }) => language === 'json')
        ?.text.trim()
        .split('\n') ?? [];
    expect(lines).toHaveLength(3);
    const [file = ''] = filesOf(example, ['.jsonl']);
    for (const line of lines) expect(file.split('\n')).toContain(line);
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
