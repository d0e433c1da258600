/** A real day, served with all the faults of a vendor, and the ingest feed that receives it. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullDiskWhile } from '../e2e/served.fixture.js';
import type { Pace } from '../feeds/live-faults.fixture.js';
import {
  cryptoDay,
  dayStartMs,
  keys,
  serve,
  type LedgerEntry,
  type ServedProcess,
} from '../feeds/served-data.fixture.js';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { untilTrue } from './until.fixture.js';
import type { Prepare } from './world.fixture.js';

const minutesOfDay = 1440;
/** A time may be less than an hour ahead of the clock; facts ahead of it can fill orders. */
const minutesAhead = 59;
const minuteMs = 60_000;
/** How long the clock may be behind the day that is served, milliseconds. */
const patienceMs = 120_000;
const restartMinute = 750;
/** Lines of the ledger in which there is a message. */
const tail = 20;

const faultsOf = (seed: number, restartMs: number): object => ({
  seed,
  drop: 0.02,
  double: 0.05,
  reorder: { share: 0.05, window: 5 },
  corrections: { share: 0.1, window: 10 },
  disconnect: { everyMessages: 5500, refuseSeconds: 1 },
  silence: { everyMessages: 10200, seconds: 4 },
  restarts: [{ at: new Date(restartMs).toISOString(), downSeconds: 2 }],
});

export class ServedDay {
  /** Rows of the data; 0 until it is served. */
  rows = 0;
  /** When the day begins, as it is served: milliseconds since 1970, a whole minute. */
  private startMs = 0;
  private folder = '';
  private port = 0;
  private served: ServedProcess | undefined;

  constructor(private readonly pace: Pick<Pace, 'speed' | 'reconcileEveryMs'>) {}

  /**
   * Settings of the services for the feed `served`, and for a disk that is full while
   * `fullDisk` exists.
   */
  readonly prepare: Prepare = async (folder) => {
    this.folder = folder;
    [this.port = 0] = await freePorts(1);
    const address = `127.0.0.1:${this.port}`;
    const description = `name: served
calendar: 24/7
currency: USD
symbols: [BTC/USD, EUR/USD]
reconcileEveryMs: ${this.pace.reconcileEveryMs}
feed:
  kind: alpaca
  feed: crypto
  channels: [bars, updatedBars, trades, quotes]
  stream: ws://${address}
  rest: http://${address}
`;
    writeFileSync(join(folder, 'served.yaml'), description);
    writeFileSync(join(folder, 'feeds.yaml'), 'served: ./served.yaml\n');
    mkdirSync(this.frames);
    const { NODE_OPTIONS = '', FULL_DISK_FLAG = '' } = fullDiskWhile(this.fullDisk);
    return {
      APCA_API_KEY_ID: keys.keyId,
      APCA_API_SECRET_KEY: keys.secret,
      NODE_OPTIONS,
      FULL_DISK_FLAG,
      TAPEFOLD_FEEDS: join(folder, 'feeds.yaml'),
      TAPEFOLD_FRAMES: this.frames,
    };
  };

  get frames(): string {
    return join(this.folder, 'frames');
  }

  /** The disk of all services is full while this file is there. */
  get fullDisk(): string {
    return join(this.folder, 'disk-is-full');
  }

  /** Serves the day, beginning with the first subscription, until the test ends. */
  async serve(seed: number): Promise<void> {
    const minute = Math.floor(Date.now() / minuteMs) + minutesAhead - minutesOfDay;
    this.startMs = minute * minuteMs;
    const moved = this.startMs - dayStartMs;
    const { bars, quotes, trades, folder } = cryptoDay(minutesOfDay, moved);
    this.rows = bars.length + quotes.length + trades.length;
    const plan = faultsOf(seed, this.startMs + restartMinute * minuteMs);
    const words = ['--data', folder, '--speed', `${this.pace.speed}x`];
    this.served = await serve({ plan, port: this.port }, ...words);
  }

  ledger(last?: number): readonly LedgerEntry[] {
    return this.served?.ledger(last) ?? [];
  }

  /** Settles once that minute of the day was served. */
  reaches(minute: number): Promise<void> {
    const due = this.startMs + minute * minuteMs;
    return this.until(`minute ${minute} of the day`, () =>
      this.ledger(tail).some(({ message }) => timeOf(message) >= due),
    );
  }

  /** Settles once all of it was served. */
  ends(): Promise<void> {
    return this.until('the end of the day', () =>
      this.ledger(tail).some(({ event }) => event === 'ended'),
    );
  }

  private until(what: string, holds: () => boolean): Promise<void> {
    return untilTrue(what, holds, (minutesOfDay * minuteMs) / this.pace.speed + patienceMs);
  }
}

function timeOf(message: unknown): number {
  const isStamped = typeof message === 'object' && message !== null && 't' in message;
  return isStamped && typeof message.t === 'string' ? Date.parse(message.t) : NaN;
}
