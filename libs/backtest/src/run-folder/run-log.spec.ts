/**
 * The end of a flood is kept, dropped output is counted, and a log that cannot be written is
 * reported at the end.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logBytesMax, RunLog } from './run-log.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-log-'));
  path = join(folder, 'log.txt');
});
afterEach(() => rmSync(folder, { recursive: true }));

function logged(...texts: string[]): string {
  const log = new RunLog(path);
  for (const text of texts) log.print(text);
  log.close();
  log.requireWritten();
  return readFileSync(path, 'utf8');
}

const line = (number: number): string => `line ${number} ${'é'.repeat(500)}\n`;
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => line(from + index));

describe('the log of a run', () => {
  it('has the printed output, also of a resumed run', () => {
    expect(logged('one\n', 'two\n')).toBe('one\ntwo\n');
    expect(logged('three\n')).toBe('one\ntwo\n(the run resumes here)\nthree\n');
  });

  it('keeps whole lines of the end of a flood, and counts the bytes that it dropped', () => {
    const printed = [...lines(0, 2000), ...lines(2000, 5000)];
    logged(...printed.slice(0, 2000));
    const text = logged(...printed.slice(2000));
    expect(statSync(path).size).toBeLessThanOrEqual(logBytesMax);
    const [head = '', ...kept] = text.split('\n').slice(0, -1);
    const goingOn = '(the run resumes here)\n';
    const all = Buffer.byteLength(printed.join('') + goingOn);
    const size = Buffer.byteLength(`${kept.join('\n')}\n`);
    expect(head).toBe(`(${all - size} bytes before this line were dropped)`);
    expect(`${kept.join('\n')}\n`).toBe(printed.slice(-kept.length).join(''));
    expect(size).toBeGreaterThan(logBytesMax / 2 - 2 * Buffer.byteLength(line(0)));
  });

  it('that cannot be written is reported on request, with the system’s reason', () => {
    mkdirSync(path);
    expect(() => logged('one\n')).toThrow(
      `${path}: what the module prints cannot be written; found EISDIR: illegal operation on a ` +
        'directory',
    );
  });
});
