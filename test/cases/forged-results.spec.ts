/**
 * Results of judges that were forged: `run`, `verify` and `replay` refuse them, and name the file.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder } from './case-run.fixture.js';

async function succeed(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await tapefold(...words);
  expect(code, err).toBe(0);
  return out;
}

function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

/** Runs and judges a case; the folder of what judges said. */
async function judged(name: string, scenario: string, judges: string): Promise<string> {
  const folder = caseFolder(join('2026-11', name));
  const out = join(folder, 'o');
  const verdicts = join(folder, 'oj');
  await succeed('run', join(folder, scenario), '--out', out);
  await succeed('judge', out, '--with', join(folder, judges), '--out', verdicts);
  return verdicts;
}

it('refuses solutions whose authors were exchanged, by file and line', async () => {
  const out = await judged('forged-authorship', 'insights.yaml', 'judges.yaml');
  expect(await succeed('verify', out)).toContain('verified: 1 run');
  const result = readFileSync(join(out, 'result.json'), 'utf8');
  edit(join(out, 'data/solutions.jsonl'), (text) =>
    text
      .replaceAll('"agent":"good"', '"agent":"@"')
      .replaceAll('"agent":"reporter"', '"agent":"good"')
      .replaceAll('"agent":"@"', '"agent":"reporter"'),
  );
  const refusal =
    /solutions\.jsonl line 1: the solution is not the one that its task names; expected SHA-256 [0-9a-f]{64}, as tasks/;
  const again = await tapefold('run', join(out, 'scenario.yaml'), '--out', out);
  expect(again).toMatchObject({ code: 2, err: expect.stringMatching(refusal) });
  expect(readFileSync(join(out, 'result.json'), 'utf8')).toBe(result);
  for (const command of ['verify', 'replay']) {
    const refused = await tapefold(command, out);
    expect(refused, command).toMatchObject({ code: 1, out: expect.stringMatching(refusal) });
    expect(refused.out, command).toMatch(/^data\/solutions\.jsonl: /m);
  }
});

it('refuses a chain of judgments whose first stage lost its journal and changed its result', async () => {
  const out = await judged('chain-stages-unverified', 'moves.yaml', 'literal.yaml');
  const stage = join(out, 'stages/moves-grounding');
  expect(await succeed('verify', out)).toContain('stages/moves-grounding');
  expect(await succeed('replay', out)).toContain('replayed: 2 runs');
  const [run] = readdirSync(join(stage, 'runs'));
  rmSync(join(stage, 'runs', run!, 'journal.bin'));
  edit(join(stage, 'result.json'), (text) =>
    text.replace(/(?<start>"claims": \{\s*"value": )\d+/, '$<start>999'),
  );
  for (const command of ['verify', 'replay']) {
    const refused = await tapefold(command, out);
    expect(refused.code, command).toBe(1);
    expect(refused.out, command).toMatch(/stages\/moves-grounding.*journal/);
  }
});
