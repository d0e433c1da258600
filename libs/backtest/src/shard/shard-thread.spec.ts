/** A thread with a share of the runs: what it is sent, what comes back, and how it is stopped. */

import { EventEmitter } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { isFailure } from '#values';
import { GrowingData } from '../run-folder/growing-data.fixture.js';
import { runShard, type ShardOptions } from './run-shard.js';
import { dealtRuns, inProcess } from './in-process-thread.fixture.js';
import { runThread, type ShardMessage, type ShardTask, type ShardThread } from './shard-thread.js';

afterEach(() => void vi.useRealTimers());

const agents = [
  agentConfigSchema.parse({ id: 'hold', kind: 'buy-and-hold' }),
  agentConfigSchema.parse({ id: 'talks', kind: 'module', file: './talks.mjs', trusted: true }),
];
/** Blocks its thread for longer than progress waits, once a run. */
const talks = `const cell = new Int32Array(new SharedArrayBuffer(4));
export default { decide({ session, symbols }) {
  if (session === '2026-03-06') Atomics.wait(cell, 0, 0, 300);
  return symbols[0] === 'AA' ? 'BUY' : 'HOLD';
} };`;

async function share(over: Partial<ShardOptions> = {}) {
  const data = new GrowingData(8);
  writeFileSync(join(data.directory, 'talks.mjs'), talks);
  const { plans, options, close } = await dealtRuns(data, agents, join(data.directory, 'runs'));
  onTestFinished(close);
  const parsed = await options.tape.dataset.parsed();
  return { data, given: { ...options, plans, parsed, ...over } };
}

/** A thread that does what the test says. */
class ScriptedThread extends EventEmitter implements ShardThread {
  readonly posted: unknown[] = [];
  terminated = 0;
  task: ShardTask | undefined;

  postMessage(message: 'stop'): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.terminated++;
    this.emit('exit');
  }
  send(message: ShardMessage): void {
    this.emit('message', message);
  }
}

async function scripted(over: Partial<ShardOptions> = {}) {
  const thread = new ScriptedThread();
  const { given } = await share(over);
  const report = runThread(given, (task) => {
    thread.task = task;
    return thread;
  });
  return { thread, report, given };
}
const empty = { interrupted: false, resumed: [], measured: [], paused: [] };

