/**
 * Audits under the names that HERCULEAN's script gives them: ours are the same, and they score as
 * those under earlier names do.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditPrompt, type AuditCase } from '#contracts/result/audit-case';
import { folder, tapefold } from './command-line.fixture.js';
import { flags, root } from './skill-script.fixture.js';

/** Concept, period and model, and the rest of the name after the filing: from its script. */
it.each([
  ['us-gaap:Assets', 'FY2023', 'Qwen/Qwen3.5-27B', 'us-gaap-Assets_FY2023_Qwen-Qwen3.5-27B'],
  ['us-gaap_Assets', 'Q3 2023', 'claude-sonnet-4-6', 'us-gaap_Assets_Q3-2023_claude-sonnet-4-6'],
  [
    'srt:Over',
    '2023-01-01 to 2023-12-31',
    'gpt 5.1 (high)',
    'srt-Over_2023-01-01-to-2023-12-31_gpt-5.1--high-',
  ],
  ['dei:É', '2023-12-31', 'Ünï😀', 'dei--_2023-12-31_-n--'],
])('names %s of %s by %s as the script does', async (concept, period, model, name) => {
  const directory = folder();
  const audit = {
    'filing-name': '10k',
    ticker: 'brk.b',
    'issue-time': '20231231',
    'concept-id': concept,
    period,
    'extracted-value': '-5',
    'calculated-value': '5',
    model,
    'output-root': directory,
  };
  const { code, err, out } = await tapefold('submit', 'auditing', ...flags(audit));
  expect([code, err]).toEqual([0, '']);
  expect(readdirSync(directory)).toEqual([`auditing_10k-brk.b-20231231_${name}.json`]);
  expect(JSON.parse(out)).toMatchObject({ bytes_written: 51 });
});

interface SolvedCase extends AuditCase {
  readonly id: string;
  readonly expected_extracted: string | null;
  readonly expected_calculated: string | null;
}

type Naming = (asked: SolvedCase) => string;

const part = (text: string, mark: string): string => text.replace(/[^A-Za-z0-9._-]/g, mark);
const namings: Readonly<Record<string, Naming>> = {
  published: ({ filing_name, ticker, issue_time, concept_id, period }) =>
    `auditing_${filing_name}-${ticker}-${issue_time}_` +
    `${part(concept_id, '-')}_${part(period, '-')}_Some-Model.json`,
  earlier: ({ filing_name, ticker, issue_time, concept_id, period }) =>
    `auditing_${filing_name}-${ticker}-${issue_time}_` +
    `${part(concept_id, '_')}_${part(period, '_')}_some_model.json`,
};

it('scores audits alike under published and earlier names, with prompts and gold in two files', async () => {
  const directory = folder();
  const filings = join(root, 'examples/16-audit-filings/filings');
  const cases = readFileSync(join(filings, 'cases.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SolvedCase);
  const prompts = cases.map((asked) => `${auditPrompt(asked.id, asked)} The data is at {env_dir}.`);
  writeFileSync(join(directory, 'auditing.txt'), prompts.join('\n'));
  const gold = cases.map(({ id, expected_extracted, expected_calculated }) =>
    JSON.stringify({ id, expected_extracted, expected_calculated }),
  );
  writeFileSync(join(directory, 'gold.jsonl'), gold.join('\n'));
  for (const [agent, nameOf] of Object.entries(namings)) {
    const results = join(directory, agent);
    mkdirSync(results);
    for (const [at, asked] of cases.entries()) {
      // Every third answer is wrong.
      const calculated_value = at % 3 === 1 ? '1' : asked.expected_calculated;
      const values = { extracted_value: asked.expected_extracted, calculated_value };
      writeFileSync(join(results, nameOf(asked)), JSON.stringify(values));
    }
    const words = ['--tasks', join(directory, 'auditing.txt'), '--out', `${results}.jsonl`];
    const ended = await tapefold('import', 'herculean-audits', results, ...words);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toContain(`${cases.length} of ${cases.length} cases`);
  }
  const script = (agent: string) => `  - { id: ${agent}, kind: script, file: ${agent}.jsonl }\n`;
  const scenario = join(directory, 's.yaml');
  const head = `name: s\ndata: ${filings}\nworkflow: auditing\ntasks: auditing.txt\n`;
  const agents = Object.keys(namings).map(script).join('');
  writeFileSync(scenario, `${head}solutions: gold.jsonl\nagents:\n${agents}`);
  const out = join(directory, 'out');
  const ran = await tapefold('run', scenario, '--out', out);
  expect(ran.code, ran.err).toBe(0);
  const { runs } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
    runs: { figures: Readonly<Record<string, { value: number }>> }[];
  };
  expect(runs.map(({ figures }) => figures['ACC']?.value)).toEqual([5 / 8, 5 / 8]);
  expect(runs[0]!.figures).toEqual(runs[1]!.figures);
  const verified = await tapefold('verify', out);
  expect(verified.code, verified.out).toBe(0);
});
