/**
 * A run waits for what the adapter reports, or for a service without workers; brief
 * gaps do not count.
 */

import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { RunWait } from '#contracts/streams/runs';
import { openEmbeddedLog } from '#event-log';
import type { PageOf, RunState } from '#read-models';
import { RunWaits, waitGauges } from './run-waits.js';

const noted: RunWait = { reason: 'agent', since: 7, detail: 'agent a was asked', watermark: 3 };
const run = (change: Partial<RunState> = {}): RunState => ({
  run: 'a'.repeat(64),
  label: 'a',
  submission: 'b'.repeat(64),
  tape: 't',
  plan: {} as RunState['plan'],
  status: 'running',
  records: 0,
  asOf: 0,
  time: 0,
  decisions: 0,
  watermark: 3,
  journalHash: null,
  tapeHash: null,
  cancelReason: null,
  failure: null,
  isScored: false,
  tapeFacts: 9,
  isTapeClosed: false,
  isTapePaused: false,
  wait: null,
  ...change,
});

/** Waits on a clock that tests move, over groups of which some are empty. */
function watched() {
  const state = { nowMs: 1_000, empty: [] as string[], isAway: false };
  const log = {
    emptyGroups: async (groups: readonly string[]) => {
      if (state.isAway) throw new Error('away');
      return groups.filter((group) => state.empty.includes(group));
    },
  };
  return { state, waits: new RunWaits(log, () => state.nowMs) };
}

describe('what a run waits for', () => {
  it('is what the adapter says of a run that is not over', () => {
    const { waits } = watched();
    expect(waits.of(run())).toBeUndefined();
    expect(waits.of(run({ wait: noted }))).toEqual({
      reason: 'agent',
      since: 7,
      detail: 'agent a was asked',
    });
    for (const status of ['finished', 'cancelled', 'failed'] as const) {
      expect(waits.of(run({ wait: noted, status }))).toBeUndefined();
    }
  });

  it('is a worker, once none has been there for five seconds', async () => {
    const { state, waits } = watched();
    state.empty = ['tapefold.agent-adapter', 'tapefold.scoring'];
    await waits.look();
    state.nowMs = 5_999;
    await waits.look();
    expect(waits.of(run({ wait: noted }))).toMatchObject({ reason: 'agent' });
    state.nowMs = 6_000;
    state.isAway = true;
    await waits.look();
    expect(waits.of(run({ wait: noted, status: 'submitted' }))).toEqual({
      reason: 'no-worker',
      since: 1_000_000,
      detail: 'its partition has no owner: no agent-adapter is running',
    });
    state.isAway = false;
    state.empty = [];
    await waits.look();
    expect(waits.of(run())).toBeUndefined();
  });

  it('is no worker whose work is done', async () => {
    const { state, waits } = watched();
    const reasonOf = async (service: string, change: Partial<RunState>) => {
      state.empty = [`tapefold.${service}`];
      await waits.look();
      state.nowMs += 5_000;
      return waits.of(run(change))?.reason;
    };
    const closed = { isTapeClosed: true };
    expect(await reasonOf('ingest', {})).toBe('no-worker');
    expect(await reasonOf('clock', { tapeFacts: null })).toBe('no-worker');
    expect(await reasonOf('ingest', closed)).toBeUndefined();
    expect(await reasonOf('agent-adapter', closed)).toBe('no-worker');
    expect(await reasonOf('agent-adapter', { ...closed, watermark: 9 })).toBeUndefined();
    expect(await reasonOf('portfolio', { ...closed, watermark: 9 })).toBe('no-worker');
  });

  it('is found by the members of groups', async () => {
    const log = await openEmbeddedLog();
    await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: false }]);
    let nowMs = 0;
    const waits = new RunWaits(log, () => nowMs);
    await waits.look();
    nowMs = 5_000;
    for (const service of ['ingest', 'clock', 'agent-adapter', 'portfolio']) {
      expect(waits.of(run())).toMatchObject({ reason: 'no-worker' });
      await log.join({ group: `tapefold.${service}`, topics: ['runs'], onBatch: async () => {} });
      await waits.look();
    }
    expect(waits.of(run())).toBeUndefined();
    await log.close();
  });
});

it('gauges count the runs that wait by reason, and how long', async () => {
  const registry = new Registry();
  const since = Date.now() * 1_000 - 600_000_000;
  const pages: Record<string, PageOf<RunState>[]> = {
    submitted: [{ items: [run({ wait: { ...noted, reason: 'tape', since } })], next: null }],
    running: [
      { items: [run({ wait: noted }), run()], next: 'second' },
      { items: [run({ wait: { ...noted, since } })], next: null },
    ],
  };
  let isAway = false;
  const refresh = waitGauges(registry, watched().waits, {
    runs: async ({ status = '' } = {}, { after } = {}) => {
      const page = pages[status]?.[after === 'second' ? 1 : 0];
      if (isAway || page === undefined) throw new Error('away');
      return page;
    },
  });
  await refresh();
  const figures = await registry.metrics();
  expect(figures).toMatch(/^tapefold_waiting_runs\{reason="agent"\} 2$/m);
  expect(figures).toMatch(/^tapefold_waiting_runs\{reason="tape"\} 1$/m);
  expect(figures).toMatch(/^tapefold_waiting_runs\{reason="no-worker"\} 0$/m);
  expect(figures).toMatch(/^tapefold_longest_wait_seconds\{reason="tape"\} 600\.?\d*$/m);
  expect(figures).toMatch(/^tapefold_longest_wait_seconds\{reason="stuck"\} 0$/m);
  isAway = true;
  await refresh();
  expect(await registry.metrics()).toMatch(/^tapefold_waiting_runs\{reason="agent"\} 2$/m);
});
