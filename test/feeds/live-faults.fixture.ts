/**
 * A day of real data through a faulty feed into live runs, as programs, and what their
 * recording made of it.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { fillsOf, type Fill } from './journal-fills.fixture.js';
import { keys, mainFile, serve, type CryptoDay, type LedgerEntry } from './served-data.fixture.js';
import { accountFor, type Account } from './tape-account.fixture.js';

const preloads = ['../e2e/full-disk.fixture.ts', './moved-clock.fixture.ts'].map(
  (path) => new URL(path, import.meta.url).href,
);
/** No time of the day is more than an hour ahead of it, and its session is open. */
const programsBegin = Date.parse('2022-01-03T22:59:30Z');

/** What happens to our own process in the middle of the day. */
export type Harm = 'killed' | 'full disk';

export interface FaultKind {
  readonly name: string;
  /** As `faultPlanSchema` has them. */
  readonly faults: object;
  readonly harm?: Harm;
}

const restarts = [{ at: '2022-01-03T08:00:00Z', downSeconds: 2 }];

export const faultKinds: readonly FaultKind[] = [
  { name: 'drops', faults: { drop: 0.05, seed: 1 } },
  { name: 'duplicates', faults: { double: 0.05, seed: 2 } },
  { name: 'reordering', faults: { reorder: { share: 0.05 }, seed: 3 } },
  { name: 'corrections', faults: { corrections: { share: 0.05 }, seed: 4 } },
  { name: 'a restart of the feed', faults: { drop: 0.01, seed: 5, restarts } },
  { name: 'a kill', faults: { drop: 0.01, seed: 6 }, harm: 'killed' },
  { name: 'a full disk', faults: { drop: 0.01, seed: 7 }, harm: 'full disk' },
];

export interface Pace {
  /** Seconds of the data in one of the clock. */
  readonly speed: number;
  /** How often the recorder compares, milliseconds. */
  readonly reconcileEveryMs: number;
  /** Seconds that a run may take longer than the data. */
  readonly slackSeconds: number;
}

export interface FaultyDay {
  readonly account: Account;
  readonly live: string;
  /** The last output of each process that ended with an error, in order. */
  readonly failures: readonly string[];
  /** Times that our process had to be started. */
  readonly starts: number;
  readonly replay: Ended;
  /** What the proxy had done when the live runs ended. */
  readonly ledger: readonly LedgerEntry[];
  /** Rows of the data. */
  readonly rows: number;
  /** The fills of each agent. */
  readonly fills: readonly (readonly Fill[])[];
}

export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

const daySeconds = 86_400;
const startsMax = 6;
/** Messages after which it is about noon: of 12,380, 9,500 are quotes of the first hour. */
const harmedAfter = 11_000;

/** Plays the day in `folder` with the faults of a kind, and replays what was traded. */
export async function faultyDay(
  folder: string,
  day: CryptoDay,
  { kind, pace }: { readonly kind: FaultKind; readonly pace: Pace },
): Promise<FaultyDay> {
  mkdirSync(folder, { recursive: true });
  const words = ['--data', day.folder, '--speed', `${pace.speed}x`];
  const served = await serve({ plan: kind.faults }, ...words);
  const scenario = writeScenario(folder, served, pace);
  const seconds = daySeconds / pace.speed;
  const until = new Date(programsBegin + (seconds + pace.slackSeconds) * 1000).toISOString();
  const aheadMs = programsBegin - Date.now();
  const out = join(folder, 'result');
  const flag = join(folder, 'full');
  const command = ['live', scenario, '--out', out, '--until', until, '--end'];
  let starts = 0;
  const failures: string[] = [];
  let run: Program;
  let live: Ended;
  do {
    run = start(command, { flag, aheadMs });
    if (starts++ === 0)
      await harm(run, kind.harm, { flag, isDue: () => served.ledger().length > harmedAfter });
    live = await run.ended;
    if (live.code !== 0) failures.push(live.said.slice(-2000));
  } while (live.code !== 0 && starts < startsMax);
  const ledger = served.ledger();
  const replay = await start(['replay', out], { flag, aheadMs }).ended;
  const account = await accountFor(join(out, 'recording'), ledger);
  const rows = day.bars.length + day.quotes.length + day.trades.length;
  const ran = { starts, failures, rows, fills: fillsOf(join(out, 'runs')) };
  return { account, live: live.said, ...ran, replay, ledger };
}

async function harm(
  run: Program,
  how: Harm | undefined,
  { flag, isDue }: { readonly flag: string; readonly isDue: () => boolean },
): Promise<void> {
  if (how === undefined) return;
  while (!isDue()) await wait(500);
  if (how === 'killed') {
    run.child.kill('SIGKILL');
    await run.ended;
  } else {
    writeFileSync(flag, '');
  }
  await wait(2000);
  rmSync(flag, { force: true });
}

interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

function start(
  words: readonly string[],
  { flag, aheadMs }: { readonly flag: string; readonly aheadMs: number },
): Program {
  const program = [...preloads.flatMap((path) => ['--import', path]), mainFile, ...words];
  const env = {
    APCA_API_KEY_ID: keys.keyId,
    APCA_API_SECRET_KEY: keys.secret,
    FULL_DISK_FLAG: flag,
    MOVED_CLOCK_MS: String(aheadMs),
    NO_COLOR: '1',
  };
  const child = spawn(process.execPath, program, { env: { ...process.env, ...env } });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<Ended>((settle) => {
    child.once('close', (code) => settle({ code, said }));
  });
  return { child, ended };
}

function writeScenario(
  folder: string,
  { stream, rest }: { readonly stream: string; readonly rest: string },
  { reconcileEveryMs }: Pace,
): string {
  writeFileSync(
    join(folder, 'feed.yaml'),
    `name: day
calendar: 24/7
currency: USD
symbols: [BTC/USD, EUR/USD]
reconcileEveryMs: ${reconcileEveryMs}
feed:
  kind: alpaca
  feed: crypto
  channels: [bars, updatedBars, trades, quotes]
  stream: ${stream}
  rest: ${rest}
`,
  );
  const path = join(folder, 'scenario.yaml');
  writeFileSync(
    path,
    `name: faulty-day
data: ./feed.yaml
window: { from: 2022-01-03, to: open }
symbols: [BTC/USD]
execution: { fill: next-trade, latencyMs: 0, participation: 0.5, feeBps: 1 }
capital: 200000
agents:
  - { id: hold, kind: buy-and-hold }
  - { id: cross, kind: sma-cross, fast: 3, slow: 8 }
  - { id: coin, kind: random, seed: 5 }
`,
  );
  return path;
}
