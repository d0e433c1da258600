/**
 * A folder that holds something else is refused, and the refusal advises only options that
 * the command has.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { overWindow } from '#contracts/scenario/scenario';
import { writtenFile } from '../run-folder/derived-file.js';
import { agents, GrowingData, runOver } from '../run-folder/growing-data.fixture.js';
import { replayResult } from '../again/replay-result.js';
import { deriveFiles, lockOut, prepareOut, readOrigin, resultFolder } from './result-folder.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import { planOf } from '../run-folder/own-journal.js';

/**
 * The result of a run, and a function that claims its folder: with the same scenario, nothing
 * prevents that.
 */
async function finished() {
  const data = new GrowingData(5);
  await runOver(data, 'out', { agents: agents.slice(0, 1) });
  const out = join(data.directory, 'out');
  const folder = resultFolder(out);
  const scenario = overWindow(readOrigin(folder).scenario);
  if (scenario === undefined) throw new Error('the fixture trades');
  const first = runFolder(join(folder.runs, 'hold-AA'));
  const plans = ['hold-AA', 'hold-BB'].map((run) =>
    planOf(readManifest(runFolder(join(folder.runs, run)))),
  );
  const claim = (fresh: boolean | undefined, changed: { capital?: number; runs?: number } = {}) => {
    const { capital = scenario.capital, runs } = changed;
    return prepareOut(
      { out, ...(fresh === undefined ? {} : { fresh }) },
      { codeVersion: 'test', scenario: { ...scenario, capital }, plans: plans.slice(0, runs) },
    );
  };
  const edit = (from: RegExp, to: string): void => {
    writeFileSync(first.manifest, readFileSync(first.manifest, 'utf8').replace(from, to));
  };
  return { claim, edit, data, folder };
}

it.each([
  { command: 'run', fresh: false, remedy: 'use another --out, or --fresh to start over' },
  { command: 'live', fresh: undefined, remedy: 'use another --out' },
])('advises what `$command` has', async ({ fresh, remedy }) => {
  const { claim, edit } = await finished();
  claim(fresh);
  const refusal = (what: string, expected: string) =>
    expect.objectContaining({
      message: expect.stringContaining(what),
      expected: expect.stringMatching(new RegExp(`^${expected}; ${remedy}$`)),
    });
  expect(() => claim(fresh, { capital: 5 })).toThrow(refusal('capital is different', '5'));
  expect(() => claim(fresh, { runs: 1 })).toThrow(refusal('another scenario', 'its runs'));
  edit(/"semantics": \d+/, '"semantics": 1');
  expect(() => claim(fresh)).toThrow(refusal('another version of the engine', 'semantics 2'));
  edit(/"run": "[0-9a-f]{64}"/, `"run": "${'0'.repeat(64)}"`);
  expect(() => claim(fresh)).toThrow(refusal('another run', 'run [0-9a-f]{12}'));
});

/**
 * A folder between two steps of the process that begins a result in it: `runs` exists and the
 * marker does not yet.
 */
it('names the process that is about to fill the folder, whatever the folder holds so far', async () => {
  const { claim, data, folder } = await finished();
  const { result, path } = folder;
  const release = lockOut(path);
  rmSync(folder.marker);
  rmSync(result);
  const busy = expect.objectContaining({
    code: 'Conflict',
    message: expect.stringContaining('another process writes this result'),
    found: expect.stringContaining(`process ${process.pid}`),
  });
  const directory = data.directory;
  await expect(runOver(data, 'out', { agents: agents.slice(0, 1) })).rejects.toThrow(busy);
  const openModels = (): never => expect.unreachable();
  const options = { out: path, codeVersion: 'test', jobs: 1, openModels };
  await expect(replayResult(path, options)).rejects.toThrow(busy);
  release();
  expect(() => claim(false)).toThrow('the folder holds something else');
  const other = join(directory, 'a', 'b');
  lockOut(other)();
  expect(existsSync(join(directory, 'a'))).toBe(false);
  mkdirSync(other, { recursive: true });
  lockOut(other)();
  expect(existsSync(other)).toBe(true);
});

it('keeps the result when its report cannot be drawn, and says why in both', async () => {
  const data = new GrowingData(5);
  const { result } = await runOver(data, 'out', { agents: agents.slice(0, 1) });
  const folder = resultFolder(join(data.directory, 'out'));
  const whole = readFileSync(folder.result, 'utf8');
  rmSync(folder.result);
  // Its runs have no curves.
  const derived = deriveFiles(result, [], { out: folder.path, open: writtenFile });
  expect(derived.files.map(({ state }) => state.kind)).toEqual(['written', 'rewritten']);
  expect(readFileSync(folder.result, 'utf8')).toBe(whole);
  expect(derived.undrawn).toMatch(/\w/);
  expect(readFileSync(folder.report, 'utf8')).toContain(derived.undrawn);
});
