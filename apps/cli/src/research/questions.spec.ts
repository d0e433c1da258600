/**
 * Research questions on the bundled data set: seventy tasks at the times of their kinds, byte for
 * byte the same.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { formatCivilDate, microsPerHour } from '#values';
import { openDataset } from '#market-data';
import { researchQuestionsCommand } from './questions.js';

const root = mkdtempSync(join(tmpdir(), 'research-questions-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => void vi.restoreAllMocks());

async function written(name: string, rest: object = {}): Promise<string> {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const out = join(root, name);
  const options = { data: 'synthetic-market', seed: '0', count: '10' };
  await researchQuestionsCommand({ ...options, ...rest, out });
  return out;
}
const tasksIn = (folder: string): string => readFileSync(join(folder, 'tasks.jsonl'), 'utf8');

it('asks ten questions of each kind, as task facts at their times', async () => {
  const dataset = await openDataset(await written('seventy'));
  const { calendar } = dataset;
  const tasks = dataset.tasks();
  const kindOf = (id: string) => id.replace(/-\d+$/, '');
  const counts = Object.fromEntries(
    [...Map.groupBy(tasks, ({ task }) => kindOf(task.id))].map(([kind, { length }]) => [
      kind,
      length,
    ]),
  );
  expect(counts).toEqual({
    'stock-analysis': 10,
    'event-analysis': 10,
    'stock-selection': 10,
    'sector-analysis': 10,
    'morning-brief': 10,
    'post-market-recap': 10,
    'expert-opinion': 10,
  });
  for (const { task, knowledgeTime } of tasks) {
    const date = calendar.dateOf(knowledgeTime);
    const kind = kindOf(task.id);
    expect(task.instruction).not.toContain('{{');
    if (kind === 'expert-opinion') continue;
    expect(task.instruction).toContain(formatCivilDate(date));
    const due = kind === 'morning-brief' ? calendar.openOf(date) : calendar.closeOf(date);
    expect(knowledgeTime).toBe(due);
  }
  await dataset.close();
});

it('asks for opinions when something was published within the 12 hours before', async () => {
  const dataset = await openDataset(await written('opinions'));
  const asked = dataset.tasks().filter(({ task }) => task.id.startsWith('expert-opinion'));
  const { symbols } = dataset;
  const until = dataset.calendar.lastDate;
  const published: number[] = [];
  for (const source of await dataset.openSources({ symbols, until, badRows: 'refuse' })) {
    for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
      for (let row = 0; row < facts.count; row++) {
        if (facts.payload[row]?.kind === 'news') published.push(facts.knowledgeTime[row] as number);
      }
    }
    source.close();
  }
  for (const { knowledgeTime: time } of asked) {
    const isRecent = (at: number) => at <= time && at >= time - 12 * microsPerHour;
    expect(published.some(isRecent)).toBe(true);
  }
  await dataset.close();
});

it('writes the same bytes for the same seed, and others for another', async () => {
  const first = tasksIn(await written('first', { count: '3' }));
  expect(tasksIn(await written('again', { count: '3' }))).toBe(first);
  expect(tasksIn(await written('other', { count: '3', seed: '1' }))).not.toBe(first);
});

it('refuses a data set that has too little to ask about, and a folder that exists', async () => {
  await expect(written('apple', { data: 'aapl-2013-2018' })).rejects.toThrow('event-analysis: ');
  await written('there', { count: '1' });
  await expect(written('there')).rejects.toThrow('the folder already exists');
});
