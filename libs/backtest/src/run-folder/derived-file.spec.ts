/**
 * Files that follow from a journal: written whole, left as they are, or compared, with the first
 * line that differs.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sha256Hex } from '#values';
import { alteredLine, comparedFile, writtenFile } from './derived-file.js';
import {
  folderName,
  keepText,
  makeFolder,
  readManifest,
  runFolder,
  textState,
  writeWhole,
} from './run-folder.js';
import {
  allRecords,
  bodiesIn,
  hasRecords,
  recordsIn,
  removeRecords,
  RunRecords,
  writeRecords,
} from './run-records.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'derived-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
/** More than is kept before it is written, and than is read at once. */
const long = Array.from({ length: 9000 }, (_, line) => `line ${line}\n`);

function written(name: string, lines: readonly string[]) {
  const file = writtenFile(at(name));
  for (const line of lines) file.write(line);
  return file.end();
}
function compared(name: string, lines: readonly string[]) {
  const file = comparedFile(at(name));
  for (const line of lines) file.write(line);
  return file.end();
}

describe('a file that is written', () => {
  it('appears whole at its end, and stays as it is if it is the same', () => {
    const file = writtenFile(at('a'));
    for (const line of long) file.write(line);
    expect(existsSync(at('a'))).toBe(false);
    expect(file.end()).toEqual({ kind: 'written' });
    expect(text('a')).toBe(long.join(''));
    const { ino } = statSync(at('a'));
    expect(written('a', long)).toEqual({ kind: 'same' });
    expect([statSync(at('a')).ino, readdirSync(folder)]).toEqual([ino, ['a']]);
    expect(written('a', [...long.slice(0, -1), 'line 8998\n'])).toEqual({ kind: 'rewritten' });
    expect(written('a', ['short\n'])).toEqual({ kind: 'rewritten' });
    expect(written('b', [])).toEqual({ kind: 'written' });
    expect([text('a'), text('b'), readdirSync(folder).sort()]).toEqual(['short\n', '', ['a', 'b']]);
  });

  it('leaves nothing when it is given up, and says that it cannot be written', () => {
    writeFileSync(at('a'), 'before');
    const file = writtenFile(at('a'));
    for (const line of long) file.write(line);
    expect(readdirSync(folder)).toHaveLength(2);
    file.abandon();
    file.abandon();
    expect([readdirSync(folder), text('a')]).toEqual([['a'], 'before']);
    const path = join(folder, 'none', 'a');
    expect(() => writtenFile(path).end()).toThrow(`${path}: the file cannot be written`);
  });
});

describe('the writing of files', () => {
  it('keeps lines until there are many, in this file or in all of them', () => {
    const line = `${'x'.repeat(1023)}\n`;
    const some = Array.from({ length: 60 }, () => line);
    const one = writtenFile(at('one'));
    for (const text of some) one.write(text);
    expect(readdirSync(folder)).toEqual([]);
    for (const text of some) one.write(text);
    expect(readdirSync(folder)).toHaveLength(1);
    // Kept by others: nine hundred times 60 KiB are more than is kept in all.
    const others = Array.from({ length: 900 }, (_, number) => writtenFile(at(`other-${number}`)));
    for (const other of others) for (const text of some) other.write(text);
    expect(readdirSync(folder).length).toBeGreaterThan(200);
    for (const other of others) other.abandon();
    expect(readdirSync(folder)).toHaveLength(1);
    // What was given up counts no longer.
    const next = writtenFile(at('next'));
    for (const text of some) next.write(text);
    expect(readdirSync(folder)).toHaveLength(1);
    expect([one.end(), next.end()]).toEqual([{ kind: 'written' }, { kind: 'written' }]);
    expect([text('one'), text('next')]).toEqual([line.repeat(120), line.repeat(60)]);
  });
});

describe('a file that is compared', () => {
  it.each<[string, string, readonly string[], object]>([
    ['the same', 'a\nb\n', ['a\n', 'b\n'], { kind: 'same' }],
    ['the same in other pieces', 'a\nb\n', ['a\nb\n'], { kind: 'same' }],
    ['empty', '', [], { kind: 'same' }],
    [
      'with another line',
      'a\nc\n',
      ['a\n', 'b\n'],
      { what: 'line 2 was altered; expected "b"; found "c"' },
    ],
    [
      'with another first line',
      'x\nb\n',
      ['a\nb\n'],
      { what: 'line 1 was altered; expected "a"; found "x"' },
    ],
    [
      'with a line less',
      'a\n',
      ['a\n', 'b\n'],
      { what: 'line 2 was altered; expected "b"; found nothing' },
    ],
    [
      'with a line more',
      'a\nb\n',
      ['a\n'],
      { what: 'line 2 was altered; expected nothing; found "b"' },
    ],
    [
      'cut in a line',
      'a\nb',
      ['a\n', 'bc\n'],
      { what: 'line 2 was altered; expected "bc"; found "b"' },
    ],
    [
      'without its last break',
      'a\nb',
      ['a\n', 'b\n'],
      { what: 'line 3 was altered; expected nothing; found nothing' },
    ],
  ])('is %s', (_, content, lines, state) => {
    writeFileSync(at('a'), content);
    expect(compared('a', lines)).toMatchObject(state);
  });

  it('is missing, or no file', () => {
    expect(compared('none', ['a\n'])).toEqual({ kind: 'missing' });
    mkdirSync(at('a'));
    const none = { kind: 'altered', what: 'line 1 was altered; expected a file; found none' };
    expect(compared('a', ['a\n'])).toEqual(none);
    comparedFile(at('none')).abandon();
  });

  it('is compared over all of its length', () => {
    writeFileSync(at('a'), long.join(''));
    expect(compared('a', long)).toEqual({ kind: 'same' });
    expect(compared('a', [long.join('')])).toEqual({ kind: 'same' });
    writeFileSync(at('a'), long.join('').replace('line 8888', 'line 8887'));
    expect(compared('a', long)).toEqual({
      kind: 'altered',
      what: 'line 8889 was altered; expected "line 8888"; found "line 8887"',
    });
  });

  it('shows long lines from 40 characters before they part', () => {
    const one = `${'x'.repeat(41)}a`;
    const other = `${'x'.repeat(41)}b`;
    expect(alteredLine(3, one, other)).toEqual({
      kind: 'altered',
      what: `line 3 was altered; expected "${one.slice(1)}"; found "${other.slice(1)}"`,
    });
    expect(alteredLine(3, one.slice(1), other.slice(1)).what).toContain(`"${one.slice(1)}"`);
    expect(alteredLine(1, 'a').what).toBe('line 1 was altered; expected "a"; found nothing');
  });
});

