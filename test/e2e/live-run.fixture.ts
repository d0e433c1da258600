/**
 * `tapefold live` over a file that a test lets grow: bar by bar, so that no wall time
 * decides what happens.
 */

import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { JournalEvent } from '#contracts';
import { resultSchema, type Result } from '#contracts/result/result';
import { readJournal } from '#event-log';
import { recordsIn } from '#store/embedded/records.fixture';
import { file, folder, type Ended } from './command-line.fixture.js';
import { startWarm } from './warm-program.fixture.js';

/** After this a process that does not do what a test waits for is hung. */
const hangsMs = 60_000;

export const feedOf = (symbols: string): string => `name: lines
calendar: 24/7
currency: USD
symbols: [${symbols}]
feed:
  kind: file
  path: lines.jsonl
  everyMs: 20
  mappings:
    - kind: bar
      fields: { symbol: s, start: from, end: to, open: c, high: c, low: c, close: c, volume: v }
`;

export interface LiveProcess {
  readonly ended: Promise<Ended>;
  out(): string;
  err(): string;
  /** Waits until `isSo`; throws, with the process's output, if the process ends first. */
  until(isSo: () => boolean): Promise<void>;
  kill(): Promise<Ended>;
  /** As Ctrl-C does. */
  stop(): Promise<Ended>;
}

export class LiveRun {
  readonly directory = folder();
  readonly out = join(this.directory, 'results', 'live');
  readonly recording = join(this.out, 'recording');
  readonly scenario: string;
  /**
   * The first bar ends minutes before the test begins, but on the same day, since a session closes
   * at midnight; each later bar ends a second after the one before it.
   */
  private readonly began = Math.max(Date.now() - 600_000, new Date().setUTCHours(0, 0, 1, 0));
  private bars = 0;

  constructor(
    agents: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {
    file(this.directory, 'feed.yaml', feedOf('AAA'));
    file(this.directory, 'lines.jsonl', '');
    this.scenario = this.scenarioOf(agents);
  }

  /** Writes the scenario; every agent decides at every bar. */
  scenarioOf(agents: string): string {
    return file(
      this.directory,
      'scenario.yaml',
      `name: live
data: feed.yaml
window: { from: 2022-01-01, to: open }
symbols: [AAA]
execution: close
agents:
${agents}`,
    );
  }

  /** The next bars; the first closes at 100, each other at 1 more. */
  grow(bars: number): void {
    for (let left = bars; left > 0; left--, this.bars++) {
      const to = this.began + this.bars * 1000;
      const bar = { s: 'AAA', from: iso(to - 1000), to: iso(to), c: 100 + this.bars, v: 1000 };
      appendFileSync(join(this.directory, 'lines.jsonl'), `${JSON.stringify(bar)}\n`);
    }
  }

  async start(...options: readonly string[]): Promise<LiveProcess> {
    const running = await startWarm(
      ['live', this.scenario, '--out', this.out, ...options],
      this.env,
    );
    let isOver = false;
    const ended = running.ended.finally(() => {
      isOver = true;
    });
    onTestFinished(() => {
      if (!isOver) running.kill('SIGKILL');
    });
    const killed = (signal: NodeJS.Signals): Promise<Ended> => {
      running.kill(signal);
      return ended;
    };
    return {
      ended,
      out: running.printed,
      err: running.said,
      until: async (isSo) => {
        const late = Date.now() + hangsMs;
        while (!isSo()) {
          if (isOver || Date.now() > late)
            throw new Error(`it does not come to that: ${running.said()}`);
          await sleep(20);
        }
      },
      kill: () => killed('SIGKILL'),
      stop: () => killed('SIGINT'),
    };
  }

  /** As stored in its folder. */
  result(): Result {
    const text = readFileSync(join(this.out, 'result.json'), 'utf8');
    return resultSchema.parse(JSON.parse(text));
  }

  /** Whole records that are in the file of a run. */
  events(run: string): readonly JournalEvent[] {
    const path = join(this.out, 'runs', run, 'journal.bin');
    const events: JournalEvent[] = [];
    if (!existsSync(path) || statSync(path).size === 0) return events;
    readJournal(path, ({ event }) => events.push(event));
    return events;
  }

  /** Decisions of a run that have come to something, by type and in order. */
  decisions(run: string): readonly string[] {
    const types = this.events(run).map(({ type }) => type);
    return types.filter((type) => type.startsWith('Decision'));
  }

  /** How often a run noted that it asks. */
  asks(run: string): number {
    return recordsIn(join(this.out, 'runs', run, 'recording.db'), 'asked').length;
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
