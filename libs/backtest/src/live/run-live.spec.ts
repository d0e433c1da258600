/** Live runs continue with their recording, ask no agent twice, and equal a replay of it. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { formatCivilDate, formatInstant } from '#values';
import { type Result } from '#contracts/result/result';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { calendarOf } from '#market-data';
import {
  agents,
  GrowingData,
  journalsOf,
  runOver,
  sessions,
} from '../run-folder/growing-data.fixture.js';
import { runLive, type LiveOptions, type LiveOutcome } from './run-live.js';
import { playedRecording, type PlayedRecording } from './played-recording.fixture.js';

const rules = agents.slice(0, 4);
const runs = ['hold-AA', 'hold-BB', 'cross-AA', 'coin-BB', 'script-AA'];

interface Heard {
  readonly results: Result[];
  readonly stop: () => void;
  /** Its runs have been opened. */
  readonly started: Promise<void>;
  readonly done: Promise<LiveOutcome>;
}

function live(
  data: GrowingData,
  recording: PlayedRecording,
  given: Partial<LiveOptions> & { agents?: readonly AgentConfig[] } = {},
): Heard {
  const { agents: own = rules, ...rest } = given;
  const stop = new AbortController();
  const results: Result[] = [];
  const started = Promise.withResolvers<void>();
  const scenario = {
    name: 'growing',
    data: 'feed.yaml',
    workflow: 'trading' as const,
    symbols: ['AA', 'BB'],
    window: { from: formatCivilDate(sessions[2]!), to: 'open' as const },
    portfolio: false,
    capital: 10_000,
    execution: 'realistic',
    seed: 1,
    repeats: 1,
    badRows: 'refuse' as const,
    agents: [...own],
  };
  const done = runLive(
    { scenario, directory: data.directory },
    {
      out: join(data.directory, 'live'),
      codeVersion: 'test',
      recording,
      reference: 'played',
      openRecorded: () => recording.recorded(),
      now: () => recording.now,
      signal: stop.signal,
      onResult: (result) => results.push(result),
      onFailure: (error) => {
        throw error;
      },
      ...rest,
      onStart: (opened, stream) => {
        rest.onStart?.(opened, stream);
        started.resolve();
      },
    },
  );
  done.catch((error: unknown) => started.reject(error));
  return { results, stop: () => stop.abort(), started: started.promise, done };
}

const windowOf = (result: Result | null | undefined) => {
  if (!result) throw new Error('no result of trading');
  return result.scenario.window;
};

it('gives the journals of a plain run, through stops in the middle of sessions', async () => {
  const data = new GrowingData(9);
  let recording = await playedRecording(data.directory);
  for (const part of [7, 8, 1, 6]) {
    const session = live(data, recording);
    await session.started;
    await recording.play(part);
    session.stop();
    expect(await session.done).toMatchObject({ ended: false });
    await recording.close();
    recording = recording.reopened();
  }
  const last = live(data, recording);
  await last.started;
  await recording.play(recording.length);
  await recording.end();
  const { ended, result } = await last.done;
  const plain = await runOver(data, 'plain', { end: true, agents: [...rules] });
  expect(ended).toBe(true);
  expect(journalsOf(data, 'live', runs)).toEqual(journalsOf(data, 'plain', runs));
  expect(windowOf(result)).toEqual(windowOf(plain.result));
});

it('derives the result at each close as it would be if the runs ended there', async () => {
  const data = new GrowingData(5);
  const recording = await playedRecording(data.directory);
  const session = live(data, recording);
  await session.started;
  await recording.play(recording.length);
  for (let turn = 0; turn < 500 && session.results.length < 1; turn++) await recording.settled();
  session.stop();
  const { result } = await session.done;
  const rolled = await runOver(data, 'rolled', { agents: [...rules] });
  const figures = (one: Result | null) =>
    one?.runs.map(({ run, journalHash }) => [run, journalHash]);
  expect(figures(result)).toEqual(figures(rolled.result));
  expect(session.results.length).toBeGreaterThan(0);
  expect(windowOf(result)).toEqual(windowOf(rolled.result));
});

