/**
 * A recording whose facts a test releases, instant by instant, and which is a data set as
 * far as it goes.
 */

import { createHash } from 'node:crypto';
import { unavailable } from '#values';
import { FactColumns, type FactSource, type TapeHeader } from '#contracts';
import { openDataset, type FeedStatus, type LiveRecording } from '#feeds';
import type { Dataset } from '#market-data';
import { headerOf, openTape } from '../tape/scenario-tape.js';

const status: FeedStatus = {
  connected: true,
  frames: 0,
  bytes: 0,
  facts: 0,
  duplicates: 0,
  late: 0,
  corrections: 0,
  unreadable: 0,
  unmapped: 0,
  reconnects: 0,
  gapsRepaired: 0,
  gapsLost: 0,
  gapsOpen: 0,
  reconciled: 0,
  lagMs: null,
  clockOffsetMs: null,
  lastAt: null,
  waiting: 0,
};

export class PlayedRecording implements LiveRecording {
  /** Knowledge time of the last instant that was released. */
  now = 0;
  readonly failed: Promise<never>;
  readonly source: FactSource;
  private fail: (error: unknown) => void = () => undefined;
  private pulled = 0;
  private isEnded = false;
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  /** `let`: instants that are already released. */
  constructor(
    private readonly dataset: Dataset,
    readonly header: TapeHeader,
    private readonly instants: readonly FactColumns[],
    private through = 0,
  ) {
    this.failed = new Promise((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
    this.source = { name: 'played', rank: 0, live: true, pull: () => this.pull(), close: () => {} };
  }

  get documents() {
    return this.dataset.documents;
  }

  get length(): number {
    return this.instants.length;
  }

  /** Instants that were released. */
  get reached(): number {
    return this.through;
  }

  status(): FeedStatus {
    return { ...status, facts: this.through };
  }

  /** Releases so many instants, and waits until the runs have asked for the next. */
  async play(instants: number): Promise<void> {
    for (let left = instants; left > 0 && this.through < this.instants.length; left--) {
      this.through++;
      this.wake();
      await this.settled();
    }
  }

  /** Runs everything that does not wait for time. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise((go) => setImmediate(go));
  }

  durable(): Promise<void> {
    return Promise.resolve();
  }

  end(): Promise<void> {
    this.isEnded = true;
    this.wake();
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.failure = unavailable('the recording was closed', { where: 'played' });
    this.wake();
    return Promise.resolve();
  }

  /** The feed cannot continue. */
  break(error: Error): void {
    this.fail(error);
  }

  /** A recording that continues this one in another process. */
  reopened(): PlayedRecording {
    return new PlayedRecording(this.dataset, this.header, this.instants, this.through);
  }

  /** The data set that the recording is now. */
  recorded(): Promise<Dataset> {
    const { dataset } = this;
    const instants = this.instants.slice(0, this.through);
    const source = (): FactSource => {
      const left = [...instants];
      return { name: 'played', rank: 0, pull: () => left.shift() ?? null, close: () => {} };
    };
    const { name, manifest, symbols, calendar, sessionsPerYear, priceBasis, tradePrice } = dataset;
    return Promise.resolve({
      name,
      manifest,
      symbols,
      calendar,
      sessionsPerYear,
      priceBasis,
      tradePrice,
      barFrequency: dataset.barFrequency,
      barMinutes: () => dataset.barMinutes(),
      synthetic: false,
      dateRule: dataset.dateRule,
      recorded: true as const,
      documents: dataset.documents,
      currencyOf: (symbol) => dataset.currencyOf(symbol),
      calendarOf: (symbol) => dataset.calendarOf(symbol),
      coverage: () => dataset.coverage(),
      barFindings: () => dataset.barFindings(),
      check: () => dataset.check(),
      contentHash: () =>
        Promise.resolve(createHash('sha256').update(`${instants.length}`).digest('hex')),
      openSources: () => Promise.resolve([source()]),
      parsed: () => Promise.resolve(undefined),
      tasks: () => [],
      solutions: () => null,
      close: () => Promise.resolve(),
    });
  }

  private async pull(): Promise<FactColumns | null> {
    while (this.pulled >= this.through) {
      if (this.failure !== undefined) throw this.failure;
      if (this.isEnded) return null;
      await new Promise<void>((go) => (this.wake = go));
    }
    const facts = this.instants[this.pulled++] as FactColumns;
    this.now = facts.knowledgeTime[0] as number;
    return facts;
  }
}

/** The facts of a data set in a folder as a recording that has released nothing yet. */
export async function playedRecording(directory: string): Promise<PlayedRecording> {
  const dataset = await openDataset(directory);
  const until = Math.max(...(await dataset.coverage()).map(({ lastSession }) => lastSession ?? 0));
  const header = await headerOf(dataset, dataset.symbols, { dataHash: '', until, open: true });
  const tape = await openTape(dataset, header, { until, badRows: 'refuse', tasks: false });
  const instants: FactColumns[] = [];
  for (let facts = await tape.next(); facts !== null; facts = await tape.next()) {
    let from = 0;
    for (let row = 0; row < facts.count; row++) {
      if (facts.endsInstant[row] === 0) continue;
      const instant = new FactColumns(row + 1 - from);
      instant.appendRows(facts, from, row + 1);
      instants.push(instant);
      from = row + 1;
    }
  }
  tape.close();
  const ofRecording = { dataHash: '', until: 0, open: true };
  const recorded = await headerOf(dataset, dataset.symbols, ofRecording);
  return new PlayedRecording(dataset, recorded, instants);
}
