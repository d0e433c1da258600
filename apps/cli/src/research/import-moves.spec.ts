/**
 * Environments become a data set: tasks with documents on the tape, rubrics only in the solutions.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openDataset } from '#market-data';
import { importMovesCommand } from './import-moves.js';

const root = mkdtempSync(join(tmpdir(), 'import-moves-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const files: Readonly<Record<string, string>> = {
  'one/task.toml': '[metadata]\ncategory = "Risk"\nas_of = "2025-03-03T15:00:00Z"\n',
  'one/instruction.md': 'Reason about one.',
  'one/environment/data/a.txt': 'L-band',
  'one/environment/data/late.txt': 'Later',
  'one/environment/data/chart.png': '\0',
  'one/environment/data/documents.jsonl': '{"file":"late.txt","known_at":"2025-04-01T00:00:00Z"}\n',
  'one/tests/rubric.json': '{"themes":[{"theme":"Moat","moves":{"a":"sesame"}}]}',
  'two/task.toml': '',
  'two/instruction.md': 'Reason about two.',
  'two/environment/data/b/c.txt': 'Debt',
  'two/tests/rubric.json': '{"themes":[{"theme":"Debt","moves":["x","y"]}]}',
};

it('imports environments with times and solutions, and leaves out what is not text', async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'in', name)), { recursive: true });
    writeFileSync(join(root, 'in', name), text);
  }
  const out = join(root, 'moves');
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const warned = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await importMovesCommand(join(root, 'in'), { out });
  expect(said.mock.calls.join('')).toBe(`2 tasks, 3 documents, 2 themes, 3 moves, in ${out}\n`);
  expect(warned.mock.calls.join('')).toContain('one/environment/data/chart.png: not text');
  vi.restoreAllMocks();

  const dataset = await openDataset(out);
  const tasks = dataset.tasks().map(({ task }) => task);
  expect(tasks.map(({ id, inputs }) => [id, inputs.map(({ name }) => name)])).toEqual([
    ['two', ['b/c.txt']],
    ['one', ['a.txt']],
  ]);
  expect(JSON.stringify(tasks)).not.toContain('sesame');
  expect(dataset.solutions()?.byTask.get('one')).toEqual({
    themes: [{ id: '1', title: 'Moat', moves: [{ id: 'a', text: 'sesame' }] }],
    category: 'Risk',
  });
  await dataset.close();
  expect(readFileSync(join(out, 'documents/two/b/c.txt'), 'utf8')).toBe('Debt');
  await expect(importMovesCommand(join(root, 'in'), { out })).rejects.toThrow('already exists');
});
