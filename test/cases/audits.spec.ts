/**
 * Filings that audits read wrongly: two currencies, plain segments, losses by their names, older
 * names of files.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario, runScenario } from '#backtest';
import { openFiling, networksOf } from '../../apps/cli/src/xbrl/filing.js';
import { periodValues, valuedNetwork } from '../../apps/cli/src/xbrl/print-trees.js';
import { openDataset } from '#market-data';
import { caseFolder } from './case-run.fixture.js';

/** The folder of a case after its run, and what its auditor answered, by case. */
async function audited(name: string) {
  const folder = caseFolder(`2026-11/${name}`);
  const out = join(folder, 'out');
  const options = { out, codeVersion: 'test', jobs: 1, fresh: true };
  const outcome = await runScenario(loadScenario(join(folder, 'audits.yaml')), options);
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const lines = readFileSync(join(out, 'runs/auditor-auditing/answers.jsonl'), 'utf8');
  const answers = lines
    .trim()
    .split('\n')
    .map((line) => {
      const { task, answer, verdict } = JSON.parse(line) as {
        task: string;
        answer: Readonly<Record<'extracted_value' | 'calculated_value', string>>;
        verdict: string;
      };
      return [task, answer.extracted_value, answer.calculated_value, verdict];
    });
  return { folder, answers };
}

describe('audits', () => {
  it('never add facts of two currencies', async () => {
    const { folder, answers } = await audited('audit-two-currencies');
    expect(answers).toEqual([
      ['dual', '100000000', '100000000', 'right'],
      ['dualb', '100000000', '100000000', 'right'],
    ]);
    const open = await openFiling(join(folder, 'filings/XBRL/20f-dualb-20241231'));
    const [network] = networksOf(open);
    const options = { asked: undefined, labelOf: open.filing.labels() };
    const { rows } = valuedNetwork(network!, periodValues(open), options);
    expect(rows[0]).toMatchObject({
      reported: '100000000',
      computed: '100000000',
      difference: '0',
    });
  });

  it('take what a segment of plain elements qualifies for a part of the company', async () => {
    const { answers } = await audited('audit-plain-segment');
    expect(answers).toEqual([['seg', '100000000', '100000000', 'right']]);
  });

  it('leave a decrease in cash and an operating loss negative', async () => {
    const { answers } = await audited('audit-decrease-in-cash');
    expect(answers).toEqual([
      ['cash', '-3200000', '-3200000', 'right'],
      ['loss', '-12000000', '-12000000', 'right'],
    ]);
  });

  it('find instances as they were named before 2019, and forms as EDGAR spells them', async () => {
    const { folder, answers } = await audited('audit-old-instance');
    expect(answers).toEqual([
      ['old', '100000000', '100000000', 'right'],
      ['hyph', '100000000', '100000000', 'right'],
    ]);
    const dataset = await openDataset(join(folder, 'filings'));
    const { warnings } = await dataset.check();
    await dataset.close();
    expect(dataset.symbols).toEqual(['hyph', 'old']);
    expect(warnings.filter(({ what }) => !what.includes('time of acceptance'))).toEqual([]);
  });
});
