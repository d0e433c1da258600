/** The example of graded reports runs as its README and both of its how-to pages show it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyOf, filesOf, shown, type Copy } from '../models/example-commands.fixture.js';
import { misplaced, shownIn } from '../e2e/shown-commands.fixture.js';

const example = '17-document-work';
const folder = join('examples', example);
const task = join(folder, 'tasks/gears');
const pages = {
  write: shownIn(readFileSync('docs/how-to/write-a-research-task.md', 'utf8')),
  grade: shownIn(readFileSync('docs/how-to/grade-a-folder-of-reports.md', 'utf8')),
};
const namesOf = (page: keyof typeof pages) =>
  pages[page].shown.map(([command]) => command.split(' ').slice(0, 2).join(' '));
const quotedIn = (page: keyof typeof pages, language: string): string[] =>
  pages[page].blocks.flatMap((block) => (block.language === language ? block.text : []));

/** Every command of a page, in order, with what it prints. */
async function expectShown(page: keyof typeof pages, copy: Copy): Promise<void> {
  for (const [command, lines] of pages[page].shown) {
    const { code, out, err } = await shown(command, copy);
    expect(code, `${command}\n${err}`).toBe(0);
    expect(lines.length, command).toBeGreaterThan(0);
    expect(misplaced(out, lines), `${command}\n${out}`).toEqual([]);
  }
}

describe('how to write a research task', () => {
  it('quotes the files of the example', () => {
    expect(quotedIn('write', 'toml')).toEqual([readFileSync(join(task, 'task.toml'), 'utf8')]);
    const [document = '', rubric] = quotedIn('write', 'json');
    expect(rubric).toBe(readFileSync(join(task, 'tests/rubric.json'), 'utf8'));
    const documents = readFileSync(join(task, 'environment/data/documents.jsonl'), 'utf8');
    const lines = documents.trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(JSON.parse(document));
  });

  it('prints what it shows, and the import passes its check', async () => {
    expect(namesOf('write')).toEqual(['moves import', 'research questions']);
    const copy = await copyOf(example, []);
    await expectShown('write', copy);
    const { code, out, err } = await shown(`data check ${folder}/research`, copy);
    expect(code, out + err).toBe(0);
  });
});

describe('how to grade a folder of reports', () => {
  it('quotes the files of the example', () => {
    expect(quotedIn('grade', 'yaml').sort()).toEqual(filesOf(example, ['.yaml']).sort());
  });

  it('prints what it shows, from the commands of the README', async () => {
    expect(namesOf('grade').map((name) => name.split(' ')[0])).toEqual([
      'moves',
      'import',
      'run',
      'judge',
    ]);
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const commands = [...readme.matchAll(/^npx tapefold (.+)$/gm)].map(([, command]) => command);
    expect(commands).toEqual(pages.grade.shown.map(([command]) => command));
    await expectShown('grade', await copyOf(example, []));
  });
});
