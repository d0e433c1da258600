/**
 * Tasks of a file: in the order in which they become known, with claims for their inputs,
 * without any solution.
 */

import { afterAll, describe, expect, it } from 'vitest';
import { formatInstant, isFailure, sha256Hex } from '#values';
import { noInstrument, type FactColumns } from '#contracts';
import { DocumentIndex } from '../documents/document-index.js';
import type { ByteInput } from '../rows/byte-input.js';
import { readTasks, type TaskTexts } from './task-file.js';
import { taskSource } from './list-source.js';

const documents = new DocumentIndex();
afterAll(() => documents.close());

function inputOf(...lines: readonly (object | string)[]): ByteInput {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const bytes = Buffer.from(`${text.join('\n')}\n`);
  return {
    name: 'tasks.jsonl',
    size: bytes.length,
    read: (into, offset) => bytes.copy(into, 0, offset),
    close: () => undefined,
  };
}
const texts: TaskTexts = {
  documents,
  folder: () => ({ documents: [], binary: [] }),
  warn: () => undefined,
};
const read = (...lines: readonly (object | string)[]) => readTasks(inputOf(...lines), texts);

/** The message of the failure, which must be `InvalidInput`. */
function refusal(...lines: readonly (object | string)[]): string {
  try {
    read(...lines);
  } catch (error) {
    expect(isFailure(error, 'InvalidInput')).toBe(true);
    return (error as Error).message;
  }
  return 'nothing was refused';
}

const task = (id: string, rest: object = {}) => ({ id, instruction: `do ${id}`, ...rest });

describe('tasks of a file', () => {
  it('come in the order of their times, those of one instant in the order of the file', () => {
    const late = '2025-03-03T15:00:00Z';
    const early = '2025-03-03T09:00:00-05:00';
    const found = read(
      task('b', { knownAt: late }),
      task('z'),
      task('a', { knownAt: late }),
      task('y'),
      task('c', { knownAt: early }),
    );
    expect(found.map((one) => [one.task.id, formatInstant(one.knowledgeTime)])).toEqual([
      ['z', '1970-01-01T00:00:00Z'],
      ['y', '1970-01-01T00:00:00Z'],
      ['c', '2025-03-03T14:00:00Z'],
      ['b', late],
      ['a', late],
    ]);
  });

  it('have their inputs by claim', () => {
    const [found] = read(task('a', { inputs: { filing: 'Ω revenue', table: '' } }));
    expect(found?.task.inputs).toEqual([
      { name: 'filing', document: { sha256: sha256Hex('Ω revenue'), chars: 9 } },
      { name: 'table', document: { sha256: sha256Hex(''), chars: 0 } },
    ]);
    expect(documents.get(sha256Hex('Ω revenue'))).toBe('Ω revenue');
  });

  it.each<[string, readonly (object | string)[], string]>([
    [
      'an input that readers of JSON would drop',
      ['{"id":"a","instruction":"do a","inputs":{"__proto__":"text"}}'],
      'tasks.jsonl line 1: the task does not match its schema',
    ],
    [
      'a solution',
      [task('a', { answer: 42 })],
      'tasks.jsonl line 1: answer: the task does not match its schema',
    ],
    [
      'no instruction',
      [{ id: 'a' }],
      'tasks.jsonl line 1: instruction: the task does not match its schema; expected string; ' +
        'found nothing',
    ],
    [
      'an input that is not a string',
      [task('a', { inputs: { x: 7 } })],
      'line 1: inputs.x: the task does not match its schema; expected string; found 7',
    ],
    [
      'a hash with more behind it',
      [task('a', { solutionSha256: `${'a'.repeat(64)}b` })],
      'line 1: solutionSha256: the task does not match its schema; expected a SHA-256 of 64 ' +
        'hex digits',
    ],
    ['half a character', [task('a', { inputs: { x: '\ud800' } })], 'line 1: inputs.x: '],
    [
      'a time without an offset',
      [task('a', { knownAt: '2025-03-03T15:00' })],
      'knownAt: not a time',
    ],
    ['a time before 1970', [task('a', { knownAt: '1969-12-31T00:00:00Z' })], 'knownAt: not a time'],
    [
      'an id that comes twice',
      [task('a'), task('b'), task('a')],
      'line 3: id: two tasks share an id',
    ],
    ['a line that is not JSON', [task('a'), '{"id":'], 'tasks.jsonl line 2: the line is not JSON'],
    ['a line that is a list', ['[]'], 'tasks.jsonl line 1: the line is not an object'],
  ])('with %s are refused by line and member', (_, lines, expected) => {
    expect(refusal(...lines)).toContain(expected);
  });

  it('are facts of a source, chunk by chunk, until it is closed', () => {
    const tasks = read(...Array.from({ length: 600 }, (_, number) => task(`t${number}`)));
    const source = taskSource('tasks.jsonl', tasks);
    const ids: string[] = [];
    for (let facts = source.pull(); facts !== null; facts = source.pull()) {
      const { count, payload, instrument } = facts as FactColumns;
      for (let row = 0; row < count; row++) {
        const found = payload[row];
        if (found?.kind === 'task') ids.push(found.id);
        expect(instrument[row]).toBe(noInstrument);
      }
    }
    expect(ids).toEqual(tasks.map((one) => one.task.id));
    const closed = taskSource('tasks.jsonl', tasks);
    closed.close();
    expect(closed.pull()).toBeNull();
  });
});
