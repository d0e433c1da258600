/** A full disk ends a run of modules with the reason, and leaves no process behind. */

import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { file, folder } from '../e2e/command-line.fixture.js';
import {
  letAnswer,
  moduleScenario,
  startRun,
  startRunIn,
  survivors,
  waitsToAnswer,
} from '../e2e/module-run.fixture.js';

it.each([[[]], [['--jobs', '2']], [['--batch', '1', '--jobs', '2']]])(
  'with %j ends when no journal can be written any more',
  async (options) => {
    const directory = folder();
    const scenario = moduleScenario(directory, waitsToAnswer, { rest: 'repeats: 12\n' });
    const out = join(folder(), 'out');
    const flag = join(folder(), 'full');
    const preload = pathToFileURL(join(import.meta.dirname, '../e2e/full-disk.fixture.ts')).href;
    const full = { FULL_DISK_FLAG: flag, FULL_DISK_NAME: 'journal.bin' };
    const env = { ...full, NODE_OPTIONS: `--import=${preload}` };
    const run = startRunIn(env, scenario, '--out', out, ...options);
    const jobs = options.includes('--jobs') ? 2 : 1;
    // Each is asked by then, so that its next record comes behind the answer.
    await run.until(() => filesIn(join(out, 'runs'), 'log.txt').length >= jobs);
    const children = run.children();
    writeFileSync(flag, '');
    letAnswer(directory);
    const { code, err, hangs } = await run.ended;
    expect({ code, hangs }, err).toEqual({ code: 4, hangs: false });
    expect(err).toMatch(
      /^Unavailable: \S+journal\.bin: the journal cannot be written; found ENOSPC: no space left on device$/m,
    );
    expect(await survivors(children)).toEqual([]);
  },
);

it('ends when a module’s output cannot be written, and resumes where it stopped', async () => {
  const directory = folder();
  const scenario = moduleScenario(directory, waitsToAnswer);
  letAnswer(directory);
  const out = join(folder(), 'out');
  const log = join(out, 'runs', 'mine-AAPL', 'log.txt');
  mkdirSync(join(log, '..'), { recursive: true });
  file(out, '.tapefold-result', '');
  symlinkSync('/dev/full', log);
  const { code, err } = await startRun(scenario, '--out', out).ended;
  expect(err).toMatch(/^Unavailable: \S+log\.txt: .*; found ENOSPC: no space left on device$/m);
  expect(code).toBe(4);
  rmSync(log);
  const again = await startRun(scenario, '--out', out).ended;
  expect(again.err).toMatch(/^resumed mine-AAPL after \d+ records$/m);
  expect(again.code).toBe(0);
});

it('ends with one line when standard output is on a full disk', async () => {
  const full = openSync('/dev/full', 'w');
  const program = [join(import.meta.dirname, '../../dist/program/tapefold.js'), '--help'];
  const child = spawn(process.execPath, program, { stdio: ['ignore', full, 'pipe'] });
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise((ended) => child.once('close', ended));
  closeSync(full);
  expect(err).toMatch(
    /^Unavailable: standard output cannot be written to; found ENOSPC: no space left on device\n$/,
  );
  expect(code).toBe(4);
});

function filesIn(runs: string, name: string): string[] {
  const folders = existsSync(runs) ? readdirSync(runs) : [];
  return folders.map((run) => join(runs, run, name)).filter((path) => existsSync(path));
}
