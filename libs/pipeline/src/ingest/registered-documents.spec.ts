/** Texts come only from registered data sets, with the content that a run was planned with. */

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDataset } from '#market-data';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { RunSubmitted } from '#contracts/streams/runs';
import { sha256Hex } from '#values';
import { registeredDocuments } from './registered-documents.js';

const text = 'A long story. '.repeat(200).trim();

function datasetFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'registered-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const manifest = [
    'name: stories',
    'calendar: XNYS',
    'timeZone: America/New_York',
    'currency: USD',
    'symbols: [AA]',
    'bars: { file: bars.csv, symbol: AA, frequency: daily, stamp: session, priceBasis: raw }',
    'news: { file: news.jsonl }',
  ];
  const news = {
    symbol: 'AA',
    id: '1',
    published_at: '2025-03-03T15:00:00Z',
    title: 'News',
    body: text,
  };
  writeFileSync(join(folder, 'dataset.yaml'), `${manifest.join('\n')}\n`);
  writeFileSync(
    join(folder, 'bars.csv'),
    'date,open,high,low,close,volume\n2025-03-03,1,1,1,1,10\n',
  );
  writeFileSync(join(folder, 'news.jsonl'), `${JSON.stringify(news)}\n`);
  return folder;
}

const example = messageExamples.runs.find(({ type }) => type === 'RunSubmitted') as RunSubmitted;
const runOf = (dataset: string | undefined, data: string | null): RunSubmitted => ({
  ...example,
  plan: { ...example.plan, data },
  ...(dataset === undefined ? {} : { dataset }),
});

describe('texts for tools', () => {
  it('are the inputs of tasks too', async () => {
    const folder = datasetFolder();
    const task = { id: 'a', instruction: 'Read it.', inputs: { letter: 'A letter.' } };
    writeFileSync(join(folder, 'tasks.jsonl'), `${JSON.stringify(task)}\n`);
    appendFileSync(join(folder, 'dataset.yaml'), 'tasks: { file: tasks.jsonl }\n');
    const dataset = await openDataset(folder);
    const hash = await dataset.contentHash();
    await dataset.close();
    const documents = await registeredDocuments(new Map([['work', folder]]))(runOf('work', hash));
    expect(documents.get(sha256Hex('A letter.'))).toBe('A letter.');
  });

  it('are the documents of tasks, which the hash of the content covers', async () => {
    const folder = datasetFolder();
    const task = { id: 'a', instruction: 'Read it.', documents: 'documents/a' };
    writeFileSync(join(folder, 'tasks.jsonl'), `${JSON.stringify(task)}\n`);
    appendFileSync(join(folder, 'dataset.yaml'), 'tasks: { file: tasks.jsonl }\n');
    mkdirSync(join(folder, 'documents/a'), { recursive: true });
    writeFileSync(join(folder, 'documents/a/letter.txt'), 'A letter.');
    const dataset = await openDataset(folder);
    const hash = await dataset.contentHash();
    await dataset.close();
    const places = new Map([['work', folder]]);
    const documents = await registeredDocuments(places)(runOf('work', hash));
    expect(documents.get(sha256Hex('A letter.'))).toBe('A letter.');
    writeFileSync(join(folder, 'documents/a/letter.txt'), 'Another letter.');
    await expect(registeredDocuments(places)(runOf('work', hash))).rejects.toMatchObject({
      code: 'InvalidInput',
    });
  });

  it('are those of the registered data set, each by its hash', async () => {
    const folder = datasetFolder();
    const dataset = await openDataset(folder);
    const hash = await dataset.contentHash();
    await dataset.close();
    const documentsOf = registeredDocuments(new Map([['stories', folder]]));
    const documents = await documentsOf(runOf('stories', hash));
    expect(documents.get(sha256Hex(text))).toBe(text);
    expect(documents.get(sha256Hex('another'))).toBeUndefined();
    await expect(documentsOf(runOf('stories', sha256Hex('other data')))).rejects.toMatchObject({
      code: 'InvalidInput',
      where: 'dataset stories',
    });
    await expect(documentsOf(runOf(folder, hash))).rejects.toMatchObject({ code: 'InvalidInput' });
  });

  it('are empty if the run names no data set', async () => {
    const documentsOf = registeredDocuments(new Map());
    expect((await documentsOf(runOf(undefined, sha256Hex('d')))).get(sha256Hex(text))).toBe(
      undefined,
    );
    expect((await documentsOf(runOf('stories', null))).get(sha256Hex(text))).toBeUndefined();
  });
});
