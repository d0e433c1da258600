/**
 * A run interrupted at any point and resumed equals the uninterrupted run, whatever state
 * its agent keeps.
 */

import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { readJournal } from '#event-log';
import { GrowingData, runOver } from './growing-data.fixture.js';

const days = 12;

type ModuleConfig = Extract<AgentConfig, { kind: 'module' }>;
const module = (id: string, rest: Partial<ModuleConfig> = {}): ModuleConfig => ({
  id,
  kind: 'module',
  file: `${id}.mjs`,
  trusted: true,
  timeBudgetMs: 10_000,
  config: {},
  ...rest,
});

/** At full size one that keeps a core busy meanwhile. */
const hanging = sweepSize(
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  'for (;;);',
);

/** Modules whose every answer depends on how often they were asked. */
const sources = {
  sync: `export default ({ state, session, symbols: [symbol] }) => {
    state.asked = (state.asked ?? 0) + 1;
    const action = ['BUY', 'HOLD', 'SELL'][state.asked % 3];
    return { kind: 'action', symbol, action, rationale: session + state.asked };
  };`,
  async: `let asked = 0;
  export default async () => ['BUY', 'HOLD', 'SELL'][++asked % 3];`,
  fails: `export default ({ state }) => {
    switch ((state.asked = (state.asked ?? 0) + 1) % 5) {
      case 0: throw new Error('the fifth ' + state.asked);
      case 1: return 'BUY';
      case 2: return undefined;
      case 3: return Promise.reject(new Error('asked ' + state.asked));
      default: return { kind: 'nonsense', asked: state.asked };
    }
  };`,
  pair: `export default ({ state, pair, pool }) => {
    state.asked = (state.asked ?? 0) + 1;
    const action = ['LONG_SHORT', 'CLOSE', 'SHORT_LONG', 'HOLD'][state.asked % 4];
    return pair === null ? { kind: 'pair', left: pool[0], right: pool[1], action } : action;
  };`,
  // Ends its process at the third question, and does not answer the sixth: each time it
  // starts from scratch.
  confined: `let asked = 0;
  export default ({ session, state, symbols: [symbol] }) => {
    state.asked = (state.asked ?? 0) + 1;
    console.log(session, state.asked);
    if (session === '2026-03-09') process.exit(3);
    if (session === '2026-03-12') ${hanging}
    const action = ++asked % 2 === 0 ? 'SELL' : 'BUY';
    return { kind: 'action', symbol, action, rationale: 'asked ' + asked };
  };`,
};

function dataWith(written: Readonly<Record<string, string>> = sources): GrowingData {
  const data = new GrowingData(days);
  for (const [name, source] of Object.entries(written)) {
    writeFileSync(join(data.directory, `${name}.mjs`), source);
  }
  return data;
}

const journalPath = (data: GrowingData, run: string): string =>
  join(data.directory, 'out', 'runs', run, 'journal.bin');

/** Where records of such events begin. */
function offsetsOf(path: string, types: RegExp): number[] {
  const offsets: number[] = [];
  readJournal(path, ({ event, offset }) => {
    if (types.test(event.type)) offsets.push(offset);
  });
  return offsets;
}

const to = '2026-03-17';
/** How much of its journal an interruption has left. */
const shares = [0.1, 0.52, 0.93, ...(sweepSize('few', 'all') === 'all' ? [0.3, 0.7] : [])];
const trading: readonly AgentConfig[] = [
  { id: 'cross', kind: 'sma-cross', fast: 2, slow: 4 },
  { id: 'coin', kind: 'random' },
  { id: 'script', kind: 'script', file: 'script.csv' },
  module('sync'),
  module('async'),
  module('fails'),
];

