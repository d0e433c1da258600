/** A venue of many symbols that trade all the time, recorded and run in one process: what arrives, and when. */

import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runBacktest, type PlannedRun } from '#backtest';
import { planRuns } from '#backtest/plan-runs';
import { factKinds, type FactColumns } from '#contracts';
import { scenarioSchema, type TradingScenario } from '#contracts/scenario';
import { createJournal, takeLock } from '#event-log';
import type { Feed } from '#market-data/feeds/feed';
import { feedDescriptionSchema } from '#market-data/feeds/feed-description';
import type { FeedDecoder, FeedItem } from '#market-data/feeds/feed-item';
import { openLiveRecording } from '#market-data/feeds/recording/open-live-recording';
import { readRecording } from '#market-data/feeds/recording/read-recording';
import { recordingHeader } from '#market-data/feeds/recording/recording-header';
import { Tape, type FactStream } from '#tape';
import { microsPerMilli, parseInstant, utcDateOf, type Instant } from '#values';
import { Latencies } from './latencies.fixture.js';

export interface LoadOptions {
  readonly folder: string;
  readonly symbols: number;
  /** Trades a second, over all symbols. */
  readonly rate: number;
  readonly seconds: number;
  /** Called when the facts of `warmSeconds` were folded, and when all facts were folded. */
  readonly onSample: () => void;
}

export interface LoadReport {
  readonly sent: number;
  /** Trades on the tape; each is the successor of its symbol's trade before, or it counts as out of place. */
  readonly trades: number;
  readonly outOfPlace: number;
  readonly bars: number;
  readonly marks: number;
  /** Symbols whose last trade on the tape is not the last that was sent. */
  readonly behind: number;
  readonly status: { readonly duplicates: number; readonly late: number; readonly gaps: number };
  readonly elapsedMs: number;
  readonly latencies: Stages;
  /** Milliseconds of work, by kind. */
  readonly work: Readonly<Record<'venue' | 'decode' | 'runs', number>>;
  readonly liveHash: string;
  readonly replayHash: string;
}

/** Of facts, warm, from the receipt of their frame to when every run has taken them and noted what follows. */
export interface Stages {
  readonly toStored: Latencies;
  /** To the release of the folded fact on the tape. */
  readonly toFold: Latencies;
  readonly toJournal: Latencies;
  readonly whole: Latencies;
}

/** Twenty seconds before a session ends, so that there is a close. */
const began = parseInstant('2026-03-02T23:59:40Z') as Instant;
/** Programs are compiled while they run, and tables grow to their size. */
export const warmSeconds = 20;
/** Latencies count from here on: behind the collection at the end of those. */
const warmAt = began + (warmSeconds + 1) * 1_000_000;
const tradesAFrame = 50;
const pauseMs = 5;
const symbolsTraded = 8;

export async function runUnderLoad(options: LoadOptions): Promise<LoadReport> {
  const { folder } = options;
  const started = performance.now();
  const now = (): Instant => began + Math.floor((performance.now() - started) * microsPerMilli);
  const work = { venue: 0, decode: 0, runs: 0 };
  const venue = new Venue(options, now, work);
  const description = feedDescriptionSchema.parse({
    ...{ name: 'load', calendar: '24/7', currency: 'USD', symbols: venue.names },
    ...{ feed: { kind: 'coinbase' }, bars: { from: 'trades', minutes: 1 } },
  });
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    await wait(ms, undefined, { signal });
  };
  const recorded = join(folder, 'recording');
  const stored = new StoredTimes(now);
  const recording = await openLiveRecording({
    ...{ folder: recorded, description, feed: venue.feed, now, sleep, takeLock },
    write: stored.write,
  });
  const watched = new WatchedTape(
    new Tape(recording.header, [recording.source]),
    now,
    work,
    stored,
    { facts: options.rate * warmSeconds, tell: options.onSample },
  );
  const running = runBacktest({
    stream: watched,
    runs: plannedRuns(folder, recording.header),
    agents: { directory: folder, hidden: [] },
    documents: recording.documents,
  });
  await Promise.race([recording.exhausted, recording.failed]);
  const { duplicates, late, gapsLost, gapsRepaired, gapsOpen } = await settled(recording);
  options.onSample();
  await recording.end();
  const outcome = await running;
  if (outcome.kind !== 'finished') throw new Error('nobody interrupts it');
  const elapsedMs = performance.now() - started;
  const replayHash = await replayed(recorded, venue.decoder);
  const { trades, outOfPlace, bars, marks, latencies } = watched;
  return {
    ...{ sent: venue.sent, trades, outOfPlace, bars, marks, behind: venue.behind(watched.last) },
    status: { duplicates, late, gaps: gapsLost + gapsRepaired + gapsOpen },
    ...{ elapsedMs, latencies, work },
    ...{ liveHash: outcome.tapeHash, replayHash },
  };
}