it('says what the runs have in a session that is open where it stops, and nothing after a close', async () => {
  const data = new GrowingData(9);
  let recording = await playedRecording(data.directory);
  const opened: (readonly (string | number)[] | undefined)[] = [];
  for (const part of [5, 4, 1]) {
    const session = live(data, recording);
    await session.started;
    await recording.play(part);
    session.stop();
    const { result } = await session.done;
    if (!result) throw new Error('no result of trading');
    const run = result.runs[0]!;
    const { open } = run;
    const metrics = valuesOf(run);
    if (open !== undefined) {
      const value = open.positions.reduce((sum, { shares, price }) => sum + shares * price, 0);
      expect(open.cash + value).toBeCloseTo(open.equity, 6);
      expect(open.equity).toBe(metrics.finalEquity ?? 10_000);
      expect(open.profit).toBe(open.equity - 10_000);
    }
    opened.push(open && [open.time, open.positions.length]);
    await recording.close();
    recording = recording.reopened();
  }
  const opens = (at: number): string => formatInstant(calendarOf('XNYS').openOf(sessions[at]!));
  expect(opened).toEqual([[opens(2), 0], [opens(4), 1], undefined]);
});

it('has no result, and no failure, where it is stopped while its agents are tried', async () => {
  const data = new GrowingData(5);
  const loading = join(data.directory, 'loading');
  writeFileSync(
    join(data.directory, 'slow.mjs'),
    `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(loading)}, '');
     await new Promise((go) => setTimeout(go, 1000));
     export default { decide: () => 'HOLD' };`,
  );
  const slow: AgentConfig = {
    id: 'slow',
    kind: 'module',
    file: 'slow.mjs',
    trusted: true,
    timeBudgetMs: 1000,
    config: {},
  };
  const early = live(data, await playedRecording(data.directory), { agents: [slow] });
  early.started.catch(() => undefined);
  await expect.poll(() => existsSync(loading)).toBe(true);
  early.stop();
  const nothing = { ended: false, resumed: [], result: null, undrawn: null };
  expect(await early.done).toEqual(nothing);
});

it('has no result where it stops before the first fact, and continues from there', async () => {
  const data = new GrowingData(5);
  const recording = await playedRecording(data.directory);
  const first = live(data, recording);
  await first.started;
  first.stop();
  const nothing = { ended: false, resumed: [], result: null, undrawn: null };
  expect(await first.done).toEqual(nothing);
  expect(existsSync(join(data.directory, 'live', 'result.json'))).toBe(false);
  const second = live(data, recording.reopened());
  await second.started;
  second.stop();
  expect(await second.done).toMatchObject({ ended: false, result: null });
});

it('asks no agent twice: a pending decision ends as failed when the run stops', async () => {
  const data = new GrowingData(6);
  const calls = join(data.directory, 'calls.txt');
  const never: AgentConfig = {
    id: 'never',
    kind: 'module',
    file: 'never.mjs',
    trusted: true,
    timeBudgetMs: 3_600_000,
    config: {},
  };
  writeFileSync(
    join(data.directory, 'never.mjs'),
    `import { appendFileSync } from 'node:fs';
     export default { decide: ({ asOf, symbols }) => {
       appendFileSync(${JSON.stringify(calls)}, symbols[0] + asOf + ' ');
       return new Promise(() => undefined);
     } };`,
  );
  let recording = await playedRecording(data.directory);
  for (let again = 0; again < 3; again++) {
    const session = live(data, recording, { agents: [never] });
    await session.started;
    await recording.play(recording.length);
    await recording.settled();
    session.stop();
    await session.done;
    recording = recording.reopened();
  }
  const asked = readFileSync(calls, 'utf8').trim().split(' ');
  expect(new Set(asked).size).toBe(asked.length);
  const [events] = journalsOf(data, 'live', ['never-AA']);

  const failed = events!.filter((event) => event.includes('DecisionFailed'));
  expect(failed).toHaveLength(2);
  expect(failed[0]).toContain('the process ended while the agent was being asked');
  expect(events!.filter((event) => event.includes('AnswerTimed'))).toHaveLength(2);
});

