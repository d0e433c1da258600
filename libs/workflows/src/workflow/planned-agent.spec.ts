/** The tools of an agent by its preset: those that HERCULEAN publishes, and the submission. */

import { expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { allWorkflows, workflowOf } from '../index.js';

const namesOf = async (workflow: string, prompt: string | null, preset?: 'herculean') => {
  const sets = await workflowOf(allWorkflows, { workflow }).tools(null, prompt, preset);
  return sets.flatMap(({ tools }) => tools.map(({ name }) => name));
};
const reading = ['list_news', 'get_news_by_id', 'list_filings', 'get_filing_section'];

it.each([
  ['trading', ['get_prices', 'get_indicator', ...reading, 'is_trading_day', 'submit_decision']],
  [
    'hedging',
    [
      'get_stock_pool',
      'get_prices',
      'get_common_trading_dates',
      'get_pair_prices',
      'is_pair_trading_day',
      ...reading,
      'apply_pair_action',
      'submit_hedging_decision',
    ],
  ],
  [
    'insights',
    [
      'get_prices',
      'get_indicator',
      ...reading,
      'is_trading_day',
      'get_weekly_metrics',
      'list_peers',
      'get_task',
      'read_input',
      'submit_answer',
    ],
  ],
  [
    'auditing',
    [
      'find_filing',
      'get_facts',
      'get_calculation_network',
      'get_concept_metadata',
      'get_task',
      'read_input',
      'submit_answer',
    ],
  ],
])('of %s under the preset are the published ones and a submission', async (workflow, names) => {
  expect(await namesOf(workflow, null, 'herculean')).toEqual(names);
});

it.each(['trading', 'hedging'])('of %s are all of them for a run of before', async (workflow) => {
  const all = await namesOf(workflow, null);
  expect(all).toContain('get_account');
  const [first] = workflowOf(allWorkflows, { workflow }).prompts.builtIn;
  expect(await namesOf(workflow, sha256Hex(first.text), 'herculean')).toEqual(all);
});
