/** The built command line, and folders that go away. */

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { mainFile, startWarm, type Ended } from './warm-program.fixture.js';

export { mainFile, type Ended };

/** Runs `tapefold …` to its end, in a process that other commands used before. */
export async function tapefold(...args: readonly string[]): Promise<Ended> {
  return (await startWarm(args)).ended;
}

/** Runs `tapefold …` to its end in its own process, for tests that depend on that. */
export function tapefoldProcess(...args: readonly string[]): Promise<Ended> {
  return new Promise((settle) => {
    const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1' } };
    execFile(process.execPath, [mainFile, ...args], options, (error, out, err) => {
      let code;
      if (error === null) {
        code = 0;
      } else if (typeof error.code === 'number') {
        code = error.code;
      } else {
        code = null;
      }
      settle({ code, out, err });
    });
  });
}

/** Starts `tapefold …` and hands the process out, to be ended by its pid. */
export function startTapefold(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [mainFile, ...args], { stdio: 'ignore' });
}

/** A folder for one test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tapefold-e2e-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes a file into a folder and gives its path. */
export function file(directory: string, name: string, content: string | Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

/**
 * A scenario over the synthetic market: two symbols, every kind of rule agent, a script, a module.
 */
export function marketScenario(directory: string, extra = ''): string {
  file(
    directory,
    'actions.csv',
    'date,symbol,action\n2022-02-01,ALDR,BUY\n2022-02-02,ALDR,HOLD\n2022-03-01,BRKW,BUY\n',
  );
  file(
    directory,
    'mine.ts',
    "export default { decide: (o) => (o.view.news(o.symbols[0], 1).length > 0 ? 'BUY' : " +
      "'HOLD') };\n",
  );
  return file(
    directory,
    'scenario.yaml',
    `name: market
data: synthetic-market
window: { from: 2022-02-01, to: 2022-05-31 }
symbols: [ALDR, BRKW]
execution: realistic
seed: 11
agents:
  - { id: hold, kind: buy-and-hold }
  - { id: cross, kind: sma-cross, fast: 5, slow: 20 }
  - { id: reversion, kind: rsi-reversion }
  - { id: coin, kind: random, seed: 3 }
  - { id: told, kind: script, file: actions.csv }
  - { id: mine, kind: module, file: mine.ts }
${extra}`,
  );
}

interface ResultFile {
  readonly tape: { readonly hash: string };
  readonly runs: readonly { readonly run: string; readonly journalHash: string }[];
}

/** Tape hash and journal hashes of a printed result, by run. */
export function hashesOf(out: string): Readonly<Record<string, string>> {
  const result = JSON.parse(out) as ResultFile;
  const runs = result.runs.map(({ run, journalHash }) => [run, journalHash] as const);
  return { tape: result.tape.hash, ...Object.fromEntries(runs) };
}

/** A folder for all tests of a file. */
export function sharedFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tapefold-e2e-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