describe('a folder of a run', () => {
  it.each([
    ['plain', 'plain'],
    ['A.b_c-9', 'A.b_c-9'],
    ['a b', `a_b-${sha256Hex('a b').slice(0, 6)}`],
    ['..', `_-${sha256Hex('..').slice(0, 6)}`],
    ['a/b', `a_b-${sha256Hex('a/b').slice(0, 6)}`],
    ['.a', `_a-${sha256Hex('.a').slice(0, 6)}`],
  ])('of %s is named %s', (name, own) => {
    expect(folderName(name)).toBe(own);
  });

  it('has its files by name', () => {
    expect(Object.values(runFolder('r')).map((path: string) => path.replaceAll('\\', '/'))).toEqual(
      [
        'r',
        'r/manifest.json',
        'r/journal.bin',
        'r/log.txt',
        'r/equity.csv',
        'r/fills.csv',
        'r/positions.csv',
        'r/answers.jsonl',
        'r/recording.db',
        'r/recordings.json',
        'r/texts',
      ],
    );
  });

  it('gets files whole, and texts once', () => {
    writeWhole(join(folder, 'new', 'a'), 'one');
    writeWhole(join(folder, 'new', 'a'), Buffer.from('two'));
    expect([text('new/a'), readdirSync(at('new'))]).toEqual(['two', ['a']]);
    expect(() => writeWhole(at('new'), 'x')).toThrow(`${at('new')}: the file cannot be written`);
    expect(readdirSync(folder)).toEqual(['new']);
    expect(() => makeFolder(join(folder, 'new', 'a', 'b'))).toThrow('the folder cannot be created');
    expect([makeFolder(at('x/y')), makeFolder(at('x/y'))]).toEqual([at('x'), undefined]);
    const run = runFolder(folder);
    const sha256 = sha256Hex('kept');
    const path = join(folder, 'texts', `${sha256}.txt`);
    expect(textState(run, sha256)).toEqual([{ path, kind: 'erased' }]);
    keepText(run, sha256, 'kept');
    keepText(run, sha256, 'other');
    expect([readFileSync(path, 'utf8'), textState(run, sha256)]).toEqual(['kept', []]);
    writeFileSync(path, 'altered');
    expect(textState(run, sha256)).toEqual([{ path, kind: 'altered' }]);
  });

  it('is refused without its manifest', () => {
    expect(() => readManifest(runFolder(folder))).toThrow(
      `${folder}: not a run folder; expected a folder with manifest.json and journal.bin`,
    );
    writeFileSync(at('manifest.json'), 'no JSON');
    expect(() => readManifest(runFolder(folder))).toThrow(/manifest\.json/);
  });

  it('has records by stream, in their order', () => {
    const run = runFolder(folder);
    const own = (value: unknown): unknown =>
      (value as { n?: number }).n === undefined ? undefined : value;
    expect([hasRecords(run, 'asks'), bodiesIn(run, 'asks')]).toEqual([false, []]);
    const records = new RunRecords(run);
    records.durable();
    records.add('asks', [{ n: 1 }, { n: 2 }]);
    records.add('asks', [{ n: 3 }]);
    records.add('calls', [{ x: 1 }]);
    records.durable();
    records.close();
    records.close();
    expect([hasRecords(run, 'asks'), hasRecords(run, 'answers')]).toEqual([true, false]);
    expect(bodiesIn(run, 'asks')).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(recordsIn(run, 'asks', own)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(() => recordsIn(run, 'calls', own)).toThrow(
      `${run.recording} calls record 1: the recording has a record of unknown origin; found `,
    );
    const all = { asks: [{ n: 1 }, { n: 2 }, { n: 3 }], calls: [{ x: 1 }] };
    const empty = { 'model-calls': [], answers: [], asked: [] };
    expect(allRecords(run)).toEqual({ ...all, ...empty });
    removeRecords(run);
    expect(existsSync(run.recording)).toBe(false);
    writeRecords(run, { answers: [{ n: 9 }], asked: [] });
    expect(allRecords(run)).toEqual({ asks: [], calls: [], ...empty, answers: [{ n: 9 }] });
  });
});
