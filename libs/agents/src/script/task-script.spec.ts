/**
 * Scripts of answers: what is read, and one clear error for each way in which a file can be wrong.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isFailure, type TapefoldError } from '#values';
import { readTaskScript } from './task-script.js';

const folder = mkdtempSync(join(tmpdir(), 'task-script-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, content);
  return file;
}

async function failureOf(file: string): Promise<TapefoldError> {
  const outcome = await readTaskScript(file).then(
    () => 'no failure',
    (error: unknown) => error,
  );
  expect(isFailure(outcome, 'InvalidInput')).toBe(true);
  return outcome as TapefoldError;
}

describe('a script of answers', () => {
  it('is read with answers of every form, in any order, past empty lines', async () => {
    const lines = [
      '\uFEFF{"task":"b","answer":{"label":"up","parts":[1,null]},"rationale":"It rose."}\r',
      '',
      '{"answer":"down","task":"a"}',
      '{"task":"c","answer":null}',
      '{"task":"__proto__","answer":0}',
    ];
    const script = await readTaskScript(written('good', lines.join('\n')));
    expect([...script]).toEqual([
      ['b', { kind: 'answer', answer: { label: 'up', parts: [1, null] }, rationale: 'It rose.' }],
      ['a', { kind: 'answer', answer: 'down' }],
      ['c', { kind: 'answer', answer: null }],
      ['__proto__', { kind: 'answer', answer: 0 }],
    ]);
  });

  const good = '{"task":"a","answer":1}';
  const expected = 'expected the id of a task, its answer, perhaps a rationale, and nothing else';
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`;
  it.each([
    [
      'half a line',
      '{"task":"b",',
      ':2: the last line has no end and is incomplete; found "{\\"task\\":\\"b\\","',
    ],
    ['no JSON', '{"task":"b",\n', ':2: the line is not JSON; found "{\\"task\\":\\"b\\","'],
    ['no object', '["b",1]\n', ':2: the line is not an object; found "[\\"b\\",1]"'],
    ['no UTF-8', Buffer.from([0xff, 0x0a]), ':2: the text is not UTF-8'],
    ['no task', '{"answer":1}\n', `:2: task: not an answer to a task; ${expected}; found nothing`],
    [
      'an empty task',
      '{"task":"","answer":1}',
      `:2: task: not an answer to a task; ${expected}; found ""`,
    ],
    [
      'a number as task',
      '{"task":2,"answer":1}',
      `:2: task: not an answer to a task; ${expected}; found 2`,
    ],
    [
      'no answer',
      '{"task":"b"}',
      `:2: answer: not an answer to a task; ${expected}; found nothing`,
    ],
    [
      'a member too many',
      '{"task":"b","answer":1,"sure":0.5}',
      `:2: sure: not an answer to a task; ${expected}; found 0.5`,
    ],
    [
      'a wrong rationale',
      '{"task":"b","answer":1,"rationale":[]}',
      `:2: rationale: not an answer to a task; ${expected}; found []`,
    ],
    [
      'a long rationale',
      `{"task":"b","answer":1,"rationale":"${'x'.repeat(20_001)}"}`,
      `:2: rationale: not an answer to a task; ${expected}; found more than 20000 characters`,
    ],
    [
      'too deep an answer',
      `{"task":"b","answer":${deep}}`,
      `:2: answer: not an answer to a task; ${expected}; found nested more than 64 deep`,
    ],
    [
      'a task twice',
      '{"task":"b","answer":1}\n{"task":"a","answer":1}',
      ':3: a second line for the same task; expected one line for each task; found "a" again',
    ],
  ])('with %s is refused at its line', async (name, second, says) => {
    const bytes = Buffer.concat([Buffer.from(`${good}\n`), Buffer.from(second)]);
    const file = written(`bad ${name}`, bytes);
    expect((await failureOf(file)).message).toBe(`${file}${says}`);
  });

  it.each([
    ['nothing', join(folder, 'absent.jsonl'), ': the script cannot be read; found ENOENT'],
    ['a folder', folder, ': the script is not a file'],
    ['empty', written('empty', ''), ': the file is empty; expected one object per line'],
  ])('that is %s is refused', async (_name, file, says) => {
    expect((await failureOf(file)).message).toBe(`${file}${says}`);
  });
});
