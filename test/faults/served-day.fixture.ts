/** A generated day of minute bars, served as a vendor would with faults of all kinds, and the feed of ingest. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullDiskWhile } from '../e2e/served.fixture.js';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { killWithUs } from '../../scripts/cluster/managed-process.ts';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import type { Prepare } from './world.fixture.js';

interface LedgerLine {
  readonly event: string;
  readonly why?: string;
  readonly fault?: string;
  readonly message?: { readonly t?: string };
}

/** The clock of the day takes a minute for it. */
const speed = '1440x';
const keys = { APCA_API_KEY_ID: 'key', APCA_API_SECRET_KEY: 'secret' } as const;

const faultsOf = (seed: number): string => `seed: ${seed}
drop: 0.02
double: 0.05
reorder: { share: 0.05, window: 5 }
corrections: { share: 0.1, window: 10 }
disconnect: { everyMessages: 500, refuseSeconds: 1 }
restarts: [{ at: 2022-01-01T10:00:00Z, downSeconds: 2 }]
`;

export class ServedDay {
  private folder = '';
  private port = 0;

  /** What services are told of the feed `served`, and of a disk that is full while `fill` says so. */
  readonly prepare: Prepare = async (folder) => {
    this.folder = folder;
    [this.port = 0] = await freePorts(1);
    const address = `127.0.0.1:${this.port}`;
    const addresses = `stream: 'ws://${address}', rest: 'http://${address}'`;
    const feed = `{ kind: alpaca, channels: [bars, updatedBars], ${addresses} }`;
    const description = `name: served
calendar: 24/7
currency: USD
symbols: [MIN]
feed: ${feed}
`;
    writeFileSync(join(folder, 'served.yaml'), description);
    writeFileSync(join(folder, 'feeds.yaml'), 'served: ./served.yaml\n');
    mkdirSync(this.frames);
    const { NODE_OPTIONS = '', FULL_DISK_FLAG = '' } = fullDiskWhile(this.fullDisk);
    return {
      ...keys,
      ...{ NODE_OPTIONS, FULL_DISK_FLAG },
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

  /** Serves a data set of the world, beginning with the first subscription, until the test process ends. */
  serve(dataset: string, seed: number): void {
    const faults = join(this.folder, 'faults.yaml');
    writeFileSync(faults, faultsOf(seed));
    const program = join(projectRoot, 'dist', 'program', 'tapefold.js');
    const place = ['--port', `${this.port}`, '--ledger', this.ledgerFile, '--faults', faults];
    const data = ['--data', join(this.folder, dataset), '--speed', speed, '--wait'];
    const env = { ...process.env, ...keys };
    const words = [program, 'feed', 'serve', ...data, ...place];
    killWithUs(spawn(process.execPath, words, { stdio: 'ignore', env }));
  }

  get isOver(): boolean {
    return this.ledger().at(-1)?.event === 'ended' || this.count({ event: 'ended' }) > 0;
  }

  /** Lines of the ledger that say this. */
  count(wanted: Partial<LedgerLine>): number {
    return this.ledger().filter(({ event, fault, why }) =>
      Object.entries(wanted).every(
        ([name, value]) => ({ event, fault, why })[name as 'event'] === value,
      ),
    ).length;
  }

  /** Starts of the bars that the server kept from its stream, milliseconds: the protocol does not number them. */
  droppedStarts(): ReadonlySet<number> {
    const dropped = this.ledger().filter(({ why }) => why === 'dropped');
    return new Set(dropped.map(({ message }) => Date.parse(message?.t ?? '')));
  }

  private get ledgerFile(): string {
    return join(this.folder, 'ledger.jsonl');
  }

  private ledger(): LedgerLine[] {
    if (!existsSync(this.ledgerFile)) return [];
    const text = readFileSync(this.ledgerFile, 'utf8');
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
    return lines.filter(Boolean).map((line) => JSON.parse(line) as LedgerLine);
  }
}
