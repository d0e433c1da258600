/**
 * 200 runs that ask a model for many sessions need as much memory in the second half
 * as in the first.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  folder,
  modelOf,
  modelsFileOf,
  realData,
  scenarioOf,
  start,
} from '../models/model-runs.fixture.js';
import { ScriptedModel } from '../models/scripted-model.fixture.js';
import { seat } from '../models/seats.fixture.js';

const runs = 200;
/** The quarter of HERCULEAN: 61 sessions. */
const window = { from: '2026-01-02', to: process.env['TAPEFOLD_SOAK_TO'] ?? '2026-03-31' };
/** Megabytes by which the peak of the second half may be above that of the first. */
const growthMax = 64;

it('of 200 runs is flat over their sessions', async () => {
  const home = folder();
  const model = await ScriptedModel.start();
  onTestFinished(() => model.stop());
  const seats = seat(model, { runs, limit: 1, latencyMs: 0, last: window.to });
  const scenario = {
    name: 'long',
    data: join(realData, 'herculean-2026'),
    window,
    symbols: ['NVDA'],
    execution: 'close',
    repeats: runs,
    agents: [{ id: 'long', kind: 'llm', model: modelOf('chat') }],
  };
  const models = modelsFileOf(home, model.url, { limits: { concurrent: runs } });
  const words = ['run', scenarioOf(home, scenario), '--models', models];
  const { process: child, ended } = start([...words, '--out', join(home, 'out')]);
  const samples: { readonly asks: number; readonly megabytes: number }[] = [];
  const timer = setInterval(() => {
    samples.push({ asks: seats.counted.length, megabytes: residentMegabytes(child.pid) });
  }, 250);
  const { code, err } = await ended;
  clearInterval(timer);
  expect(code, err).toBe(0);
  const asks = seats.counted.length;
  const peakOf = (from: number, to: number): number => {
    const within = samples.filter((one) => one.asks >= from * asks && one.asks < to * asks);
    return Math.max(...within.map(({ megabytes }) => megabytes));
  };
  // The first quarter fills caches.
  const first = peakOf(0.25, 0.6);
  const second = peakOf(0.6, 0.95);
  console.log(`${asks} asks; peaks in MB: ${first} and ${second}`);
  expect(first).toBeGreaterThan(0);
  expect(second - first).toBeLessThan(growthMax);
});

/** 0 once the process has ended. */
function residentMegabytes(pid = 0): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+([0-9]+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
