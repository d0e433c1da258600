/** Serves a data set as a feed: opened, merged, started at a given time, and released at a pace. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { excerpt, invalidInput, type Instant, microsPerMilli } from '#values';
import {
  type FactColumns,
  factKinds,
  type FactSource,
  rankOfSource,
  type TapeHeader,
} from '#contracts';
import { tapeCalendarOf } from '#contracts/facts/calendar-name';
import { headerOf, resolveReference } from '#backtest/tape/scenario-tape';
import { openDataset } from '#feeds';
import type { Dataset } from '#market-data';
import { datasetOn } from '#market-data/dataset/tape-calendars';
import { movedTimes, type ShownTimes, timesAsTheyAre } from '#venue/served/moved-times';
import { ServedFeed, type ServedFeedOptions } from '#venue/served-feed';
import { type FactStream, type Speed, Tape, type WallClock } from '#tape';
import { untilAborted } from '../program/stop-signal.js';

export interface ServedDatasetOptions extends Omit<
  ServedFeedOptions,
  'header' | 'documents' | 'barMinutes' | 'times'
> {
  /** A path, or the name of a bundled one. */
  readonly data: string;
  /** All by default. */
  readonly symbols?: readonly string[] | undefined;
  readonly speed: Speed;
  /** Where the stream begins, in the time of the data; by default at its first fact. */
  readonly start?: Instant | undefined;
  /** Shifts the times to the present. */
  readonly now: boolean;
  /** Nothing is released before this many connections have subscribed to something. */
  readonly waitFor: number;
}

