/** The use of models beside the figures of runs, read from the files in their folders. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { resultSchema } from '#contracts/result/result';
import { CoverageFold } from '#workflows';
import { FileStore } from '#llm/embedded/file-store';
import { claimedCall, endedAsk, openedAsk, recordedCall } from '#llm/calls/recorded-call.fixture';
import { exampleInput } from '#report/charts/example-input.fixture';
import type { MeasuredRun } from './measured-run.js';
import { withModelUse } from './with-model-use.js';

const prompt = 'd'.repeat(64);
const { result } = exampleInput({ symbols: ['AA'], agents: ['hold', 'm'], marks: 10, seed: 1 });

/**
 * The runs of `result`: one of a strategy, and one of a model agent that answered once
 * and refused once.
 */
const runs = result.runs.map(({ run, runId }, at) => {
  const kind = at === 0 ? { kind: 'buy-and-hold' } : { kind: 'llm', model: 'anthropic/a-model' };
  const coverage = new CoverageFold();
  coverage.take({ type: 'DecisionMissing', asOf: 1000, time: 1, class: 'refused' });
  const agent = agentConfigSchema.parse({ id: 'm', ...kind });
  const plan = { id: runId, label: run, agent, file: prompt } as MeasuredRun['plan'];
  return { plan, classes: coverage.classes() };
});
const model = runs[1]!.plan;

describe('the result with the use of models', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'model-use-'));
    for (const { plan } of runs) mkdirSync(join(directory, plan.label));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('has that of runs whose agents ask models, from their folders, and of no others', async () => {
    const store = new FileStore({ folderOf: () => join(directory, model.label) });
    await store.openAsk(openedAsk({ run: model.id }));
    await store.claim(claimedCall({ run: model.id }));
    await store.finish(recordedCall({ run: model.id }));
    await store.endAsk(endedAsk({ run: model.id, class: 'refused' }));
    await store.close();
    const withUse = await withModelUse(result, runs, directory);
    expect(withUse.runs[0]).toEqual(result.runs[0]);
    expect(withUse.runs[1]?.models).toMatchObject({
      model: 'anthropic/a-model',
      prompt,
      attempts: 1,
      calls: 1,
      usd: 0.000_012_5,
      classes: { refused: 1, answered: 0 },
      tokens: { input: 10, output: 5 },
    });
    expect(resultSchema.safeParse(withUse).error).toBeUndefined();
  });

  it('has the classes of the journal when nothing was recorded', async () => {
    const withUse = await withModelUse(result, runs, directory);
    expect(withUse.runs[1]?.models).toMatchObject({
      model: null,
      attempts: 0,
      calls: 0,
      latencyMs: null,
      classes: { refused: 1 },
    });
  });
});
