/** Solutions of a file: matched by task id, and rejected by line without being quoted. */

import { afterAll, describe, expect, it } from 'vitest';
import { canonicalHash, isFailure, sha256Hex } from '#values';
import { DocumentIndex } from '../documents/document-index.js';
import { memoryInput, type ByteInput } from '../rows/byte-input.js';
import { readSolutions } from './dataset-tasks.js';
import { readTasks } from '../tasks/task-file.js';

const documents = new DocumentIndex();
afterAll(() => documents.close());

const inputOf = (name: string, text: string): ByteInput => memoryInput(name, Buffer.from(text));
const tasks = readTasks(
  inputOf('tasks.jsonl', '{"id":"a","instruction":"do"}\n{"id":"b","instruction":"do"}\n'),
  { documents, folder: () => ({ documents: [], binary: [] }), warn: () => undefined },
);
const textOf = (lines: readonly (object | string)[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
const read = (...lines: readonly (object | string)[]) =>
  readSolutions(inputOf('solutions.jsonl', textOf(lines)), tasks);

function refusal(...lines: readonly (object | string)[]): string {
  try {
    read(...lines);
  } catch (error) {
    expect(isFailure(error, 'InvalidInput')).toBe(true);
    return (error as Error).message;
  }
  return 'nothing was refused';
}

/** Lists nested to this `depth`. */
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const sound = { id: 'a', solution: 'sesame' };

describe('solutions of a file', () => {
  it('are any JSON, by task, with the hash of the file', () => {
    const lines = [
      { id: 'b', solution: null },
      { id: 'a', solution: { value: 4.5, of: ['x'] } },
    ];
    const { sha256, byTask } = read(...lines);
    expect([...byTask]).toEqual([
      ['b', null],
      ['a', { value: 4.5, of: ['x'] }],
    ]);
    expect(sha256).toBe(sha256Hex(textOf(lines)));
  });

  it('may be missing for a task', () => {
    expect([...read(sound).byTask.keys()]).toEqual(['a']);
  });

  it('are nested 64 deep at most', () => {
    expect(read(`{"id":"a","solution":${nested(64)}}`).byTask.size).toBe(1);
    const where = 'solutions.jsonl line 1: solution: ';
    expect(refusal(`{"id":"a","solution":${nested(65)}}`)).toContain(where);
    expect(refusal(`{"id":"a","solution":${nested(100_000)}}`)).toContain(
      'solutions.jsonl line 1: the line is nested too deeply; expected at most 500 levels',
    );
  });

  it.each<[string, readonly (object | string)[], string]>([
    [
      'an id without a task',
      [sound, { id: 'c', solution: 'sesame' }],
      'solutions.jsonl line 2: id: no task has this id; expected the id of a task of the data ' +
        'set; found "c"',
    ],
    [
      'an id that comes twice',
      [sound, { id: 'b', solution: 1 }, sound],
      'solutions.jsonl line 3: id: two solutions share an id; ' +
        'expected an id that no other solution has; found "a", which is that of line 1',
    ],
    [
      'a member besides',
      [{ ...sound, why: 'sesame' }],
      'solutions.jsonl line 1: why: the solution does not match its schema; expected id, ' +
        'solution alone',
    ],
    [
      'no solution',
      [{ id: 'a' }],
      'solutions.jsonl line 1: solution: the solution does not match its schema; expected any JSON',
    ],
    ['an id that is not a string', [{ id: 7, solution: 'sesame' }], 'solutions.jsonl line 1: id: '],
    [
      'a line that is not JSON',
      [sound, '{"id":"b","solution":sesame}'],
      'solutions.jsonl line 2: the line is not JSON',
    ],
    ['a line that is a list', ['["sesame"]'], 'solutions.jsonl line 1: the line is not an object'],
  ])('with %s are refused by line, and never quoted', (_, lines, expected) => {
    const message = refusal(...lines);
    expect(message).toContain(expected);
    expect(message).not.toContain('sesame');
  });

  it('that are an empty file are refused', () => {
    expect(refusal()).toContain('solutions.jsonl: the file is empty');
  });
});

describe('solutions that tasks name by hash', () => {
  const solution = { agent: 'mine', words: 3, gold: null };
  const { gold: _, ...bound } = solution;
  const line = { id: 'a', instruction: 'do', solutionSha256: canonicalHash(bound) };
  const named = readTasks(inputOf('tasks.jsonl', textOf([line, { id: 'b', instruction: 'do' }])), {
    documents,
    folder: () => ({ documents: [], binary: [] }),
    warn: () => undefined,
  });
  const stated = { member: 'gold', sha256: canonicalHash({}) };
  const readNamed = (text: string) =>
    readSolutions(inputOf('solutions.jsonl', text), named, stated);

  it('are those, whatever people stated since', () => {
    const first = readNamed(textOf([{ id: 'a', solution }]));
    expect(first.restated).toBeUndefined();
    const later = readNamed(textOf([{ id: 'a', solution: { ...solution, gold: 4 } }]));
    expect(later.restated).toBe('gold');
    expect(later.byTask.get('a')).toEqual({ ...solution, gold: 4 });
  });

  it('are refused by file and line where they are others, or missing', () => {
    const other = textOf(['', { id: 'a', solution: { ...solution, agent: 'theirs' } }]);
    const names = `SHA-256 ${canonicalHash(bound)}, as tasks.jsonl line 1 has it`;
    expect(() => readNamed(other)).toThrow(
      `solutions.jsonl line 2: the solution is not the one that its task names; expected ${names}`,
    );
    expect(() => readNamed(textOf([{ id: 'b', solution: 1 }]))).toThrow(
      `solutions.jsonl: the solution of a task is missing; expected ${names}; found none for "a"`,
    );
  });
});