export interface ServedDataset {
  readonly feed: ServedFeed;
  /** Releases the data; ends with it, or with the signal. */
  play(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens, with everything before the start in its history. `InvalidInput` for a data set
 * that has errors.
 */
export async function serveDataset(options: ServedDatasetOptions): Promise<ServedDataset> {
  const whole = await openDataset(resolveReference(options.data, process.cwd()));
  let opened: ServedFeed | undefined;
  try {
    const symbols = options.symbols ?? whole.symbols;
    const dataset = ofOneCalendar(whole, symbols);
    const header = await headerOf(dataset, symbols, {
      dataHash: '',
      until: dataset.calendar.lastDate,
    });
    const now = options.now ? wallNow() : undefined;
    const times =
      now === undefined ? timesAsTheyAre : await movedTo(now, dataset, header, options.start);
    const { documents } = dataset;
    const feed = await ServedFeed.listen({
      ...options,
      header,
      documents,
      barMinutes: barMinutesOf(dataset),
      times,
    });
    opened = feed;
    const tape = await openTape(dataset, header);
    const release = new PacedRelease(tape, {
      speed: options.speed,
      shown: times.instant,
      from: options.now ? wallNow : undefined,
      wall: { nowMs: () => performance.now(), sleep: quietSleep },
    });
    const start = now ?? options.start ?? -Infinity;
    await release.skip(
      (time) => times.instant(time) < start,
      (...rows) => feed.keep(...rows),
    );
    return {
      feed,
      play: async (signal) => {
        await Promise.race([feed.server.subscribed(options.waitFor), untilAborted(signal)]);
        await release.run((...rows) => feed.publish(...rows), signal);
      },
      close: async () => {
        await feed.close();
        tape.close();
        await whole.close();
      },
    };
  } catch (error) {
    await opened?.close();
    await whole.close();
    throw error;
  }
}

/**
 * The data set on the calendar of its served symbols. `InvalidInput` if they have several:
 * times move by one.
 */
export function ofOneCalendar(dataset: Dataset, symbols: readonly string[]): Dataset {
  const bySymbol = Map.groupBy(symbols, (symbol) => dataset.calendarOf(symbol).name);
  const [name = dataset.calendar.name, ...others] = bySymbol.keys();
  if (others.length === 0) return datasetOn(dataset, tapeCalendarOf(name));
  const found = [...bySymbol].map(([calendar, those]) => `${calendar} of ${those.join(', ')}`);
  throw invalidInput('a served feed has symbols of one calendar', {
    where: 'calendars',
    expected: '--symbols of one of the calendars; serve another feed for each of the others',
    found: excerpt(found.join('; '), 200),
  });
}

const wallNow = (): Instant => Date.now() * microsPerMilli;

const quietSleep = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** Sessions are not part of the protocol, and would continue until the calendar ends. */
async function openTape(dataset: Dataset, header: TapeHeader): Promise<Tape> {
  const sources = await dataset.openSources({
    symbols: header.instruments.map(({ symbol }) => symbol),
    until: dataset.calendar.lastDate,
    badRows: 'refuse',
  });
  const sessions = sources.filter(isSession);
  const others = sources.filter((one) => !isSession(one));
  for (const source of sessions) source.close();
  return new Tape(header, others);
}

const sessionRanks = [rankOfSource(factKinds.sessionOpen), rankOfSource(factKinds.sessionClose)];
const isSession = ({ rank }: FactSource): boolean => sessionRanks.includes(rank);

async function movedTo(
  now: Instant,
  dataset: Dataset,
  header: TapeHeader,
  start: Instant | undefined,
): Promise<ShownTimes> {
  const { calendar } = dataset;
  const from = start ?? (await firstTime(dataset, header));
  return movedTimes(calendar, { session: calendar.sessionClosingAtOrAfter(from), now });
}

async function firstTime(dataset: Dataset, header: TapeHeader): Promise<Instant> {
  const tape = await openTape(dataset, header);
  try {
    const first = await tape.next();
    return first?.knowledgeTime[0] ?? 0;
  } finally {
    tape.close();
  }
}

/** A minute, as the vendor's bars, for data sets that do not state the length of their bars. */
function barMinutesOf({ manifest }: Dataset): number {
  const tables = [manifest.bars ?? []].flat();
  return tables.find(({ barMinutes }) => barMinutes !== undefined)?.barMinutes ?? 1;
}

/** Takes rows [from, to) of a batch. */
type TakeRows = (facts: FactColumns, from: number, to: number) => void | Promise<void>;

export interface Pace {
  readonly speed: Speed;
  /** Maps times of the tape to those that clients see, which determine the pace. */
  readonly shown: (time: Instant) => Instant;
  /** Shown time at the start; by default that of the first fact. */
  readonly from?: (() => Instant) | undefined;
  readonly wall: WallClock;
}

export class PacedRelease {
  private batch: FactColumns | null = null;
  private row = 0;

  constructor(
    private readonly tape: FactStream,
    private readonly pace: Pace,
  ) {}

  /** Reads up to the first fact for which `isBefore` is false; `take` gets those before it. */
  async skip(isBefore: (time: Instant) => boolean, take: TakeRows): Promise<void> {
    for (;;) {
      this.batch = await this.tape.next();
      const { batch } = this;
      if (batch === null) return;
      this.row = 0;
      while (this.row < batch.count && isBefore(batch.knowledgeTime[this.row] as number))
        this.row++;
      await take(batch, 0, this.row);
      if (this.row < batch.count) return;
    }
  }

  /** Releases the rest, after `skip`. Ends with the tape, or with the signal. */
  async run(take: TakeRows, signal: AbortSignal): Promise<void> {
    const { shown, from, wall } = this.pace;
    const startMs = wall.nowMs();
    let start = from?.();
    while (this.batch !== null && !signal.aborted) {
      const { batch } = this;
      while (this.row < batch.count && !signal.aborted) {
        const time = shown(batch.knowledgeTime[this.row] as number);
        start ??= time;
        const dueMs = startMs + this.msOf(time - start);
        const waitMs = dueMs - wall.nowMs();
        if (waitMs > 0) await wall.sleep(Math.min(waitMs, sleepMsMax), signal);
        if (waitMs > sleepMsMax || signal.aborted) continue;
        const to = this.endOfRun(batch);
        await take(batch, this.row, to);
        this.row = to;
      }
      if (signal.aborted) return;
      this.batch = await this.tape.next();
      this.row = 0;
    }
  }

  private msOf(micros: number): number {
    const { speed } = this.pace;
    return speed === 'max' ? 0 : micros / microsPerMilli / speed;
  }

  /** An instant; without a pace the rest of the batch. */
  private endOfRun({ count, knowledgeTime }: FactColumns): number {
    if (this.pace.speed === 'max') return count;
    let end = this.row + 1;
    while (end < count && knowledgeTime[end] === knowledgeTime[this.row]) end++;
    return end;
  }
}

/** Maximum delay of a platform timer; longer waits are split. */
const sleepMsMax = 2 ** 31 - 1;
