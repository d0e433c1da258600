/** Texts that made patterns and copies take minutes. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { caseFolder } from './case-run.fixture.js';

/**
 * Runs the scenario of a case with an answer of this length, made of the repeated part of the
 * one that it has.
 */
async function answered(name: string, length: number) {
  const folder = caseFolder('2026-11/redos-figures');
  const file = join(folder, `${name}.jsonl`);
  const { answer, ...line } = JSON.parse(readFileSync(file, 'utf8')) as { answer: string };
  const longer = answer.repeat(Math.ceil(length / answer.length)).slice(0, length);
  writeFileSync(file, `${JSON.stringify({ ...line, answer: longer })}\n`);
  const out = join(folder, 'out');
  const loaded = loadScenario(join(folder, `${name}.yaml`));
  const outcome = await runScenario(loaded, { out, codeVersion: 'test', jobs: 1, fresh: true });
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  return {
    run: outcome.result.runs[0],
    verified: await verifyResult(out, { codeVersion: 'test' }),
  };
}

it.each([
  ['images that no parenthesis closes', 'img16000', 200_000],
  // A line break takes three bytes of the most that an answer may have.
  ['charts of empty lines', 'blk25000', 80_000],
])('reads %s', async (_, name, length) => {
  const { run, verified } = await answered(name, length);
  expect(run).toMatchObject({ figures: { answered: { value: 1 } } });
  expect(verified).toMatchObject({ findings: [] });
});
