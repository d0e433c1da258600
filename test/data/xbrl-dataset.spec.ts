/**
 * The shared filings as a data set: packages, taxonomies and cases, of which no solution
 * is on the tape.
 */

import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Filing, Task } from '#contracts';
import { openDataset, type Dataset } from '#market-data';

const folder = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', 'xbrl');
let dataset: Dataset;
let tape: (Filing | Task)[];

beforeAll(async () => {
  dataset = await openDataset(`${folder}#cases.jsonl`);
  tape = [];
  const { symbols, calendar } = dataset;
  const until = calendar.lastDate;
  const sources = await dataset.openSources({ symbols, until, badRows: 'refuse', tasks: true });
  for (const source of sources) {
    for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
      tape.push(...(facts.payload.slice(0, facts.count) as (Filing | Task)[]));
    }
    source.close();
  }
});
afterAll(() => dataset.close());

it('has 18 packages and four taxonomy years, one fact each', async () => {
  const { errors, warnings, xbrl } = await dataset.check({ solutions: true });
  expect(errors).toEqual([]);
  expect(warnings.map(({ file, what }) => [file, what])).toEqual([
    ['XBRL/10k-unp-20121231', 'the filing package has no instance'],
    ['XBRL/accepted.jsonl', 'filings without a time of acceptance, which are always known: 18'],
  ]);
  expect(xbrl).toMatchObject({ packages: 18, files: 103 });
  expect(xbrl?.taxonomyYears).toEqual([2020, 2022, 2023, 2024]);
  const filings = tape.filter((fact) => fact.kind === 'filing');
  expect(filings.filter(({ form }) => form === 'taxonomy')).toHaveLength(4);
  expect(filings.filter(({ form }) => form !== 'taxonomy')).toHaveLength(18);
  const sections = filings.flatMap((filing) => filing.sections);
  const texts = sections.map(({ document }) => dataset.documents.get(document.sha256)?.length);
  expect(texts).toEqual(sections.map(({ document }) => document.chars));
});

it('has 69 tasks with as many solutions', () => {
  const tasks = tape.filter((fact) => fact.kind === 'task');
  expect(tasks).toHaveLength(69);
  expect(tasks.map(({ inputs }) => inputs.length).filter((count) => count > 0)).toEqual([]);
  expect(dataset.solutions()?.byTask.size).toBe(69);
  expect(dataset.solutions()?.byTask.get('aud-s001')).toMatchObject({
    category: 'A-consistent',
    expected_extracted: '143566000000',
    expected_calculated: '143566000000',
  });
});

it('has no solution on its tape', () => {
  expect(JSON.stringify(tape)).not.toMatch(/expected|accept_|rationale|details|category/i);
});

it('has the hash of its content each time, and another without the cases', async () => {
  const again = await openDataset(`${folder}#cases.jsonl`);
  expect(await again.contentHash()).toBe(await dataset.contentHash());
  await again.close();
  const alone = await openDataset(folder);
  expect(await alone.contentHash()).not.toBe(await dataset.contentHash());
  expect(alone.tasks()).toEqual([]);
  await alone.close();
});
