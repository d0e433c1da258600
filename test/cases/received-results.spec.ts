/**
 * Results that came from someone else: nothing in them runs with the user's rights unless
 * the user agrees.
 */

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replayResult, runScenario, loadScenario, verifyResult, verifyRun } from '#backtest';
import type { TrustedCode } from '#backtest/run/trusted-code';
import { caseFolder, runCase } from './case-run.fixture.js';

/**
 * The result as its receiver has it, with the module inside, and the file that the module
 * writes when it runs.
 */
async function received(): Promise<{ result: string; trace: string }> {
  const folder = caseFolder('2026-11/replay-runs-code');
  const module = join(folder, 'evil.mjs');
  writeFileSync(module, readFileSync(module, 'utf8').replace('$WORK', folder));
  await runCase(folder, 'aw.yaml');
  const trace = join(folder, 'replayed-code-ran');
  expect(existsSync(trace)).toBe(true);
  rmSync(trace);
  cpSync(module, join(folder, 'out', 'evil.mjs'));
  rmSync(module);
  const result = join(folder, 't', 'res');
  mkdirSync(join(folder, 't'));
  renameSync(join(folder, 'out'), result);
  return { result, trace };
}

it('replay-runs-code: replay and verify refuse a trusted module, and name it', async () => {
  const { result, trace } = await received();
  const module = join(result, 'evil.mjs');
  const sha256 = createHash('sha256').update(readFileSync(module)).digest('hex');
  const refusal = {
    code: 'InvalidInput',
    message: expect.stringContaining('--trust-code') as string,
  };
  const named = expect.stringContaining(`agent m, ${module}, SHA-256 ${sha256}`) as string;
  const replaying = {
    out: join(result, '..', 'again'),
    codeVersion: 'test',
    jobs: 1,
    openModels: () => Promise.reject(new Error('no model is asked')),
  };
  const commands = [
    () => replayResult(result, replaying),
    () => verifyResult(result, { askAgain: true }),
    () => verifyRun(join(result, 'runs', 'm-ALDR'), { askAgain: true }),
  ];
  for (const command of commands) {
    await expect(command()).rejects.toMatchObject(refusal);
    await expect(command()).rejects.toMatchObject({ message: named });
  }
  const scenario = join(result, 'scenario.yaml');
  writeFileSync(scenario, readFileSync(join(result, '../../aw.yaml')));
  const rerun = runScenario(loadScenario(scenario), { ...replaying, fresh: false });
  await expect(rerun).rejects.toMatchObject(refusal);
  expect(existsSync(trace)).toBe(false);
  expect((await verifyResult(result)).findings).toEqual([]);

  const ran: TrustedCode[] = [];
  const onTrustedCode = (code: TrustedCode): void => void ran.push(code);
  expect((await verifyResult(result, { askAgain: true, onTrustedCode })).findings).toEqual([]);
  expect(ran).toEqual([{ agent: 'm', path: module, sha256 }]);
  expect(existsSync(trace)).toBe(true);
});
