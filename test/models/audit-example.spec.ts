/** The example of an audited filing runs as its how-to shows it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { misplaced, shownIn } from '../e2e/shown-commands.fixture.js';
import { copyOf, filesOf, shown, startLlmock } from './example-commands.fixture.js';

const example = '16-audit-filings';
const page = readFileSync('docs/how-to/audit-a-filing.md', 'utf8');
const { blocks, shown: commands } = shownIn(page);

describe('how to audit a filing', () => {
  it('quotes the files of the example', () => {
    const quoted = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
    expect(quoted.sort()).toEqual(filesOf(example, ['.yaml']).sort());
    const cases = readFileSync(join('examples', example, 'filings/cases.jsonl'), 'utf8');
    const lines =
      blocks
        .find(({ language }) => language === 'json')
        ?.text.trim()
        .split('\n') ?? [];
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(cases.split('\n')).toContain(line);
  });

  it('prints what it shows', async () => {
    expect(commands.map(([command]) => command.split(' ')[0])).toEqual(['xbrl', 'xbrl', 'run']);
    const copy = await copyOf(example, [4010]);
    await startLlmock(copy.portOf(4010), join(copy.folder, 'script.json'));
    for (const [command, lines] of commands) {
      const { code, out, err } = await shown(command, copy);
      expect(code, `${command}\n${err}`).toBe(command.startsWith('xbrl check') ? 1 : 0);
      expect(misplaced(out, lines), `${command}\n${out}`).toEqual([]);
    }
  });
});
