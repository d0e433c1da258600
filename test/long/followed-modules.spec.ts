/**
 * A confined module whose process follows its run: same journals as in the run's own process,
 * however it ends.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';

const bars = 3000;
/** Closes of a walk, and from the last bar but one on one that nothing before it may know. */
const secret = 987_654.25;
const closeOf = (minute: number): number =>
  minute >= bars - 2 ? secret : 100 + ((minute * 7919) % 101) / 4;
const start = Date.UTC(2024, 0, 1);

/** Runs the module over minute bars with a decision at each; its folder. */
async function runOf(source: string, agent = ''): Promise<string> {
  const home = folder();
  const rows = Array.from({ length: bars }, (_, minute) => {
    const close = closeOf(minute);
    return (
      `${new Date(start + 60_000 * (minute + 1)).toISOString()},` +
      `${close},${close},${close},${close}`
    );
  });
  file(home, 'bars.csv', ['timestamp,open,high,low,close', ...rows, ''].join('\n'));
  file(
    home,
    'dataset.yaml',
    `name: minutes
calendar: '24/7'
currency: USD
bars: { file: bars.csv, priceBasis: raw, symbol: S, frequency: intraday, stamp: end, barMinutes: 1 }
`,
  );
  const apart = folder();
  file(apart, 'mine.mjs', source);
  const scenario = file(
    apart,
    'scenario.yaml',
    `name: followed
data: ${home}
window: { from: 2024-01-01, to: 2024-01-03 }
symbols: [S]
execution: close
agents:
  - { id: mine, kind: module, file: mine.mjs${agent} }
`,
  );
  const out = join(apart, 'out');
  const { code, err } = await tapefold('run', scenario, '--out', out);
  expect(code, err).toBe(0);
  return join(out, 'runs', 'mine-S');
}

const journalOf = (run: string): Buffer => readFileSync(join(run, 'journal.bin'));

interface Decided {
  readonly type: string;
  readonly time: string;
  readonly reason?: string;
}

/** What became of each decision, by the number of its bar from 1. */
async function decisionsOf(run: string): Promise<Map<number, Decided>> {
  const { out } = await tapefold('journal', run);
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Decided);
  const decided = events.filter(({ type }) => type.startsWith('Decision'));
  return new Map(decided.map((event) => [(Date.parse(event.time) - start) / 60_000, event]));
}

describe('a module whose process follows its run', () => {
  it.each([
    [
      'keeps a trailing stop of its account',
      `export default { history: 20, decide({ view, account, symbols: [symbol], state }) {
        const closes = view.closes(symbol, 20);
        const close = closes.at(-1);
        if (account.shares(symbol) === 0) {
          state.high = close;
          return account.cash > 90_000 && close < closes[0] ? 'long' : 'flat';
        }
        state.high = Math.max(state.high, close);
        return close < 0.9 * state.high || account.equity < account.cash ? 'flat' : 'long';
      } };`,
    ],
    [
      'answers in every way',
      `let turn = 0;
      export default async function decide({ symbols: [symbol], account, session, asOf }) {
        turn++;
        if (turn % 500 === 0) throw new TypeError('at ' + turn);
        if (turn % 400 === 0) return undefined;
        if (turn % 300 === 0) return { kind: 'target', positions: { [symbol]: NaN } };
        if (turn % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
        if (turn % 7 === 0) {
          const rationale = [session, asOf, account.cash, account.equity, account.shares(symbol)].join();
          return { kind: 'weights', weights: { [symbol]: (turn % 10) / 10 }, rationale };
        }
        if (turn % 11 === 0) return { kind: 'orders', orders: [
          { symbol, side: 'buy', type: 'limit', shares: 3, limit: 101, timeInForce: 'day' }], cancel: [] };
        return turn % 3 === 0 ? 'flat' : 'long';
      }`,
    ],
  ])('that %s has the journal of a trusted one', async (_what, source) => {
    const confined = await runOf(source);
    const decisions = await decisionsOf(confined);
    expect(decisions.size).toBeGreaterThan(bars / 100);
    expect(journalOf(await runOf(source, ', trusted: true')).equals(journalOf(confined))).toBe(
      true,
    );
  });

  it('has done what a decision left behind before the next one is due', async () => {
    const decisions = await decisionsOf(
      await runOf(`let [asked, done] = [0, 0];
      export default () => {
        if (done !== 2 * asked) throw new Error('left ' + done + ' of ' + 2 * asked);
        asked++;
        void Promise.resolve().then(() => {}).then(() => done++);
        queueMicrotask(() => queueMicrotask(() => done++));
        return { kind: 'action', action: 'HOLD' };
      };`),
    );
    expect(new Set([...decisions.values()].map(({ type }) => type))).toEqual(
      new Set(['DecisionMade']),
    );
    expect(decisions.size).toBe(bars);
  });

  it.each([
    ['exits', 'process.exit(3)', 'DecisionFailed', /ended with exit code 3$/],
    ['exits without a word', 'process.reallyExit(4)', 'DecisionFailed', /ended with exit code 4$/],
    [
      'dies of what it left behind',
      `setTimeout(() => { throw new Error('later'); }); return new Promise(() => {})`,
      'DecisionFailed',
      /ended with exit code 1$/,
    ],
    [
      'fills the heap',
      'for (const all = [];;) all.push(new Array(1e5).fill(0.5))',
      'DecisionFailed',
      /ended by SIG(ABRT|TRAP|ILL|SEGV)$/,
    ],
    [
      'fills memory outside of the heap',
      'for (const all = [];;) all.push(Buffer.alloc(2 ** 24, 1))',
      'DecisionFailed',
      /used more memory than it may have$/,
    ],
    ['hangs', 'for (;;);', 'DecisionLate', /^no answer within 3000 ms$/],
  ])('that %s loses that decision and no other', async (_what, death, type, reason) => {
    const at = 1500;
    const source = `export default ({ view, symbols: [symbol] }) => {
      if (view.barCount(symbol) === ${at}) { ${death}; }
      return 'flat';
    };`;
    const budget = type === 'DecisionLate' ? 3000 : 200_000;
    const decisions = await decisionsOf(await runOf(source, `, timeBudgetMs: ${budget}`));
    expect([...decisions].filter((entry) => entry[1].type !== 'DecisionMade')).toEqual([
      [at, expect.objectContaining({ type, reason: expect.stringMatching(reason) })],
    ]);
    expect(decisions.size).toBe(bars);
  });

  it('finds nothing of the future in what its threads share, in its pipes, or by any door to the other', async () => {
    const run = await runOf(probing);
    const said = readFileSync(join(run, 'log.txt'), 'utf8').trimEnd().split('\n');
    const found = JSON.parse(said.at(-1) ?? '') as Record<string, unknown>;
    expect(said).toHaveLength(1);
    // The search works: it finds the close of now in the shared memory, and reads from the pipe.
    expect(found).toEqual({
      now: true,
      secret: false,
      shared: expect.any(Number),
      doors: [],
      denied: expect.any(Number),
      threads: 0,
    });
    expect(found['shared']).toBeGreaterThan(200);
    expect(found['denied']).toBe(8);
  });
});