describe('a share in a thread', () => {
  it('has the report of the same share in this one', async () => {
    const { given } = await share();
    const report = await runThread(given, inProcess);
    expect(report.measured.map(({ plan }) => plan.label).toSorted()).toEqual([
      'hold-AA',
      'hold-BB',
      'talks-AA',
      'talks-BB',
    ]);
    const { given: other, data } = await share();
    const own = await runShard(other);
    const plain = (value: unknown): string =>
      JSON.stringify(value).replaceAll(/tapefold-growing-\w+/g, 'DATA');
    expect(plain(report)).toBe(plain(own));
    expect(existsSync(join(data.directory, 'runs', 'hold-AA', 'manifest.json'))).toBe(true);
  });

  it('has the options of its caller, apart from what cannot be sent', async () => {
    const onPrint = (): void => undefined;
    const over = { batch: 3, asks: 5, moduleProcesses: 2, end: true, failFast: true, onPrint };
    const { thread, given, report } = await scripted(over);
    const { scenario, directory, runsDirectory, codeVersion, plans, parsed } = given;
    const { dataset: _, ...tape } = given.tape;
    expect(thread.task).toEqual({
      scenario,
      directory,
      runsDirectory,
      codeVersion,
      plans,
      parsed,
      tape,
      batch: 3,
      asks: 5,
      moduleProcesses: 2,
      end: true,
      failFast: true,
      subscribed: ['onPrint'],
      processes: expect.any(SharedArrayBuffer),
    });
    expect(structuredClone(thread.task)).toEqual(thread.task);
    thread.send({ kind: 'done', report: empty });
    expect(await report).toEqual(empty);
    const plain = await scripted();
    expect(plain.thread.task).toMatchObject({ end: false, failFast: false, subscribed: [] });
    plain.thread.send({ kind: 'done', report: empty });
  });

  it('calls what its caller follows', async () => {
    const heard: unknown[] = [];
    const { thread, report } = await scripted({
      onPrint: (...args) => heard.push(['printed', ...args]),
      onProgress: (progress) => heard.push(['progress', progress]),
    });
    expect(thread.task?.subscribed).toEqual(['onProgress', 'onPrint']);
    thread.send({ kind: 'called', name: 'onPrint', args: ['hold-AA', 'a line'] });
    thread.send({ kind: 'called', name: 'onProgress', args: [{ facts: 7 }] });
    // Nobody follows it.
    thread.send({ kind: 'called', name: 'onDue', args: [1] });
    thread.send({ kind: 'done', report: empty });
    await report;
    expect(heard).toEqual([
      ['printed', 'hold-AA', 'a line'],
      ['progress', { facts: 7 }],
    ]);
  });

  it('reports progress where it takes time, and not at each fact', async () => {
    const times: number[] = [];
    const started = performance.now();
    const { given } = await share({ batch: 1, onProgress: ({ time }) => times.push(time) });
    await runThread(given, inProcess);
    expect(times.length).toBeGreaterThan(0);
    expect(times.length).toBeLessThanOrEqual((performance.now() - started) / 250);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});

describe('a thread that fails', () => {
  it('has its failure here, with the same code', async () => {
    const { given } = await share();
    const tape = { ...given.tape, reference: join(given.directory, 'nowhere') };
    const failure = await runThread({ ...given, tape }, inProcess).catch((error: unknown) => error);
    expect(isFailure(failure, 'InvalidInput')).toBe(true);
    expect(String(failure)).toContain(tape.reference);
  });

  it('rejects here with a plain error if the failure has no code', async () => {
    const { thread, report } = await scripted();
    thread.send({ kind: 'failed', code: null, message: 'it broke' });
    const failure = await report.catch((error: unknown) => error);
    expect(failure).toEqual(new Error('it broke'));
    expect(isFailure(failure)).toBe(false);
    const odd = await share();
    const broken = { ...odd.given, plans: [{}] as never };
    await expect(runThread(broken, inProcess)).rejects.toThrow(/^Cannot read properties/);
  });

  it('that cannot start, or ends before its runs, is an error', async () => {
    const first = await scripted();
    first.thread.emit('error', new Error('no such program'));
    await expect(first.report).rejects.toThrow('no such program');
    const second = await scripted();
    second.thread.emit('exit');
    await expect(second.report).rejects.toThrow('a thread ended before its runs');
  });
});

describe('a signal', () => {
  it('stops a thread, whose runs can be resumed', async () => {
    const stop = new AbortController();
    const { given } = await share({ signal: stop.signal });
    const report = runThread(given, inProcess);
    stop.abort();
    expect(await report).toMatchObject({ interrupted: true });
    const { resumed, interrupted, measured } = await runShard({ ...given, signal: undefined });
    expect([interrupted, measured.length]).toEqual([false, 4]);
    expect(resumed.length).toBeLessThanOrEqual(4);
  });

  it('that came before stops it at once, and one that comes behind its end does nothing', async () => {
    const before = await scripted({ signal: AbortSignal.abort() });
    expect(before.thread.posted).toEqual(['stop']);
    before.thread.emit('exit');
    expect(await before.report).toEqual({ ...empty, interrupted: true });
    const stop = new AbortController();
    const behind = await scripted({ signal: stop.signal });
    behind.thread.send({ kind: 'done', report: empty });
    behind.thread.emit('exit');
    stop.abort();
    expect(behind.thread.posted).toEqual([]);
    expect(await behind.report).toEqual(empty);
  });

  it('ends a thread that does not stop within a second', async () => {
    const stop = new AbortController();
    const { thread, report } = await scripted({ signal: stop.signal });
    vi.useFakeTimers();
    stop.abort();
    expect(thread.posted).toEqual(['stop']);
    vi.advanceTimersByTime(999);
    expect(thread.terminated).toBe(0);
    vi.advanceTimersByTime(1);
    expect(thread.terminated).toBe(1);
    expect(await report).toEqual({ ...empty, interrupted: true });
  });

  it('does not end a thread that stopped in time', async () => {
    const stop = new AbortController();
    const { thread, report } = await scripted({ signal: stop.signal });
    vi.useFakeTimers();
    stop.abort();
    thread.send({ kind: 'done', report: { ...empty, interrupted: true } });
    thread.emit('exit');
    vi.advanceTimersByTime(5_000);
    expect(thread.terminated).toBe(0);
    expect(await report).toMatchObject({ interrupted: true });
  });
});