/** Waits until everything that is stored was folded. */
async function settled(recording: Awaited<ReturnType<typeof openLiveRecording>>) {
  while (recording.status().waiting > 0) await wait(pauseMs);
  return recording.status();
}

async function replayed(folder: string, decoder: FeedDecoder): Promise<string> {
  const { source, description } = await readRecording(folder, { decoder });
  const tape = new Tape(recordingHeader(description, description.symbols), [source]);
  while ((await tape.next()) !== null);
  tape.close();
  return tape.hash();
}

/** Rule agents on a few of the symbols, deciding at each bar and filled at the next trade. */
function plannedRuns(folder: string, header: Tape['header']): PlannedRun[] {
  const scenario = scenarioSchema.parse({
    name: 'load',
    data: 'feed.yaml',
    window: { from: '2026-03-02', to: 'open' },
    symbols: header.instruments.slice(0, symbolsTraded).map(({ symbol }) => symbol),
    execution: { fill: 'next-trade', latencyMs: 1, participation: 1 },
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'cross', kind: 'sma-cross', fast: 2, slow: 3 },
    ],
  }) as TradingScenario;
  const session = utcDateOf(began);
  const plans = planRuns({
    ...{ scenario, header, dataHash: '0'.repeat(64), fileHashes: new Map<string, string>() },
    ...{ firstSession: session, lastSession: session },
  });
  mkdirSync(join(folder, 'runs'));
  return plans.map((plan) => ({
    plan,
    journal: createJournal(join(folder, 'runs', `${plan.label}.bin`)),
    ends: true,
  }));
}

/** Its symbols trade in turn, each at prices that count: what is lost or out of place shows in the next price. */
class Venue {
  readonly names: readonly string[];
  sent = 0;
  readonly feed: Feed;
  readonly decoder: FeedDecoder = {
    decode: ({ bytes }) => {
      const begun = performance.now();
      const rows = JSON.parse(Buffer.from(bytes).toString('utf8')) as [number, number, number][];
      const items = rows.map(([symbol, number, at]): FeedItem => ({
        ...{ kind: 'trade', symbol: this.names[symbol] as string, at, id: `${number}` },
        ...{ price: number, size: 1, numbered: { stream: this.names[symbol] as string, number } },
      }));
      this.work.decode += performance.now() - begun;
      return items;
    },
  };

  constructor(
    private readonly options: LoadOptions,
    private readonly now: () => Instant,
    private readonly work: { venue: number; decode: number },
  ) {
    this.names = Array.from({ length: options.symbols }, (_, at) => `S${at}`);
    this.feed = {
      name: 'load',
      decoder: this.decoder,
      run: async (sink, signal) => {
        sink.note({ note: 'connected', to: 'load' });
        const whole = options.rate * options.seconds;
        const begun = performance.now();
        while (this.sent < whole && !signal.aborted) {
          const due = Math.floor(((performance.now() - begun) / 1000) * options.rate);
          const waits: (void | Promise<void>)[] = [];
          const at = performance.now();
          while (this.sent + tradesAFrame <= Math.min(due, whole)) {
            waits.push(sink.data('trades', this.frame()));
          }
          this.work.venue += performance.now() - at;
          await Promise.all(waits);
          await wait(pauseMs);
        }
      },
    };
  }