it('journals an answer that exceeds its time budget as late, and fills nothing for it', async () => {
  const data = new GrowingData(6);
  writeFileSync(
    join(data.directory, 'never.mjs'),
    'export default { decide: () => new Promise(() => undefined) };',
  );
  const never: AgentConfig = {
    id: 'never',
    kind: 'module',
    file: 'never.mjs',
    trusted: true,
    timeBudgetMs: 1,
    config: {},
  };
  const recording = await playedRecording(data.directory);
  const session = live(data, recording, { agents: [never] });
  await session.started;
  await recording.play(recording.length);
  const events = (): readonly string[] => journalsOf(data, 'live', ['never-AA'])[0] ?? [];
  await recording.settled();
  session.stop();
  await session.done;
  const late = events().flatMap((event, at) => (event.includes('DecisionLate') ? [at] : []));
  expect(late.length).toBeGreaterThan(0);
  for (const at of late) expect(events()[at - 1]).toContain('AnswerTimed');
  expect(events().filter((event) => event.includes('Order'))).toEqual([]);
});

it('holds up neither the others nor the recording while one agent is slow, up to the facts that are kept', async () => {
  const data = new GrowingData(9);
  writeFileSync(
    join(data.directory, 'slow.mjs'),
    'export default { decide: () => new Promise((go) => { (globalThis.waiting ??= []).push(() ' +
      '=> go("BUY")); }) };',
  );
  const slow: AgentConfig = {
    id: 'slow',
    kind: 'module',
    file: 'slow.mjs',
    trusted: true,
    timeBudgetMs: 3_600_000,
    config: {},
  };
  const waiting = (): (() => void)[] =>
    ((globalThis as { waiting?: (() => void)[] }).waiting ?? []).splice(0);
  const recording = await playedRecording(data.directory);
  const facts = 9 * 4;
  const places: number[] = [];
  let isDone = false;
  const session = live(data, recording, {
    agents: [...rules, slow],
    factsKept: 6,
    onStart: (opened) => {
      setImmediate(function look() {
        places.splice(0, places.length, ...opened.map(({ cursor }) => cursor.asOf));
        if (!isDone) setImmediate(look);
      });
    },
  });
  await session.started;
  await recording.play(recording.length);
  // Sixteen runs have advanced by as many facts as are kept, two wait; the recording
  // refused nothing.
  expect(recording.reached).toBe(recording.length);
  expect(Math.max(...places) - Math.min(...places)).toBeGreaterThanOrEqual(6);
  expect(Math.max(...places)).toBeLessThan(facts);
  await recording.end();
  for (let turn = 0; turn < 200 && !isDone; turn++) {
    for (const answer of waiting()) answer();
    await recording.settled();
    if ((await Promise.race([session.done, Promise.resolve(null)])) !== null) isDone = true;
  }
  expect(await session.done).toMatchObject({ ended: true });
  const plain = await runOver(data, 'plain', { end: true, agents: [...rules] });
  expect(plain.result.runs).toHaveLength(8);
  expect(journalsOf(data, 'live', runs)).toEqual(journalsOf(data, 'plain', runs));
});

it('stops with the reason when the feed cannot continue, and can be continued', async () => {
  const data = new GrowingData(5);
  const recording = await playedRecording(data.directory);
  const session = live(data, recording);
  await session.started;
  await recording.play(6);
  recording.break(new Error('refused credentials'));
  await expect(session.done).rejects.toThrow('refused credentials');
  expect(existsSync(join(data.directory, 'live', '.tapefold-lock'))).toBe(false);
});