it.each([
  { name: 'of trading', agents: trading, options: {} },
  { name: 'of a portfolio', agents: [module('sync')], options: { portfolio: true } },
  {
    name: 'of hedging',
    agents: [module('pair')],
    options: { portfolio: true, workflow: 'hedging' as const, execution: 'pair-realistic' },
  },
])('resumes runs $name to the journals of an uninterrupted one', async ({ agents, options }) => {
  const data = dataWith();
  const given = { ...options, agents: [...agents], to };
  const whole = await runOver(data, 'out', given);
  const runs = whole.result.runs.map(({ run }) => run);
  const bytes = runs.map((run) => readFileSync(journalPath(data, run)));
  expect(new Set(bytes.map(String)).size).toBe(runs.length);
  for (const share of shares) {
    for (const [at, run] of runs.entries()) {
      const path = journalPath(data, run);
      truncateSync(path, Math.floor(statSync(path).size * share) + at);
    }
    const resumed = await runOver(data, 'out', given);
    expect(resumed.resumed).toHaveLength(runs.length);
    expect(runs.map((run) => readFileSync(journalPath(data, run)))).toEqual(bytes);
    expect(resumed.result).toEqual(whole.result);
  }
});

it('resumes a confined module after ends of its process, and logs nothing twice', async () => {
  const data = dataWith();
  // Not beside the data.
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-module-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'confined.mjs');
  writeFileSync(file, sources.confined);
  const agents = [module('confined', { file, trusted: false, timeBudgetMs: 1000 })];
  const given = { agents, to, portfolio: true };
  await runOver(data, 'out', given);
  const path = journalPath(data, 'confined-portfolio');
  const log = join(path, '..', 'log.txt');
  const journal = readFileSync(path);
  const printed = readFileSync(log, 'utf8');
  const ends = offsetsOf(path, /^Decision(Late|Failed)$/);
  expect(ends).toHaveLength(2);
  truncateSync(path, offsetsOf(path, /^DecisionMade$/).at(-1) as number);
  await runOver(data, 'out', given);
  expect(readFileSync(path)).toEqual(journal);
  const [before = '', after = ''] = readFileSync(log, 'utf8').split('(the run resumes here)\n');
  expect(before).toBe(printed);
  // The decision that the journal lost.
  expect(after).toBe(printed.split('\n').slice(-2).join('\n'));
});

it('writes no text again that was erased', async () => {
  const data = dataWith();
  const given = { agents: [module('sync')], to, portfolio: true };
  await runOver(data, 'out', given);
  const path = journalPath(data, 'sync-portfolio');
  const texts = join(path, '..', 'texts');
  const names = readdirSync(texts);
  truncateSync(path, offsetsOf(path, /^DecisionMade$/).at(-1) as number);
  for (const name of names) rmSync(join(texts, name));
  await runOver(data, 'out', given);
  const written = readdirSync(texts);
  expect([names.length, written.length]).toEqual([10, 1]);
});

/**
 * From its fourth decision on, answers differently once it was loaded a second time for a
 * run: as dice do.
 */
const changing = `const runs = (globalThis.tapefoldChanging ??= new Map());
  export default ({ state, symbols: [symbol], session }) => {
    const asked = (runs.get(session) ?? 0) + 1;
    runs.set(session, asked);
    const action = asked === 2 && session === '2026-03-09' ? 'SELL' : 'BUY';
    return { kind: 'action', symbol, action };
  };`;

async function resumedChanging(rest: Partial<ModuleConfig>) {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'tapefoldChanging'));
  const data = dataWith({ changing });
  const given = { agents: [module('changing', rest)], to, portfolio: true };
  await runOver(data, 'out', given);
  const path = journalPath(data, 'changing-portfolio');
  const whole = readFileSync(path);
  truncateSync(path, offsetsOf(path, /^DecisionMade$/).at(-1) as number);
  const before = readFileSync(path);
  const error: unknown = await runOver(data, 'out', given).catch((thrown: unknown) => thrown);
  return { error, whole, before, after: readFileSync(path) };
}

it('refuses a module that does not repeat itself, names the decision, and appends nothing', async () => {
  const { error, before, after } = await resumedChanging({});
  expect(error).toMatchObject({
    code: 'CorruptJournal',
    where: 'changing-portfolio: as-of 24, 2026-03-09T20:00:00Z: decision.action',
    expected: 'BUY AA',
    found: 'SELL AA',
  });
  expect(error).toHaveProperty('message', expect.stringContaining('--fresh'));
  expect(after).toEqual(before);
});

it('takes the decisions of a stateless module from the journal', async () => {
  const { after, whole } = await resumedChanging({ stateless: true });
  expect(after).toEqual(whole);
});
