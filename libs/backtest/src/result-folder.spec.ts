/** A folder that holds something else is refused, and the refusal advises only options that the command has. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTradingScenario } from '#contracts/scenario';
import { writtenFile } from './derived-file.js';
import { agents, GrowingData, runOver } from './growing-data.fixture.js';
import { deriveFiles, prepareOut, readOrigin, resultFolder } from './result-folder.js';
import { readManifest, runFolder } from './run-folder.js';
import { planOf } from './verify-run.js';

/** The result of a run, and what claims its folder: with the same scenario, nothing is in its way. */
async function finished() {
  const data = new GrowingData(5);
  await runOver(data, 'out', { agents: agents.slice(0, 1) });
  const out = join(data.directory, 'out');
  const folder = resultFolder(out);
  const { scenario } = readOrigin(folder);
  if (!isTradingScenario(scenario)) throw new Error('the fixture trades');
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
  return { claim, edit };
}

it.each([
  { command: 'run', fresh: false, remedy: 'use another --out, or --fresh to start over' },
  { command: 'live', fresh: undefined, remedy: 'use another --out' },
])('advises what `$command` has', async ({ fresh, remedy }) => {
  const { claim, edit } = await finished();
  claim(fresh).release();
  const refusal = (what: string, expected: string) =>
    expect.objectContaining({
      message: expect.stringContaining(what),
      expected: expect.stringMatching(new RegExp(`^${expected}; ${remedy}$`)),
    });
  expect(() => claim(fresh, { capital: 5 })).toThrow(refusal('capital is different', '5'));
  expect(() => claim(fresh, { runs: 1 })).toThrow(refusal('another scenario', 'its runs'));
  edit(/"semantics": \d+/, '"semantics": 1');
  expect(() => claim(fresh)).toThrow(refusal('another version of the engine', 'semantics 3'));
  edit(/"run": "[0-9a-f]{64}"/, `"run": "${'0'.repeat(64)}"`);
  expect(() => claim(fresh)).toThrow(refusal('another run', 'run [0-9a-f]{12}'));
});

it('keeps the result where its report cannot be drawn, and says why in both', async () => {
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
