/** A replay with another prompt is an error that names the first difference, and asks no model. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeRecords, recordsIn } from '#store/embedded/records.fixture';
import {
  modelOf,
  modelsFileOf,
  realData,
  scenarioOf,
  sharedFolder,
  succeed,
  tapefold,
} from './model-runs.fixture.js';
import { ScriptedModel } from './scripted-model.fixture.js';
import { followMean } from './trading-scripts.fixture.js';

const home = sharedFolder();
const prompt = join(home, 'prompt.txt');
const promptText = `You trade {{symbols}} with the tool submit_decision.
---
Session: {{session}}
`;
const scenario = {
  name: 'prompted',
  data: join(realData, 'herculean-2026'),
  execution: 'close',
  window: { from: '2026-01-02', to: '2026-01-06' },
  symbols: ['NVDA'],
  agents: [{ id: 'own', kind: 'llm', model: modelOf('anthropic'), prompt: 'prompt.txt' }],
};
const recorded = join(home, 'recorded');
let model: ScriptedModel;
let words: string[];

beforeAll(async () => {
  model = await ScriptedModel.start();
  model.script(() => true, followMean);
  writeFileSync(prompt, promptText);
  words = ['run', scenarioOf(home, scenario), '--models', modelsFileOf(home, model.url)];
  await succeed(...words, '--out', recorded);
});
afterAll(() => model.stop());

/** The run with the recordings alone, behind some change. */
async function replayed(name: string): Promise<string> {
  const before = model.mock.getRequests().length;
  const mode = ['--model-mode', 'replay', '--recordings', recorded];
  const { code, err } = await tapefold(...words, ...mode, '--out', join(home, name));
  expect(model.mock.getRequests()).toHaveLength(before);
  expect(code, err).toBe(name === 'same' ? 0 : 5);
  return err;
}

it('repeats what is the same', async () => {
  await replayed('same');
  expect(await tapefold('replay', recorded)).toMatchObject({ code: 0 });
});

it('names the first difference of a changed prompt', async () => {
  writeFileSync(prompt, promptText.replace('You trade', 'You carefully trade'));
  const err = await replayed('carefully');
  writeFileSync(prompt, promptText);
  expect(err).toContain('CorruptJournal');
  expect(err).toContain('/system');
  expect(err).toContain('carefully');
});

it('finds a recorded request that was altered', async () => {
  const path = join(recorded, 'runs/own-NVDA/recording.db');
  const lines = recordsIn(path, 'model-calls');
  // Rewrites the digests, as an attacker would.
  changeRecords(path, 'model-calls', () =>
    lines.map((line) => line.replace('Session: 2026-01-05', 'Session: 2026-01-04')),
  );
  const verified = await tapefold('verify', recorded);
  changeRecords(path, 'model-calls', () => lines);
  expect(verified.code).toBe(1);
  expect(verified.out).toContain('the request does not match its digest');
});
