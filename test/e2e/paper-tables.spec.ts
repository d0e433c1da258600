/**
 * HERCULEAN's Table 2: one scenario of two agents in all four workflows, with a scripted model that
 * trades, hedges, reports, audits and judges.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { file, folder, tapefold } from './command-line.fixture.js';
import { isJudged, judge, judgesIn, resultOf, succeed, write } from './judged-reports.fixture.js';
import { scriptedProvider, type Prompted, type Said } from './scripted-provider.fixture.js';

const filings = join(import.meta.dirname, '../../examples/16-audit-filings/filings');
const window = { from: '2023-11-03', to: '2023-11-24' };
const symbols = ['ALDR', 'DUNE'];

const cases = readFileSync(join(filings, 'cases.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<'id' | `expected_${string}`, string>);

/** The right values, except the reported one of the second case and the other of the third. */
function audit({ text }: Prompted): Said {
  const id = /Task: (orrn-\d)/.exec(text)![1]!;
  const due = cases.find((one) => one.id === id)!;
  const isMissing = (due['expected_found'] as unknown) === false;
  const pair = isMissing
    ? [null, null]
    : [
        id === 'orrn-2' ? '1' : due['expected_extracted'],
        id === 'orrn-3' ? '2' : due['expected_calculated'],
      ];
  const answer = { extracted_value: pair[0], calculated_value: pair[1] };
  return { tool: 'submit_answer', with: { answer } };
}

/** Buys, keeps one pair, writes reports of one section, audits, or judges. */
function model(asked: Prompted): Said {
  if (isJudged(asked)) return judge(asked);
  const session = /Decide for the session (\d{4}-\d\d-\d\d) now/.exec(asked.text)?.[1];
  if (session === undefined)
    return asked.text.includes('Task: orrn-') ? audit(asked) : write(asked);
  const day = { target_date: session };
  if (asked.text.includes('submit_hedging_decision')) {
    const legs = { left: 'ALDR', right: 'DUNE', left_price: 1, right_price: 1 };
    return { tool: 'submit_hedging_decision', with: { ...day, ...legs, action: 'LONG_SHORT' } };
  }
  const symbol = /Symbols of this run: ([A-Z]+)/.exec(asked.text)![1];
  return { tool: 'submit_decision', with: { ...day, symbol, price: 1, action: 'BUY' } };
}

const market = { data: 'synthetic-market', symbols, window };
/** One scenario; each workflow adds what it works on. */
const workflows = {
  trading: { ...market, execution: 'ama-normal-long-short' },
  hedging: { ...market, execution: 'pair-close' },
  insights: market,
  auditing: { data: filings, tasks: 'cases.jsonl' },
} as const;

it('is printed from one scenario, with the scores of a judge', async () => {
  const home = folder();
  const provider = await scriptedProvider(model);
  const models = provider.modelsFile(home);
  file(home, 'silent.mjs', 'export default { decide: () => null };');
  const agents = [
    { id: 'sonnet', kind: 'llm', model: 'stub/m', stream: false },
    { id: 'silent', kind: 'module', file: 'silent.mjs' },
  ];
  const baseline = { trading: [{ id: 'buy-and-hold', kind: 'buy-and-hold' }] };
  const outs: Record<string, string> = {};
  for (const [workflow, own] of Object.entries(workflows)) {
    const all = workflow === 'trading' ? [...baseline.trading, ...agents] : agents;
    const scenario = { name: workflow, workflow, ...own, agents: all };
    const path = file(home, `${workflow}.json`, JSON.stringify(scenario));
    outs[workflow] = join(home, workflow);
    const { code } = await tapefold('run', path, '--models', models, '--out', outs[workflow]);
    // Nothing came from the silent agent.
    expect(code).toBe(7);
  }
  const insights = outs['insights']!;
  await succeed('judge', insights, '--with', judgesIn(home), '--models', models);
  const judged = `${insights}-judged`;
  const shown = ['auditing', 'insights', 'trading', 'hedging'].map((name) => outs[name]!);
  shown.splice(2, 0, judged);
  const printed = await succeed('table', ...shown);

  // Always BUY is buy and hold: the days of trading, and the weeks between reports.
  expect(printed).toBe(`auditing, auditing
insights, 2023-11-03 to 2023-11-24
insights-judged, judging
trading, 2023-11-03 to 2023-11-24, policy ama-normal-long-short
hedging, 2023-11-03 to 2023-11-24, policy pair-close
Task                          buy-and-hold     sonnet  silent
───────────────  ────  ─────  ────────────  ─────────  ──────
Trading          ALDR  CR %           9.85       9.85       –
                       SR             4.25       4.25       –
                       MDD %          7.23       7.23       –
                 DUNE  CR %          17.83      17.83       –
                       SR             6.49       6.49       –
                       MDD %          4.84       4.84       –
Hedging          pair  PAIR              —  ALDR/DUNE       –
                       CR %              —      −3.99       –
                       SR                —      −3.38       –
                       MDD %             —       5.73       –
Market Insights  ALDR  Score             —       2.50       –
                       CR %           9.85       9.90       –
                       SR             0.42       0.42       –
                       MDD %          7.23       5.43       –
                 DUNE  Score             —       2.50       –
                       CR %          17.83      17.89       –
                       SR             0.62       0.62       –
                       MDD %          4.84       0.36       –
Auditing               ACC %             —      75.00       –
                       SER %             —       0.00       –
                       EER %             —      12.50       –
                       CER %             —      12.50       –
`);
  // The figures of the results, from which nothing is rounded before the table.
  const found = valuesOf(resultOf(outs['insights']!).runs[0]);
  expect(found['cumulativeReturn.ALDR']).toBeCloseTo(0.099, 4);
  const judgedFigures = valuesOf(resultOf(judged).runs[0]);
  expect([judgedFigures['overall.ALDR'], judgedFigures['overall.DUNE']]).toEqual([2.5, 2.5]);
});