  /** Symbols whose newest trade is another than that. */
  behind(last: Float64Array): number {
    const { symbols } = this.options;
    const numberOf = (symbol: number): number => Math.ceil((this.sent - symbol) / symbols);
    return last.filter((price, symbol) => price !== numberOf(symbol)).length;
  }

  private frame(): Uint8Array {
    const at = this.now();
    const rows: [number, number, number][] = [];
    for (let row = 0; row < tradesAFrame; row++, this.sent++) {
      const { symbols } = this.options;
      rows.push([this.sent % symbols, Math.floor(this.sent / symbols) + 1, at]);
    }
    return Buffer.from(JSON.stringify(rows));
  }
}

/** Notes when frames are in their file. */
class StoredTimes {
  /** Of each write the last stamp that it may hold, and when it was done. */
  private readonly writes: { readonly stamped: Instant; readonly at: Instant }[] = [];

  constructor(private readonly now: () => Instant) {}

  readonly write = (file: number, bytes: Uint8Array, position: number): number => {
    const stamped = this.now();
    const written = writeSync(file, bytes, 0, bytes.length, position);
    this.writes.push({ stamped, at: this.now() });
    return written;
  };

  /** When the frame of that stamp was stored; later calls ask for later ones. */
  of(stamp: Instant): Instant {
    while ((this.writes[0]?.stamped ?? Infinity) < stamp) this.writes.shift();
    return this.writes[0]?.at ?? NaN;
  }
}

/** Notes when facts are released, and when all runs have folded them: the next batch is asked for then. */
class WatchedTape implements FactStream {
  trades = 0;
  outOfPlace = 0;
  bars = 0;
  marks = 0;
  readonly last: Float64Array;
  private isWarm = false;
  readonly latencies: Stages = {
    toStored: new Latencies(),
    toFold: new Latencies(),
    toJournal: new Latencies(),
    whole: new Latencies(),
  };
  private released: { readonly facts: FactColumns; readonly at: Instant } | undefined;

  constructor(
    private readonly tape: Tape,
    private readonly now: () => Instant,
    private readonly work: { runs: number },
    private readonly stored: StoredTimes,
    /** Told when so many facts were folded. */
    private readonly warm: { readonly facts: number; readonly tell: () => void },
  ) {
    this.last = new Float64Array(tape.header.instruments.length);
  }

  get header(): Tape['header'] {
    return this.tape.header;
  }

  get facts(): number {
    return this.tape.facts;
  }

  next(): ReturnType<Tape['next']> {
    this.folded();
    const next = this.tape.next();
    return next instanceof Promise ? next.then((facts) => this.take(facts)) : this.take(next);
  }

  hash(): string {
    return this.tape.hash();
  }

  close(): void {
    this.tape.close();
  }

  private take(facts: FactColumns | null): FactColumns | null {
    if (facts === null) return null;
    const at = this.now();
    this.released = { facts, at };
    for (let row = 0; row < facts.count; row++) {
      const kind = facts.kind[row];
      if (kind === factKinds.bar) this.bars++;
      if (kind === factKinds.sessionClose) this.marks++;
      if (kind !== factKinds.trade) continue;
      this.trades++;
      const [instrument, price] = [facts.instrument[row] as number, facts.close[row] as number];
      if (price !== (this.last[instrument] as number) + 1) this.outOfPlace++;
      this.last[instrument] = price;
      if (at < warmAt) continue;
      const received = facts.knowledgeTime[row] as number;
      const storedAt = this.stored.of(received);
      this.latencies.toStored.add(storedAt - received);
      this.latencies.toFold.add(at - storedAt);
    }
    return facts;
  }

  private tellWarm(): void {
    if (this.isWarm || this.trades < this.warm.facts) return;
    this.isWarm = true;
    this.warm.tell();
  }

  private folded(): void {
    if (!this.released) return;
    this.tellWarm();
    const { facts, at } = this.released;
    const now = this.now();
    this.work.runs += (now - at) / microsPerMilli;
    for (let row = 0; row < facts.count; row++) {
      if (facts.kind[row] !== factKinds.trade || at < warmAt) continue;
      this.latencies.toJournal.add(now - at);
      this.latencies.whole.add(now - (facts.knowledgeTime[row] as number));
    }
    this.released = undefined;
  }
}
