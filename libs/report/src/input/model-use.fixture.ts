/** A result in which one run asked a model, under names that try to break a page and a terminal. */

import type { ModelUse, Result } from '#contracts/result/result';
import { exampleInput } from '../charts/example-input.fixture.js';
import type { ReportInput } from './report-input.js';

export const exampleUse: ModelUse = {
  model: 'anthropic/<b>m</b>\u001b[31m',
  prompt: 'e'.repeat(64),
  classes: {
    answered: 57,
    late: 1,
    refused: 2,
    truncated: 0,
    limit: 0,
    'provider error': 0,
    'tool error': 0,
    'no answer': 0,
    invalid: 0,
  },
  attempts: 66,
  calls: 1234,
  retries: 7,
  uncertain: 0,
  tokens: { input: 1_234_567, output: 89_012, cachedInput: 1_000_001, reasoning: 4321 },
  unmetered: 0,
  usd: 12.345,
  prices: '2026-01',
  unpriced: 0,
  latencyMs: { mean: 2000, median: 1849, p95: 9951 },
  canonicalisers: [{ id: 'exact-1', sha256: 'f'.repeat(64) }],
};

const input = exampleInput({ symbols: ['ALPHA'], agents: ['hold', 'model'], marks: 60, seed: 1 });

/** The second run asked a model, with `change` applied to its use. */
export function inputWithUse(change: Partial<ModelUse> = {}): ReportInput {
  return { ...input, result: resultWithUse(change) };
}

export function resultWithUse(change: Partial<ModelUse> = {}): Result {
  const [first, second] = input.result.runs;
  const coverage = { due: 60, answered: 57, missing: 2, invalid: 0, late: 1, failed: 0, forced: 0 };
  const models = { ...exampleUse, ...change };
  const { scenario } = input.result;
  return {
    ...input.result,
    scenario: { ...scenario, notes: [] },
    runs: [first!, { ...second!, coverage, models }],
  };
}
