/** Audits in prose and in pairs of values, put before a judge from the command line. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { file, folder } from './command-line.fixture.js';
import { resultOf, succeed } from './judged-reports.fixture.js';

const filings = join(import.meta.dirname, '../../examples/16-audit-filings/filings');
const judge = `export default {
  decide({ task: { inputs } }) {
    const isPair = inputs.answer.includes('extracted_value');
    return { scores: { extraction: isPair ? 1 : 0.5, calculation: 'rules' in inputs && 'evidence' in inputs ? 1 : 0 } };
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
  expect(valuesOf(judged)).toMatchObject({ judged: 1, calculation: 1, extraction: 8.5 / 9 });
});
