/** Document folders of tasks: what reaches the tape, what is skipped, and what is rejected. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseInstant } from '#values';
import { memoryInput } from '../rows/byte-input.js';
import { openDataset } from '../open/open-dataset.js';
import { DocumentIndex } from '../documents/document-index.js';
import { readTasks } from './task-file.js';
import { readDocumentFolder } from './task-documents.js';

const root = mkdtempSync(join(tmpdir(), 'task-documents-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const task = (rest: object): string =>
  `${JSON.stringify({ id: 'a', instruction: 'do', ...rest })}\n`;
const times = (known: Readonly<Record<string, string>>): string =>
  Object.entries(known)
    .map(([file, known_at]) => `${JSON.stringify({ file, known_at })}\n`)
    .join('');
const asked = task({ documents: 'docs/a', knownAt: '2025-03-03T15:00:00Z' });

let folders = 0;
function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = join(root, `set-${folders++}`);
  const manifest = 'name: x\ncalendar: XNYS\ncurrency: USD\ntasks: { file: t.jsonl }\n';
  for (const [name, content] of Object.entries({
    'dataset.yaml': manifest,
    't.jsonl': asked,
    ...files,
  })) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}

/** Runs queries on a data set, and closes it. */
async function opened(files: Parameters<typeof folder>[0]) {
  const dataset = await openDataset(folder(files));
  try {
    const { errors, warnings } = await dataset.check();
    const inputs = errors.length > 0 ? [] : (dataset.tasks()[0]?.task.inputs ?? []);
    const texts = inputs.map(({ document: { sha256 } }) => dataset.documents.get(sha256));
    return { inputs, texts, errors, warnings, hash: await dataset.contentHash() };
  } finally {
    await dataset.close();
  }
}

describe('the documents of a task', () => {
  it('are inputs by their paths below the folder, beside the inputs of its line', async () => {
    const { inputs, texts, warnings } = await opened({
      't.jsonl': task({ documents: 'docs/a', inputs: { topic: 'gears' } }),
      'docs/a/b.md': 'second',
      'docs/a/10-K/mda.txt': 'Ω rose',
      'docs/other.txt': 'not of this task',
    });
    expect(inputs.map(({ name }) => name)).toEqual(['topic', '10-K/mda.txt', 'b.md']);
    expect(texts).toEqual(['gears', 'Ω rose', 'second']);
    expect(inputs[1]?.document.chars).toBe(6);
    expect(warnings).toEqual([]);
  });

  it('have the times of documents.jsonl; what is known later never reaches the tape', async () => {
    const early = '2025-03-03T15:00:00Z';
    const { inputs, warnings } = await opened({
      'docs/a/early.txt': 'early',
      'docs/a/late.txt': 'late',
      'docs/a/undated.txt': 'undated',
      'docs/a/documents.jsonl': times({
        'early.txt': early,
        'late.txt': '2025-03-03T15:00:00.000001Z',
      }),
    });
    expect(inputs.map(({ name, knownAt }) => [name, knownAt])).toEqual([
      ['early.txt', parseInstant(early, null)],
      ['undated.txt', undefined],
    ]);
    expect(warnings).toMatchObject([
      {
        file: 'docs/a',
        line: 0,
        found: '1 of 3',
        what: 'documents that are known only after their task are left out',
      },
    ]);
  });

  it('are text: other files are left out with a warning', async () => {
    const { inputs, warnings } = await opened({
      'docs/a/a.txt': 'text',
      'docs/a/b.png': Uint8Array.of(137, 80, 78, 71),
      'docs/a/c.bin': 'a\0b',
    });
    expect(inputs.map(({ name }) => name)).toEqual(['a.txt']);
    const what = 'the document is not text and is left out';
    expect(warnings).toMatchObject([
      { file: 'docs/a/b.png', what },
      { file: 'docs/a/c.bin', what },
    ]);
  });

  it('are in the content hash; a data set without them keeps its own', async () => {
    const { hash } = await opened({ 'docs/a/a.txt': 'text' });
    expect((await opened({ 'docs/a/a.txt': 'text' })).hash).toBe(hash);
    expect((await opened({ 'docs/a/a.txt': 'other' })).hash).not.toBe(hash);
    expect((await opened({ 'docs/a/b.txt': 'text' })).hash).not.toBe(hash);
    const dated = times({ 'a.txt': '2025-01-01T00:00:00Z' });
    const withTimes = { 'docs/a/a.txt': 'text', 'docs/a/documents.jsonl': dated };
    expect((await opened(withTimes)).hash).not.toBe(hash);
  });

  it.each<[string, Readonly<Record<string, string>>, object]>([
    ['of a folder that is not there', {}, { what: 'the folder holds no documents' }],
    ['without a text', { 'docs/a/a.bin': '\0' }, { what: 'the folder holds no documents' }],
    [
      'outside of the data set',
      { 't.jsonl': task({ documents: '../docs' }) },
      { field: 'documents' },
    ],
    ['at an absolute path', { 't.jsonl': task({ documents: '/etc' }) }, { field: 'documents' }],
    [
      'with the name of an input',
      { 't.jsonl': task({ documents: 'docs/a', inputs: { 'a.txt': '' } }), 'docs/a/a.txt': '' },
      {
        line: 1,
        field: 'inputs',
        what: 'two inputs share a name',
        found: '"a.txt"',
        expected: 'a name that no file of its documents has',
      },
    ],
    [
      'with a time of a file that is not there',
      { 'docs/a/a.txt': '', 'docs/a/documents.jsonl': times({ 'b.txt': '2025-01-01T00:00:00Z' }) },
      { what: 'the time belongs to no document', found: '"b.txt"' },
    ],
    [
      'with a time without an offset',
      { 'docs/a/a.txt': '', 'docs/a/documents.jsonl': times({ 'a.txt': '2025-01-01' }) },
      { field: 'known_at' },
    ],
  ])('%s are an error of the check', async (_, files, error) => {
    expect((await opened(files)).errors).toMatchObject([error]);
  });

  it('are empty if a link would be followed', () => {
    const path = folder({ 'docs/a/a.txt': 'text', 'outside.txt': 'secret' });
    symlinkSync(join(path, 'outside.txt'), join(path, 'docs/a/b.txt'));
    expect(() => readDocumentFolder(path, 'docs/a')).toThrow('docs/a/b.txt: a symbolic link');
    symlinkSync(join(path, 'docs/a'), join(path, 'docs/b'));
    expect(() => readDocumentFolder(path, 'docs/b')).toThrow('docs/b: a symbolic link');
    symlinkSync(root, join(path, 'docs/c'));
    expect(() => readDocumentFolder(path, 'docs/c/x')).toThrow(/docs\/c/);
  });

  it('are empty for a data set in memory', () => {
    const documents = new DocumentIndex();
    const texts = {
      documents,
      folder: (path: string) => readDocumentFolder(undefined, path),
      warn: () => undefined,
    };
    expect(() => readTasks(memoryInput('t.jsonl', Buffer.from(asked)), texts)).toThrow(
      'docs/a: only a data set in a folder',
    );
    documents.close();
  });
});
