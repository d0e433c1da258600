/** A data set as a served feed: opened, merged, started where it should, and let go at its pace. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { microsPerMilli, type CivilDate, type Instant } from '#values';
import { factKinds, rankOfKind, type FactSource, type TapeHeader } from '#contracts';
import { headerOf, resolveReference } from '#backtest/scenario-tape';
import { openDataset, type Dataset } from '#market-data';
import { movedTimes, timesAsTheyAre } from '#market-data/feeds/alpaca/server/moved-times';
import { ServedFeed, type ServedFeedOptions } from '#market-data/feeds/alpaca/server/served-feed';
import { Clock, Tape, type Speed } from '#tape';
import { StartedTape } from './started-tape.js';

export interface ServedDatasetOptions extends Omit<
  ServedFeedOptions,
  'header' | 'documents' | 'barMinutes' | 'times' | 'nowMs'
> {
  /** A path, or the name of a bundled one. */
  readonly data: string;
  /** All when left out. */
  readonly symbols?: readonly string[] | undefined;
  readonly speed: Speed;
  /** Where the stream begins, in the time of the data; its first fact when left out. */
  readonly start?: Instant | undefined;
  /** Moves the times to the present. */
  readonly now: boolean;
  /** Nothing is released before the first subscription. */
  readonly wait: boolean;
}

export class ServedDataset {
  private constructor(
    readonly feed: ServedFeed,
    private readonly tape: StartedTape,
    private readonly dataset: Dataset,
    private readonly options: ServedDatasetOptions,
    /** Where the data stands now, where its times are moved. */
    private readonly startsAt: Instant | null,
  ) {}

  /** Listens, and has what lies before the start in its history. `InvalidInput` for a data set that has errors. */
  static async open(options: ServedDatasetOptions): Promise<ServedDataset> {
    const dataset = await openDataset(resolveReference(options.data, process.cwd()));
    try {
      return await ServedDataset.serve(dataset, options);
    } catch (error) {
      await dataset.close();
      throw error;
    }
  }

  private static async serve(
    dataset: Dataset,
    options: ServedDatasetOptions,
  ): Promise<ServedDataset> {
    const symbols = options.symbols ?? dataset.symbols;
    const header = headerOf(dataset, symbols, { dataHash: '', until: dataset.calendar.lastDate });
    const moved = options.now ? await movedToNow(dataset, header, options.start) : null;
    const feed = await ServedFeed.listen({
      ...options,
      header,
      documents: dataset.documents,
      barMinutes: barMinutesOf(dataset),
      times: moved ?? timesAsTheyAre,
      nowMs: () => performance.now(),
    });
    try {
      const start = moved?.startsAt ?? options.start ?? -Infinity;
      const tape = await StartedTape.open(await openTape(dataset, header), start, (...rows) =>
        feed.keep(...rows),
      );
      return new ServedDataset(feed, tape, dataset, options, moved?.startsAt ?? null);
    } catch (error) {
      await feed.close();
      throw error;
    }
  }

  /** Releases the data; ends with it, or with the signal. */
  async play(signal: AbortSignal): Promise<void> {
    const { feed, options } = this;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (options.wait) await Promise.race([feed.server.subscribed, aborted]);
    const wait = (ms: number, woken?: AbortSignal): Promise<void> =>
      sleep(ms, undefined, {
        signal: woken === undefined ? signal : AbortSignal.any([signal, woken]),
      }).catch(() => undefined);
    await wait(this.msToFirst());
    const nowMs = (): number => performance.now();
    const clock = new Clock(this.tape, options.speed, { nowMs, sleep: wait });
    for (;;) {
      const facts = await clock.next();
      if (facts === null || signal.aborted) break;
      await feed.publish(facts);
    }
    if (!signal.aborted) await feed.end();
  }

  async close(): Promise<void> {
    await this.feed.close();
    this.tape.close();
    await this.dataset.close();
  }

  /** Moved to the present, the data may begin later than now. */
  private msToFirst(): number {
    const { startsAt, tape, options } = this;
    if (startsAt === null || tape.firstTime === null || options.speed === 'max') return 0;
    return Math.max(0, (tape.firstTime - startsAt) / microsPerMilli / options.speed);
  }
}

/** Sessions are no part of the protocol, and would go on until the calendar ends. */
async function openTape(dataset: Dataset, header: TapeHeader): Promise<Tape> {
  const sources = await dataset.openSources({
    symbols: header.instruments.map(({ symbol }) => symbol),
    until: dataset.calendar.lastDate,
    badRows: 'refuse',
  });
  const [sessions, others] = [sources.filter(isSession), sources.filter((one) => !isSession(one))];
  for (const source of sessions) source.close();
  return new Tape(header, others);
}

const ranksOfKind = 65_536;
const sessionRanks = [rankOfKind[factKinds.sessionOpen], rankOfKind[factKinds.sessionClose]];
const isSession = ({ rank }: FactSource): boolean =>
  sessionRanks.includes(Math.floor(rank / ranksOfKind));

async function movedToNow(dataset: Dataset, header: TapeHeader, start: Instant | undefined) {
  const { calendar } = dataset;
  const from = start ?? (await firstTime(dataset, header));
  const session: CivilDate = calendar.sessionClosingAtOrAfter(from);
  return movedTimes(calendar, { session, now: Date.now() * microsPerMilli });
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

/** Of data sets that do not say how long their bars are, a minute, as the vendor's are. */
function barMinutesOf({ manifest }: Dataset): number {
  const tables = [manifest.bars ?? []].flat();
  return tables.find(({ barMinutes }) => barMinutes !== undefined)?.barMinutes ?? 1;
}