/**
 * Looks, before it answers its tenth question, for the closes of the last bars wherever
 * code can reach.
 */
const probing = `import fs from 'node:fs';
import { EventEmitter } from 'node:events';
const memories = new Set();
const threads = new Set();
for (const name of ['load', 'store', 'wait', 'waitAsync', 'notify']) {
  const real = Atomics[name];
  Atomics[name] = (array, ...rest) => { memories.add(array.buffer); return real(array, ...rest); };
}
for (const kind of [Int32Array, Float64Array, Uint8Array]) {
  for (const name of ['set', 'slice', 'subarray']) {
    const real = kind.prototype[name];
    kind.prototype[name] = function (...given) {
      memories.add(this.buffer);
      return real.apply(this, given);
    };
  }
}
const emit = EventEmitter.prototype.emit;
EventEmitter.prototype.emit = function (...given) {
  if (this.constructor.name === 'Worker') threads.add(this);
  return emit.apply(this, given);
};
const bytesOf = (number) => Buffer.from(new Float64Array([number]).buffer);
const doors = [
  () => import('node:worker_threads'),
  () => import('node:inspector'),
  () => import('node:v8'),
  () => fs.readFileSync('/proc/self/mem'),
  () => fs.readFileSync('/proc/self/maps'),
  () => fs.readFileSync('/proc/self/fd/3'),
  () => process.getBuiltinModule('worker_threads'),
  () => process._getActiveHandles(),
];
let turn = 0;
export default async ({ view, symbols: [symbol] }) => {
  if (++turn !== 10) return 'flat';
  const pieces = [];
  for (let look = 0; look < 100; look++) {
    const piece = Buffer.alloc(65536);
    try { pieces.push(piece.subarray(0, fs.readSync(3, piece))); } catch {}
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const open = [];
  let denied = 0;
  for (const door of doors) {
    try { await door(); open.push(String(door)); } catch { denied++; }
  }
  const shared = [...memories].filter((memory) => memory instanceof SharedArrayBuffer);
  const all = Buffer.concat([...pieces, ...shared.map((memory) => Buffer.from(new Uint8Array(memory)))]);
  console.log(JSON.stringify({
    now: all.includes(bytesOf(view.closes(symbol, 1)[0])),
    secret: all.includes(bytesOf(${secret})),
    shared: shared.reduce((sum, memory) => sum + memory.byteLength, 0),
    doors: open, denied, threads: threads.size,
  }));
  return 'flat';
};
`;
