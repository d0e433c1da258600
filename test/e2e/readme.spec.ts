/**
 * Shows that the commands of the README print what it shows, and that `…` marks everything
 * it leaves out.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { misplaced, shownIn } from './shown-commands.fixture.js';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const { blocks, shown } = shownIn(readFileSync(join(root, 'README.md'), 'utf8'));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-readme-'));
  const scenario = blocks.find(({ language }) => language === 'yaml')?.text ?? '';
  writeFileSync(join(folder, 'my-scenario.yaml'), scenario);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Standard output of a command that has to succeed. */
function print(...words: string[]): Promise<string> {
  const main = join(root, 'dist/program/tapefold.js');
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((settle, fail) => {
    execFile(process.execPath, [main, ...words], options, (error, out) =>
      error === null ? settle(out) : fail(error),
    );
  });
}

describe('the README', () => {
  it('shows every command', () => {
    const names = shown.map(([command]) => command.split(' ')[0]);
    const all = ['run', 'verify', 'inspect'];
    expect(names).toEqual(expect.arrayContaining(all));
  });

  it('shows the table of `npm start`', async () => {
    const table = blocks.find(({ text }) => text.startsWith('Agent'))?.text.trim() ?? '';
    expect(table.split('\n').length).toBe(6);
    const example = join(root, 'examples/01-hello-backtest/scenario.yaml');
    expect(misplaced(await print('run', example), [...table.split('\n'), '…'])).toEqual([]);
  });

  // In order: the first command makes the runs that the others read.
  it.each(shown)('shows what `tapefold %s` prints', async (command, lines) => {
    expect(lines.length).toBeGreaterThan(0);
    expect(misplaced(await print(...command.split(' ')), lines)).toEqual([]);
  });
});
