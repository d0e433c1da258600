/**
 * 200 runs of a slow model keep exactly as many asks in flight as the setting allows,
 * in flat memory.
 */

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectFlat, halfOf, watchMemory } from './memory.fixture.js';
import {
  folder,
  modelOf,
  modelsFileOf,
  realData,
  resultOf,
  scenarioOf,
  start,
} from './model-runs.fixture.js';
import { ScriptedModel } from './scripted-model.fixture.js';
import { seat } from './seats.fixture.js';

const runs = 200;
/** How long a model takes for each decision. */
const latencyMs = 2000;
const window = { from: '2026-01-02', to: '2026-01-08' };
const sessions = 5;

const scenario = {
  name: 'slow',
  data: join(realData, 'herculean-2026'),
  window,
  symbols: ['NVDA'],
  execution: 'close',
  repeats: runs,
  agents: [{ id: 'slow', kind: 'llm', model: modelOf('chat') }],
};

/** Asks of runs at once, and requests to the provider at once: the smaller is the limit. */
const settings = [
  { asks: 200, concurrent: 200 },
  { asks: 200, concurrent: 50 },
  { asks: 64, concurrent: 200 },
];

describe.each(settings)('$asks asks and $concurrent requests at once', ({ asks, concurrent }) => {
  it('are in flight whenever the model answers', async () => {
    const limit = Math.min(asks, concurrent);
    const home = folder();
    const model = await ScriptedModel.start();
    onTestFinished(() => model.stop());
    const seats = seat(model, { runs, limit, latencyMs, last: window.to });
    const models = modelsFileOf(home, model.url, { limits: { concurrent } });
    const out = join(home, 'out');
    const words = ['run', scenarioOf(home, scenario), '--models', models, '--out', out];
    words.push('--asks', `${asks}`);
    const { process: child, ended } = start(words, { heapMb: 192 });
    // Deriving figures and writing pages takes extra memory, after the last ask.
    const memory = watchMemory(
      () => [child.pid],
      () => halfOf(seats.counted.length, runs * sessions),
    );
    const { code, err } = await ended;
    expect(code, err).toBe(0);
    expect(seats.counted).toHaveLength(runs * sessions);
    expect(seats.most).toBe(limit);
    const classes = resultOf(out).runs.map(({ models: use }) => use.classes);
    expect(classes).toMatchObject(classes.map(() => ({ answered: sessions })));
    expectFlat(memory.stop());
  });
});
