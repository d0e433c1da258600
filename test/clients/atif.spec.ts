/**
 * Harbor, whose format ATIF is, takes exported trajectories of all four wire formats, and would
 * refuse others.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atifTrajectory, transcribe } from '#llm';
import { wireApis } from '#llm/calls/recorded-call';
import {
  keptText,
  madeToolCalls,
  recordedAsk,
  recordedCalls,
  run,
} from '#llm/calls/recording.fixture';
import { ended, harborPackage, pythonPackages } from './installed.fixture.js';

let folder: string;
let packages: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-atif-'));
  packages = [await harborPackage(), await pythonPackages()].join(delimiter);
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function verdictOf(trajectory: unknown): Promise<number | null> {
  const path = join(folder, 'trajectory.json');
  writeFileSync(path, JSON.stringify(trajectory));
  const words = ['-m', 'harbor.utils.trajectory_validator', path];
  const { code, out, err } = await ended('python3', words, { env: { PYTHONPATH: packages } });
  expect(out + err).toContain('rajectory');
  return code;
}

const about = { run, label: 'model-AAPL', codeVersion: '0.11.0' };

it.each(wireApis)('a trajectory of %s', async (api) => {
  const decisions = transcribe({
    asks: [recordedAsk, { opened: { ...recordedAsk.opened, attempt: 2 }, ended: null }],
    calls: recordedCalls(api, true),
    toolCalls: madeToolCalls,
    textOf: keptText,
  });
  const trajectory = atifTrajectory(decisions, about);
  expect(await verdictOf(trajectory)).toBe(0);
  expect(await verdictOf({ ...trajectory, steps: trajectory.steps.toReversed() })).toBe(1);
});

it('a trajectory of tool calls alone', async () => {
  const decisions = transcribe({
    asks: [recordedAsk],
    calls: [],
    toolCalls: madeToolCalls,
    textOf: keptText,
  });
  expect(await verdictOf(atifTrajectory(decisions, about))).toBe(0);
});
