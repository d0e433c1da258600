/** Models that speak the chat API their own way. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadScenario, recordingFor, replayResult, runScenario, verifyResult } from '#backtest';
import { loadModels, modelsOf } from '#llm/provider/models';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { caseFolder } from './case-run.fixture.js';

/** Runs a scenario of the case against its scripted server. */
async function asked(scenario: string) {
  const folder = caseFolder('llm-noid');
  const server = spawn(process.execPath, ['server.mjs'], { cwd: folder });
  onTestFinished(() => void server.kill());
  await once(server.stdout, 'data');
  const out = join(folder, 'out');
  const models = await loadModels(join(folder, 'models.yaml'), {});
  const outcome = await runScenario(loadScenario(join(folder, scenario)), {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: true,
    openModels: ({ store }) => new ModelGateway({ mode: 'record', models, store }),
  });
  if (outcome.kind !== 'finished') throw new Error('no result');
  return { folder, out, run: outcome.result.runs[0] };
}

it('numbers tool calls without an id, so that the run replays', async () => {
  const { folder, out, run } = await asked('s.yaml');
  expect(run?.models?.classes.answered).toBe(2);
  const models = modelsOf({ providers: {} }, { directory: '.', env: {} });
  const again = await replayResult(out, {
    out: join(folder, 'again'),
    codeVersion: 'test',
    jobs: 1,
    openModels: ({ store, runs }) =>
      new ModelGateway({ mode: 'replay', models, store, source: recordingFor(runs, out) }),
  });
  expect(again).toMatchObject({ kind: 'replayed', calls: 4, differences: [] });
  expect(await verifyResult(out, { codeVersion: 'test' })).toMatchObject({ findings: [] });
});

it('pays for reasoning beside the output: a budget of $0.06 stops the second call', async () => {
  const { run } = await asked('xai-budget.yaml');
  expect(run?.models?.tokens).toMatchObject({ input: 1000, output: 3010, reasoning: 3000 });
  expect(run?.models).toMatchObject({ calls: 1, usd: 0.0321 });
  expect(run?.models?.classes).toMatchObject({ answered: 1, limit: 3 });
});
