/** Human reports as answers to the tasks of a data set. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readTaskScript } from '#agents/script/task-script';
import { importOwnReportsCommand, topicOf } from './import-reports.js';

const root = mkdtempSync(join(tmpdir(), 'import-own-reports-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => void vi.restoreAllMocks());

let folders = 0;
function folder(files: Readonly<Record<string, string>>): string {
  const path = join(root, `folder-${folders++}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}
const reports = {
  '2023-03-04-gears.md': 'Intro.\n\n## **Gears** rise\n\nText.\n',
  'b.md': 'Debt falls. So it is.',
};

async function imported(from: string, options: Parameters<typeof importOwnReportsCommand>[1]) {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await importOwnReportsCommand(from, options);
  return said.mock.calls.join('');
}

describe('the topic of a report', () => {
  it.each([
    ['# Gears [rise](https://x.example) again #\n\nText.', 'Gears rise again'],
    ['\nIntro.\n\n### Later heading\n', 'Later heading'],
    ['> - Sales of **3.5 million** rose. More.', 'Sales of 3.5 million rose.'],
    ['营收上升。利润下降。', '营收上升。'],
    ['no end at all', 'no end at all'],
    [`# ${'x'.repeat(400)}`, 'x'.repeat(300)],
  ])('of %j is %j', (text, topic) => {
    expect(topicOf(text)).toBe(topic);
  });
});

describe('reports for the tasks of a data set', () => {
  const tasks = folder({
    'dataset.yaml': 'name: x\ncalendar: XNYS\ncurrency: USD\ntasks: { file: t.jsonl }\n',
    't.jsonl': '{"id":"b","instruction":"do"}\n{"id":"c","instruction":"do"}\n',
  });

  it('are lines of a script, with their topics', async () => {
    const out = join(root, 'expert.jsonl');
    const said = await imported(folder({ 'b.md': reports['b.md'] }), { out, tasks });
    expect(said).toBe(`1 report for 2 tasks, in ${out}\n`);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
      task: 'b',
      answer: 'Debt falls. So it is.',
      rationale: 'Debt falls.',
    });
    expect((await readTaskScript(out)).get('b')).toMatchObject({ kind: 'answer' });
    await expect(imported(tasks, { out, tasks })).rejects.toThrow('no reports found');
    await expect(imported(folder(reports), { out, tasks })).rejects.toThrow('already exists');
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['of no task', reports, '2023-03-04-gears.md: no task has this name'],
    ['that is empty', { 'b.md': ' \n' }, 'b.md: not a report'],
    ['that is too long', { 'b.md': 'x'.repeat(200_001) }, 'b.md: not a report'],
  ])('with one %s are refused', async (_, files, message) => {
    const out = join(root, 'none.jsonl');
    await expect(imported(folder(files), { out, tasks })).rejects.toThrow(message);
  });
});
