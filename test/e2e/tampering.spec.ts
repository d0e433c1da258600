/** Goal: one flipped byte anywhere in a journal is found by `verify`, which names the place. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyRun } from '#backtest';
import { file, folder, tapefold } from './command-line.fixture.js';

async function finishedRun(directory: string): Promise<string> {
  const scenario = file(
    directory,
    'scenario.yaml',
    `name: small
data: synthetic-market
window: { from: 2022-02-01, to: 2022-03-15 }
symbols: [ALDR]
execution: realistic
agents: [{ id: cross, kind: sma-cross, fast: 3, slow: 8 }]
`,
  );
  const ended = await tapefold('run', scenario, '--out', join(directory, 'out'));
  expect(ended.code, ended.err).toBe(0);
  return join(directory, 'out', 'runs', 'cross-ALDR');
}

it('finds every flipped byte and names a place', async () => {
  const run = await finishedRun(folder());
  expect(await verifyRun(run)).toMatchObject({ kind: 'verified' });
  const journal = join(run, 'journal.bin');
  const whole = readFileSync(journal);
  for (let at = 0; at < whole.length; at++) {
    const altered = Uint8Array.from(whole);
    altered[at] = (altered[at] as number) ^ (1 << (at % 8));
    writeFileSync(journal, altered);
    const verdict = await verifyRun(run);
    expect(verdict.kind, `byte ${at}`).toBe('refuted');
    expect((verdict as { what: string }).what, `byte ${at}`).toMatch(/byte|record \d/);
  }
  writeFileSync(journal, whole);
  expect(await verifyRun(run)).toMatchObject({ kind: 'verified' });
});

it('exits with 1 and says where; never repairs', async () => {
  const run = await finishedRun(folder());
  const journal = join(run, 'journal.bin');
  const altered = readFileSync(journal);
  altered[400] = (altered[400] as number) ^ 0x10;
  writeFileSync(journal, altered);
  const ended = await tapefold('verify', run);
  expect(ended).toMatchObject({ code: 1, err: '' });
  expect(ended.out).toMatch(
    /^not verified: .*journal\.bin: block 1, records from 1, bytes \d+ to \d+/,
  );
  expect(readFileSync(journal).equals(altered)).toBe(true);
});

it('says other semantics, other data, and a torn journal apart from tampering', async () => {
  const run = await finishedRun(folder());
  const manifestFile = join(run, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, unknown>;
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, semantics: 999 }));
  expect(await verifyRun(run)).toEqual({ kind: 'other-semantics', found: 999, expected: 1 });
  const data = { ...(manifest['data'] as object), sha256: '0'.repeat(64) };
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, data }));
  expect(await verifyRun(run)).toMatchObject({
    kind: 'refuted',
    what: expect.stringContaining('the data set is not the one of the run'),
  });
  writeFileSync(manifestFile, JSON.stringify(manifest));
  const journal = join(run, 'journal.bin');
  const whole = readFileSync(journal);
  writeFileSync(journal, whole.subarray(0, whole.length - 7));
  expect(await verifyRun(run)).toMatchObject({
    kind: 'refuted',
    what: expect.stringContaining('the journal is not complete'),
  });
});

it('names the first record that differs when a whole journal was forged', async () => {
  const directory = folder();
  const run = await finishedRun(directory);
  const manifestFile = join(run, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    plan: { agent: { slow: number } };
  };
  manifest.plan.agent.slow = 9;
  writeFileSync(manifestFile, JSON.stringify(manifest));
  const verdict = await verifyRun(run);
  expect(verdict).toMatchObject({ kind: 'refuted' });
  expect((verdict as { what: string }).what).toMatch(/journal\.bin: record \d+, byte \d+/);
});
