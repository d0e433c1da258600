/** Files of questions and responses: verdicts in the order of the questions, and refused lines. */

import { describe, expect, it } from 'vitest';
import { scoreFiles } from './score-files.js';

const question = (id: string, value = 5): object => ({
  id,
  question: 'How much?',
  expected: { value, unit: 'USD', currency: 'USD', period: null, precision: null },
});
const named = (name: string, ...lines: readonly (object | string)[]) => ({
  name,
  text: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
});
const questions = named('q.jsonl', question('a'), question('b'), question('c', 0), question('d'));

describe('files of questions and responses', () => {
  it('are scored in the order of the questions, with the reason', () => {
    const responses = named(
      'r.jsonl',
      { id: 'b', text: 'It was $6.' },
      '',
      { id: 'a', text: 'It was $5.', model: 'm' },
      { id: 'd', text: 'I cannot say.' },
    );
    expect(scoreFiles(questions, responses)).toMatchObject([
      { id: 'a', right: true, why: 'the value', gaveUp: false },
      { id: 'b', right: false, why: '6 is not 5', gaveUp: false },
      { id: 'c', right: false, why: 'no response', gaveUp: false },
      { id: 'd', right: false, why: 'no value', gaveUp: true },
    ]);
  });

  const response = { id: 'a', text: '' };
  it.each<[string, readonly (object | string)[], string]>([
    ['no JSON', ['{'], 'r.jsonl:1: the line does not match its schema; expected object; found "{"'],
    [
      'no text',
      [{ id: 'a' }],
      'r.jsonl:1: text: the line does not match its schema; expected string',
    ],
    [
      'an id twice',
      [response, response],
      'r.jsonl:2: duplicate id; expected one line per id, as in r.jsonl:1; found "a"',
    ],
    [
      'no question',
      [{ ...response, id: 'z' }],
      'r.jsonl:1: no question has this id; expected an id',
    ],
  ])('are refused at the line with %s', (_, lines, message) => {
    expect(() => scoreFiles(questions, named('r.jsonl', ...lines))).toThrow(message);
  });
});
