/** Audits in prose and in pairs of values, put before a judge from the command line. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { wilsonInterval } from '#metrics/proportions/shares';
import { judgingTasks } from '#judging/judging-data';
import { judgingTerms, judgmentDefect } from '#workflows/workflow/judgment';
import { file, folder, tapefold } from './command-line.fixture.js';
import { resultOf, succeed } from './judged-reports.fixture.js';

const filings = join(import.meta.dirname, '../../examples/16-audit-filings/filings');
/** Passes every pair of values, except the calculation of one case. */
const judge = `export default {
  decide({ task: { id, inputs, instruction } }) {
    const isPair = inputs.answer.includes('extracted_value') && 'rules' in inputs && 'evidence' in inputs;
    const passed = Number(isPair);
    return { scores: { structure: passed, extraction: passed, calculation: instruction.includes('orrn-2:') ? 0 : passed } };
  },
};`;

it('judges what auditors answered, even when no filing has an acceptance time', async () => {
  const home = folder();
  const answer = { task: 'orrn-1', answer: 'Current assets are 42.8 million.' };
  file(home, 'answers.jsonl', JSON.stringify(answer));
  const agents = [
    { id: 'auditor', kind: 'rule', rule: 'auditor' },
    { id: 'writer', kind: 'script', file: 'answers.jsonl' },
  ];
  const scenario = {
    name: 'audits',
    data: filings,
    workflow: 'auditing',
    tasks: 'cases.jsonl',
    seed: 1,
    terms: { prose: true },
    agents,
  };
  const out = join(home, 'audits');
  await succeed('run', file(home, 'audits.json', JSON.stringify(scenario)), '--out', out);
  const [told] = readFileSync(join(out, 'runs/writer-auditing/answers.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(told!)).toMatchObject({ ...answer, verdict: 'structural-error' });

  file(home, 'judge.mjs', judge);
  const mine = { id: 'mine', kind: 'module', file: 'judge.mjs', stateless: true };
  const judges = file(home, 'judges.json', JSON.stringify({ seed: 1, agents: [mine] }));
  await succeed('judge', out, '--with', judges);
  const [judged] = resultOf(`${out}-judged`).runs;
  const { coverage } = judged!;
  expect(coverage).toMatchObject({ due: 9, answered: 9 });
  // Eight pairs of the rule, all right by code, and prose; seven cases have no answer.
  const values = valuesOf(judged);
  expect(values).toMatchObject({
    judged: 1,
    structure: 8 / 9,
    extraction: 8 / 9,
    calculation: 7 / 9,
  });
  expect(values).toMatchObject({ ACC: 7 / 16, SER: 8 / 16, EER: 0, CER: 1 / 16, asCode: 8 / 9 });
  const { sections } = resultOf(`${out}-judged`);
  const rowsOf = (title: string) => sections.find((one) => one.title === title)?.table?.rows;
  const rates = rowsOf('Rates by judges')?.map(([agent, , rate, count, of, share, , , code]) => {
    return [agent, rate, count, of, share, code];
  });
  expect(rates).toEqual([
    ['auditor', 'ACC', 7, 8, 7 / 8, 1],
    ['auditor', 'SER', 0, 8, 0, 0],
    ['auditor', 'EER', 0, 8, 0, 0],
    ['auditor', 'CER', 1, 8, 1 / 8, 0],
    ['writer', 'ACC', 0, 8, 0, 0],
    ['writer', 'SER', 8, 8, 1, 1],
    ['writer', 'EER', 0, 8, 0, 0],
    ['writer', 'CER', 0, 8, 0, 0],
  ]);
  const { low, high } = wilsonInterval({ count: 8, of: 9 });
  const [[, ...agreement] = []] = rowsOf('Judges and code') ?? [];
  expect(agreement.slice(0, 5)).toEqual([9, 8, 8 / 9, low, high]);
  const { code, out: verified } = await tapefold('verify', `${out}-judged`);
  expect(verified).toContain('verified');
  expect(code).toBe(0);
  // What earlier versions wrote is derived again as they did.
  const dimensions = ['extraction', 'calculation'];
  const before = await judgingTasks({ result: out, dimensions }, 1, () => undefined);
  expect(before.terms).toEqual({ of: 'auditing', dimensions, most: 1 });
  expect(before.tasks).toHaveLength(9);
  for (const { inputs, solution } of before.tasks) {
    expect(inputs['rules']).toMatch(/^Rules auditing-rules-1\./);
    expect(solution).not.toHaveProperty('checked');
  }
});

it('asks a judge again that passes a check after one that failed, or passes by half', () => {
  const asked = (scores: Record<string, number>) => {
    const dimensions = ['structure', 'extraction', 'calculation'];
    const terms = judgingTerms.parse({ of: 'auditing', dimensions, most: 1, checks: true });
    const task = { kind: 'task' as const, id: 'a', instruction: '', inputs: [] };
    return judgmentDefect({ scores }, { task, view: undefined as never, terms });
  };
  expect(asked({ structure: 1, extraction: 1, calculation: 0 })).toBeUndefined();
  expect(asked({ structure: 0, extraction: 0, calculation: 0 })).toBeUndefined();
  expect(asked({ structure: 1, extraction: 0.5, calculation: 0 })).toBe(
    'answer.scores.extraction: expected 1 (passed) or 0 (failed); found 0.5',
  );
  expect(asked({ structure: 1, extraction: 0, calculation: 1 })).toBe(
    'answer.scores.calculation: expected 0 after the failed check extraction; found 1',
  );
});
