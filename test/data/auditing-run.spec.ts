/**
 * A whole scenario of audits on the shared filings: the auditor, and a script that
 * errs in each way.
 */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario, verifyRun } from '#backtest';
import type { Result } from '#contracts/result/result';
import type { AuditSolution } from '#workflows/auditing/audit-answer';
import { linesOf, xbrlFolder } from './audited-folder.fixture.js';

type Line = AuditSolution & { readonly id: string };
type Written = Readonly<Record<string, unknown>>;

const cases = linesOf<Line>('cases.jsonl');
const pairOf = (extracted: string | null, calculated: string | null) => {
  return { extracted_value: extracted, calculated_value: calculated };
};

/**
 * The first case wrongly extracted, the second wrongly calculated, the third malformed,
 * the fourth right.
 */
const script = [
  pairOf('1', cases[0]!.expected_calculated),
  pairOf(cases[1]!.expected_extracted, '1'),
  pairOf('one', '1'),
  pairOf(cases[3]!.expected_extracted, cases[3]!.expected_calculated),
].map((answer, at) => JSON.stringify({ task: cases[at]!.id, answer }));

describe('audits of the shared filings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-audits-'));
  const out = join(folder, 'out');
  let result: Result;

  const answersOf = (agent: string): Written[] => {
    const run = result.runs.find((one) => one.agent === agent)!.run;
    const lines = readFileSync(join(out, 'runs', run, 'answers.jsonl'), 'utf8').trimEnd();
    return lines.split('\n').map((line) => JSON.parse(line) as Written);
  };

  beforeAll(async () => {
    writeFileSync(join(folder, 'script.jsonl'), script.join('\n'));
    const scenario = {
      name: 'audits',
      data: xbrlFolder,
      workflow: 'auditing',
      tasks: 'cases.jsonl',
      seed: 1,
      agents: [
        { id: 'auditor', kind: 'rule', rule: 'auditor' },
        { id: 'erring', kind: 'script', file: 'script.jsonl' },
      ],
    };
    const path = join(folder, 'scenario.json');
    writeFileSync(path, JSON.stringify(scenario));
    const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
    const outcome = await runScenario(loadScenario(path), options);
    if (outcome.kind !== 'finished') throw new Error('no result');
    result = outcome.result as Result;
  });

  it('are all right by the auditor, and of the script one in each class, the rest missing', () => {
    expect(result.runs.map(valuesOf)).toEqual([
      { ACC: 1, SER: 0, EER: 0, CER: 0 },
      { ACC: 1 / 69, SER: 66 / 69, EER: 1 / 69, CER: 1 / 69 },
    ]);
  });

  it('leave a line a case: its two values, the verdict, and its class', () => {
    const lines = answersOf('auditor');
    const unresolved = new Set(
      cases.filter((one) => one.expected_found === false).map(({ id }) => id),
    );
    expect(unresolved.size).toBe(2);
    expect(
      lines.map(({ task, answer, verdict, class: ended }) => [task, answer, verdict, ended]),
    ).toEqual(
      cases.map(({ id, expected_extracted, expected_calculated }) => [
        id,
        pairOf(expected_extracted, expected_calculated),
        'right',
        unresolved.has(id) ? 'filing-unresolved' : 'answered',
      ]),
    );
    const erring = answersOf('erring').map(({ verdict, class: ended }) => [verdict, ended]);
    expect(erring.slice(0, 5)).toEqual([
      ['extraction-error', 'answered'],
      ['calculation-error', 'answered'],
      ['structural-error', 'invalid'],
      ['right', 'answered'],
      ['structural-error', 'no answer'],
    ]);
  });

  it('have a report with rates by category and at most 12 calculations', () => {
    const rates = result.sections.find(({ title }) => title === 'Rates')!.table!.rows;
    expect(rates.slice(0, 4).map((row) => row.slice(0, 6))).toEqual([
      ['auditor-auditing', 'all', 'ACC', 69, 69, 1],
      ['auditor-auditing', 'all', 'SER', 0, 69, 0],
      ['auditor-auditing', 'all', 'EER', 0, 69, 0],
      ['auditor-auditing', 'all', 'CER', 0, 69, 0],
    ]);
    const drawn = result.sections.find(({ title }) => title === 'Calculations')!;
    expect(drawn.calculationTrees).toHaveLength(12);
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page.match(/<figure class="calculation">/g)).toHaveLength(12);
  });

  it('can be verified', async () => {
    for (const { run } of result.runs) {
      expect(await verifyRun(join(out, 'runs', run))).toMatchObject({
        kind: 'verified',
        notes: [],
      });
    }
  });
});
