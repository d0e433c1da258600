/**
 * Environments in the Harbor task format: what is read from them, and what is refused without
 * quoting a rubric.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvironments } from './environment-files.js';

const root = mkdtempSync(join(tmpdir(), 'environment-files-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const rubric = {
  themes: [
    { theme: 'Moat', required_moves: { a: 'Spectrum is exclusive', b: 'Weather' }, note: 'x' },
    { id: 'price', title: 'Pricing', moves: ['Rises', 'Holds'] },
    { title: 'Debt', moves: [{ id: 'd1', text: 'Matures' }] },
  ],
};
const whole: Readonly<Record<string, string>> = {
  'task.toml':
    'version = "1.0"\n[metadata]\ncategory = "Risk"\nas_of = 2025-03-03T10:00:00-05:00\n[agent]\n' +
    'timeout_sec = 120.0\n',
  'instruction.md': '# Iridium\nReason through the themes.\n',
  'environment/Dockerfile': 'FROM scratch\n',
  'environment/data/10-K/mda.txt': 'L-band',
  'environment/data/call.md': 'Call',
  'tests/rubric.json': JSON.stringify(rubric),
  'tests/test.sh': 'exit 0\n',
  'solution/solve.sh': 'exit 0\n',
};

let folders = 0;
function environments(files: Readonly<Record<string, string | undefined>>): string {
  const folder = join(root, `set-${folders++}`);
  for (const [name, text] of Object.entries({ ...whole, ...files })) {
    if (text === undefined) continue;
    const path = join(folder, 'iridium', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}
const read = (files: Readonly<Record<string, string | undefined>> = {}) =>
  readEnvironments(environments(files));

describe('an environment', () => {
  it('has an instruction, documents, and a rubric of themes and moves', () => {
    const [found] = read();
    expect(found).toMatchObject({
      id: 'iridium',
      instruction: '# Iridium\nReason through the themes.',
      knownAt: '2025-03-03T15:00:00Z',
    });
    expect(found?.data.documents.map(({ name, file }) => [name, file.read()])).toEqual([
      ['10-K/mda.txt', 'L-band'],
      ['call.md', 'Call'],
    ]);
    expect(found?.rubric).toEqual({
      themes: [
        {
          id: '1',
          title: 'Moat',
          moves: [
            { id: 'a', text: 'Spectrum is exclusive' },
            { id: 'b', text: 'Weather' },
          ],
        },
        {
          id: 'price',
          title: 'Pricing',
          moves: [
            { id: 'a', text: 'Rises' },
            { id: 'b', text: 'Holds' },
          ],
        },
        { id: '3', title: 'Debt', moves: [{ id: 'd1', text: 'Matures' }] },
      ],
      category: 'Risk',
    });
  });

  it('may have its data below environment/app, no time, and the category of its rubric', () => {
    const [found] = read({
      'task.toml': '[metadata]\ncategory = "Risk"\n',
      'environment/data/10-K/mda.txt': undefined,
      'environment/data/call.md': undefined,
      'environment/app/data/call.md': 'Call',
      'tests/rubric.json': JSON.stringify({ ...rubric, category: 'M&A' }),
    });
    expect(found?.knownAt).toBeUndefined();
    expect(found?.rubric.category).toBe('M&A');
    expect(found?.data.documents.map(({ name }) => name)).toEqual(['call.md']);
  });

  it.each<[string, Readonly<Record<string, string | undefined>>, string]>([
    ['no task file', { 'task.toml': undefined }, 'the folder holds no environment'],
    ['a broken task file', { 'task.toml': 'a = 1\nb =\n' }, 'iridium/task.toml line 2: '],
    [
      'a time without an offset',
      { 'task.toml': '[metadata]\nas_of = 2025-03-03T10:00:00\n' },
      'iridium/task.toml: metadata.as_of: not a time',
    ],
    [
      'a category that is no text',
      { 'task.toml': '[metadata]\ncategory = 5\n' },
      'iridium/task.toml: metadata.category: ',
    ],
    ['no instruction', { 'instruction.md': undefined }, 'iridium/instruction.md: '],
    ['no rubric', { 'tests/rubric.json': undefined }, 'iridium/tests/rubric.json: '],
    [
      'a theme without moves',
      { 'tests/rubric.json': '{"themes":[{"theme":"Moat","moves":{}}]}' },
      'iridium/tests/rubric.json: themes.0.moves: ',
    ],
    [
      'two moves share an id',
      {
        'tests/rubric.json':
          '{"themes":[{"theme":"M","moves":[{"id":"a","text":"x"},{"id":"a","text":"y"}]}]}',
      },
      'expected moves with an id each',
    ],
    [
      'no data',
      { 'environment/data/10-K/mda.txt': undefined, 'environment/data/call.md': undefined },
      'the environment has no data; expected environment/data or environment/app/data',
    ],
  ])('with %s is refused', (_, files, message) => {
    expect(() => read(files)).toThrow(message);
  });

  it('is refused without a word of its rubric, and when a link would be followed', () => {
    const secret = '{"themes":[{"theme":"sesame","moves":["sesame",7]}]}';
    expect(() => read({ 'tests/rubric.json': secret })).toThrow(/^(?!.*sesame).*rubric\.json/);
    const folder = environments({ 'tests/rubric.json': undefined });
    symlinkSync('/etc/hostname', join(folder, 'iridium/tests/rubric.json'));
    expect(() => readEnvironments(folder)).toThrow('a link leads out of its folder');
  });
});
