/**
 * `run --watch` runs again when a file of the run is saved, and what has changed is said where
 * it is refused.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { file, folder, mainFile, tapefold } from './command-line.fixture.js';

const days = ['06', '07', '08', '09', '10'];
const rows = days.map((day, at) => `2025-01-${day},${100 + at},${102 + at},99,${101 + at},1000\n`);
const prices = `Date,Open,High,Low,Close,Volume\n${rows.join('')}`;
const always = (action: string): string => `export default { decide: () => '${action}' };\n`;

/** The watching command; collects what it prints. */
class Watching {
  printed = '';
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(...words: readonly string[]) {
    this.child = spawn(process.execPath, [mainFile, ...words, '--watch'], { stdio: 'pipe' });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => (this.printed += String(chunk)));
    }
    this.ended = new Promise((settle) => this.child.once('close', settle));
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  /** Once it has printed a text so often. */
  async sees(text: string, times: number): Promise<void> {
    const isSeen = () => this.printed.split(text).length > times;
    await vi.waitUntil(isSeen, { timeout: 120_000 });
  }

  stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}

function place() {
  const path = folder();
  const words = [
    'run',
    '--prices',
    file(path, 'AAPL.csv', prices),
    '--agent',
    file(path, 'mine.mjs', always('BUY')),
    '--out',
    join(path, 'out'),
  ];
  const trades = (): number | null => {
    const text = readFileSync(join(path, 'out', 'result.json'), 'utf8');
    return valuesOf((JSON.parse(text) as Result).runs[0]).trades;
  };
  return { path, words, trades };
}

it('runs again when a module, or what it imports, is saved, and ends at Ctrl-C', async () => {
  const { path, words, trades } = place();
  const watching = new Watching(...words);
  await watching.sees('watching 2 files', 1);
  expect(trades()).toBe(1);

  file(path, 'mine.mjs', always('HOLD'));
  await watching.sees('watching 2 files', 2);
  expect(watching.printed).toContain('mine.mjs has changed: running again');
  expect(trades()).toBe(0);

  // A module that cannot be loaded ends a run, and not the watch.
  file(path, 'mine.mjs', 'export default {');
  await watching.sees('watching 2 files', 3);
  expect(watching.printed).toContain('mine.mjs:1: cannot be loaded');

  // As editors save: a new file takes the place of the old one.
  file(path, 'answer.mjs', "export const answer = 'HOLD';\n");
  file(
    path,
    'draft',
    "import { answer } from './answer.mjs';\nexport const decide = () => answer;\n",
  );
  renameSync(join(path, 'draft'), join(path, 'mine.mjs'));
  await watching.sees('watching 3 files', 1);
  writeFileSync(join(path, 'answer.mjs'), "export const answer = 'BUY';\n");
  await watching.sees('watching 3 files', 2);
  expect(watching.printed).toContain('answer.mjs has changed');
  expect(trades()).toBe(1);
  expect(await watching.stop()).toBe(130);
});

it('replaces no result that was there before, and the refusal says what has changed', async () => {
  const { path, words, trades } = place();
  expect(await tapefold(...words)).toMatchObject({ code: 0 });
  file(path, 'mine.mjs', always('HOLD'));
  const changed =
    'the file "mine.mjs" of agent mine, or what it imports or reads, has changed since; ' +
    'expected what the run was made with; use another --out, or --fresh to start over\n';
  expect(await tapefold(...words)).toMatchObject({
    code: 3,
    err: expect.stringContaining(changed),
  });
  const watching = new Watching(...words);
  expect(await watching.ended).toBe(3);
  expect(watching.printed).toContain(changed);
  expect(trades()).toBe(1);
});

it('says which price file, or which option, has changed', async () => {
  const { path, words } = place();
  expect(await tapefold(...words)).toMatchObject({ code: 0 });
  const refusal = async (...others: readonly string[]): Promise<string> => {
    const { code, err } = await tapefold(...words, ...others);
    expect(code).toBe(3);
    return err;
  };
  expect(await refusal('--price-basis', 'raw')).toContain(
    'another scenario or data: priceBasis was nothing, and is "raw"; expected the same files',
  );
  file(path, 'AAPL.csv', prices.replace('1000', '1001'));
  expect(await refusal()).toContain(
    'another scenario or data: the file "AAPL.csv" has changed since; expected the same files, ' +
      'agents and options; use another --out, or --fresh to start over',
  );
});
