/**
 * The auditor on a hundred planted errors: it finds every planted one, in a whole run on the
 * altered filings.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import type { Result } from '#contracts/result/result';
import { xbrlFolder } from './audited-folder.fixture.js';
import { plantAudits, plantedErrors, type PlantedCase } from './planted-audits.js';

interface Line {
  readonly task: string;
  readonly answer: { readonly extracted_value: string; readonly calculated_value: string };
  readonly verdict: string;
}

const folder = mkdtempSync(join(tmpdir(), 'tapefold-planted-'));
const filings = join(folder, 'filings');
const out = join(folder, 'out');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let cases: readonly PlantedCase[];
let figures: Readonly<Record<string, number | null>> | undefined;
let answers: ReadonlyMap<string, Line>;

beforeAll(async () => {
  cases = plantAudits(xbrlFolder, filings, 'audited');
  const path = join(folder, 'scenario.json');
  const agents = [{ id: 'auditor', kind: 'rule', rule: 'auditor' }];
  const asked = { name: 'planted', data: filings, workflow: 'auditing', tasks: 'cases.jsonl' };
  writeFileSync(path, JSON.stringify({ ...asked, agents }));
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario(loadScenario(path), options);
  if (outcome.kind !== 'finished') throw new Error('no result');
  const [run] = (outcome.result as Result).runs;
  figures = valuesOf(run);
  const lines = readFileSync(join(out, 'runs', run!.run, 'answers.jsonl'), 'utf8');
  const parsed = lines.trimEnd().split('\n');
  answers = new Map(parsed.map((line) => JSON.parse(line) as Line).map((one) => [one.task, one]));
});

it('is right on all of them', () => {
  expect(figures).toEqual({ ACC: 1, SER: 0, EER: 0, CER: 0 });
});

it.each(plantedErrors)('finds each planted error: %s', (kind) => {
  const own = cases.filter(({ category }) => category === `planted-${kind}`);
  expect(own.length).toBeGreaterThan(15);
  for (const { id, expected_extracted, expected_calculated } of own) {
    expect(answers.get(id)).toMatchObject({
      verdict: 'right',
      answer: { extracted_value: expected_extracted, calculated_value: expected_calculated },
    });
    // What was taken away is not reported at all, and both values are 0.
    const isGone = kind === 'missing-child' && expected_extracted === '0';
    expect(expected_calculated !== expected_extracted, id).toBe(!isGone);
  }
});
