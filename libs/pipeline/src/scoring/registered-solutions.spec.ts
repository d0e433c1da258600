/**
 * Solutions come only from registered data sets, are read once per process, and report
 * how they fail.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDataset } from '#market-data';
import { registeredSolutions } from './registered-solutions.js';
import { sumsSubmitted } from '../sums.fixture.js';

const taskLine = (id: string): string => `${JSON.stringify({ id, instruction: '1 + 1' })}\n`;
const solutionLine = (id: string, solution: unknown): string =>
  `${JSON.stringify({ id, solution })}\n`;

/** A folder with two tasks and the solution of one, registered as `sums`. */
async function sumsDataset({ hasSolutions = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-solutions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const solutions = hasSolutions ? ', solutions: solutions.jsonl' : '';
  write(
    'dataset.yaml',
    `name: sums\ncalendar: 24/7\ncurrency: USD\ntasks: { file: tasks.jsonl${solutions} }\n`,
  );
  write('tasks.jsonl', taskLine('sum 1') + taskLine('sum 2'));
  if (hasSolutions) write('solutions.jsonl', solutionLine('sum 1', 2));
  const dataset = await openDataset(folder);
  const data = await dataset.contentHash();
  await dataset.close();
  const run = sumsSubmitted('a'.repeat(64));
  const submitted = { ...run, plan: { ...run.plan, data } };
  return { folder, write, submitted, read: registeredSolutions(new Map([['sums', folder]])) };
}

describe('the solutions of a registered data set', () => {
  it('are those of its file, read once', async () => {
    const { read, submitted, write } = await sumsDataset();
    const found = await read(submitted);
    expect([...(found?.byTask ?? [])]).toEqual([['sum 1', 2]]);
    expect(found?.sha256).toMatch(/^[0-9a-f]{64}$/);
    write('solutions.jsonl', solutionLine('sum 1', 3));
    expect(await read(submitted)).toBe(found);
  });

  it('are empty if there is no solutions file, or the run names no data set', async () => {
    const { read, submitted } = await sumsDataset({ hasSolutions: false });
    expect(await read(submitted)).toBeNull();
    const { dataset: _, ...unnamed } = submitted;
    expect(await read(unnamed)).toBeNull();
    expect(await read({ ...submitted, plan: { ...submitted.plan, data: null } })).toBeNull();
  });

  it('are refused when the file is broken, until it is mended', async () => {
    const { read, submitted, write, folder } = await sumsDataset();
    write('solutions.jsonl', solutionLine('sum 9', 2));
    const error: unknown = await read(submitted).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'InvalidInput', where: 'solutions of dataset sums' });
    expect(String(error)).toContain('solutions.jsonl line 1');
    expect(String(error)).not.toContain(folder);
    write('solutions.jsonl', solutionLine('sum 2', 3));
    expect((await read(submitted))?.byTask.get('sum 2')).toBe(3);
  });

  it('are refused under another name, and of other content', async () => {
    const { read, submitted, write } = await sumsDataset();
    const unknown = read({ ...submitted, dataset: '/etc' });
    await expect(unknown).rejects.toThrow(/no data set is registered under this name/);
    write('tasks.jsonl', taskLine('sum 1'));
    await expect(read(submitted)).rejects.toThrow(/content with the hash/);
  });
});
