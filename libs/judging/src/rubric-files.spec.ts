/**
 * Rubrics and their human review as files: what is read of them, and every line that is refused.
 * `npx vitest run libs/judging/src/rubric-files.spec.ts --update` writes the file again.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isFailure } from '#values';
import { rubricsOf } from './rubric-files.js';

const item = (id: string, over: object = {}) => {
  return { id, dimension: 'facts', polarity: 'positive', text: `about ${id}`, ...over };
};
const rubric = (task: string, items: readonly object[] = [item('a'), item('b')]) => {
  return { task, from: ['one', 'two'], items };
};
const ruled = (decision: string, over: object = {}) => {
  return { task: 't1', item: 'a', decision, reason: 'because', ...over };
};
const both = [rubric('t1'), rubric('t2', [item('c', { expected: '3', source: 's' })])];
const many = (count: number) => [
  rubric(
    't1',
    Array.from({ length: count }, (_, at) => item(`i${at}`)),
  ),
];

/** Rubrics, and their review. */
const cases: Readonly<Record<string, readonly [readonly object[], (readonly object[])?]>> = {
  'no line': [[]],
  'no review': [both],
  'an empty review': [both, []],
  'the same task twice': [[rubric('t1'), rubric('t1')]],
  'a task without a name': [[rubric('')]],
  'a rubric without items': [[rubric('t1', [])]],
  '200 items': [many(200)],
  '201 items': [many(201)],
  'a member that is not known': [[{ ...rubric('t1'), more: 1 }]],
  'a rubric from nobody': [[{ ...rubric('t1'), from: [] }]],
  open: [both, [ruled('open', { reason: '' })]],
  'open with a reason': [both, [ruled('open')]],
  accepted: [both, [ruled('accept')]],
  'accepted, with a text that counts for nothing': [both, [ruled('accept', { text: 'new' })]],
  'edited text': [both, [ruled('edit', { text: 'new' })]],
  'edited value': [both, [ruled('edit', { task: 't2', item: 'c', expected: '4' })]],
  'edited text, the value stays': [both, [ruled('edit', { task: 't2', item: 'c', text: 'new' })]],
  'removed value, and its source': [
    both,
    [ruled('edit', { task: 't2', item: 'c', expected: null })],
  ],
  'edited without a change': [both, [ruled('edit')]],
  dropped: [both, [ruled('drop', { samples: 3 })]],
  'all dropped': [both, [ruled('drop'), ruled('drop', { item: 'b' })]],
  'dropped and ruled again': [both, [ruled('drop'), ruled('accept')]],
  'each in its way': [
    both,
    [
      ruled('accept'),
      ruled('edit', { item: 'b', text: 'n' }),
      ruled('drop', { task: 't2', item: 'c' }),
    ],
  ],
  'no reason': [both, [ruled('accept', { reason: '' })]],
  'no such task': [both, [ruled('open', { task: 't3' })]],
  'no such item': [both, [ruled('drop', { item: 'c' })]],
  'no such decision': [both, [ruled('maybe')]],
  'no name of an item': [both, [ruled('accept', { item: '' })]],
  'no name of a task': [both, [ruled('accept', { task: '' })]],
  'samples that are no count': [both, [ruled('accept', { samples: 1.5 })]],
  'a review with more': [both, [ruled('accept', { more: 1 })]],
};

it('are read, and refused, line by line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-rubrics-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const written = (name: string, lines: readonly object[]): string => {
    const file = join(folder, name);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  };
  const told = Object.entries(cases).map(([name, [rubrics, review]]) => {
    const file = written('rubrics.jsonl', rubrics);
    try {
      const read = rubricsOf(file, review && written('review.jsonl', review));
      expect(read.file).toBe(file);
      const size = [...read.byTask.values()].map(({ items }) => items.length).join();
      const items = size === '200' ? size : JSON.stringify([...read.byTask]);
      return `${name}: ${JSON.stringify(read.counts)}\n  ${items}`;
    } catch (error) {
      if (!isFailure(error)) throw error;
      return `${name}: ! ${error.code} ${error.message.replaceAll(`${folder}/`, '')}`;
    }
  });
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('./golden-rubrics.txt');
});
