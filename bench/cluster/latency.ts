/**
 * How long a live fact takes to its mark: from the timestamp of its raw message to that of the
 * journal's events.
 */

import type { Events } from '#contracts/streams/runs';
import { outgoing } from '#event-log';
import { quietRounds, type Quiet } from '../quiet-rounds.ts';
import { ratioOf, type Ratio } from '../ratio-of-pairs.ts';
import { cpuBetween, inCluster, medianCpu, type BenchCluster } from './bench-cluster.ts';
import { buyAndHold, requestOf, runsOn } from './bench-tape.ts';
import { factsAnInstant, openedMessage, sendLive, timeOf, type LiveFeed } from './live-feed.ts';
import { messagesBetween, until, type Offsets } from './topic-reading.ts';

export interface LatencyFinding {
  readonly feeds: readonly LatencyLine[];
}

/** The feeds at a tenth of what comes through of their own messages. */
export function feedsAtTheirTenth({ feeds }: LatencyFinding): readonly LatencyLine[] {
  return feeds.filter(({ isAtOwnTenth }) => isAtOwnTenth);
}

/** A live feed at a pace. */
export interface LatencyLine {
  readonly symbols: number;
  /**
   * Messages a second of such a feed that come through, all sent at once; a feed goes at a
   * tenth of them …
   */
  readonly most: Ratio;
  /** … but for one, which goes at a tenth of the rate of facts. */
  readonly isAtOwnTenth: boolean;
  /** Counted in one round. */
  readonly instants: number;
  readonly instantsASecond: number;
  readonly factsASecond: number;
  readonly quiet: Quiet;
  /** Milliseconds. */
  readonly p50: Ratio;
  readonly p99: Ratio;
  /** With the rounds that do not count. */
  readonly p99OfAll: Ratio;
  readonly max: Ratio;
  /** The median over the rounds. */
  readonly cpu: Readonly<Record<string, number>>;
}

interface LatencyRound {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Milliseconds from the first raw message to the last mark. */
  readonly lasted: number;
  readonly cpu: Readonly<Record<string, number>>;
}

export interface LatencyOptions {
  /** How long a round takes. */
  readonly seconds: number;
  readonly rounds: number;
  /**
   * How long the feed with fewest messages runs before: a broker compiles for as long as that
   * what they need.
   */
  readonly warmUpSeconds: number;
  /** Symbols a message, one feed each. */
  readonly symbols: readonly number[];
  /** That come through from clock to portfolio, in messages of many. */
  readonly factsASecond: number;
}

type Pace = Pick<LiveFeed, 'symbols' | 'instantsASecond'>;

/** Before each measured feed: the broker compiles code again for each request rate. */
const warmUpAgainSeconds = 10;
/** One day each, from 2020: from 2255 on, a double cannot represent every microsecond. */
const instantsMax = 80_000;
/** More than can come through. */
const burstFactor = 2;
/**
 * One message of 100 may be late because of others, in a round that is to show the latest of 100.
 */
export const quietShare = 0.01;
const services = ['clock', 'agent-adapter', 'portfolio'] as const;

export function measureLatency(options: LatencyOptions): Promise<LatencyFinding> {
  const { warmUpSeconds, symbols, factsASecond } = options;
  return inCluster({}, async (cluster) => {
    for (const name of services) await cluster.start(name);
    const feeds: LatencyLine[] = [];
    const paces = symbols.map((count) => paceOf(count, factsASecond / 10));
    const [slowest] = paces.toSorted((a, b) => a.instantsASecond - b.instantsASecond);
    if (slowest !== undefined) await warmUp(cluster, 'first', slowest, warmUpSeconds);
    for (const pace of paces) {
      await warmUp(cluster, `${pace.symbols}`, pace, warmUpAgainSeconds);
      const most = await mostASecond(cluster, pace, options);
      const own = { ...pace, instantsASecond: Math.max(1, Math.round(most.median / 10)) };
      feeds.push({ ...(await linesOf(cluster, own, options)), most, isAtOwnTenth: true });
      if (pace.symbols > Math.min(...symbols)) continue;
      feeds.push({ ...(await linesOf(cluster, pace, options)), most, isAtOwnTenth: false });
    }
    return { feeds };
  });
}

function paceOf(symbols: number, factsASecond: number): Pace {
  const instantsASecond = Math.max(1, Math.round(factsASecond / factsAnInstant({ symbols })));
  return { symbols, instantsASecond };
}

/** Messages a second that come through where more are sent. */
async function mostASecond(
  cluster: BenchCluster,
  { symbols, instantsASecond }: Pace,
  { seconds, rounds, factsASecond }: LatencyOptions,
): Promise<Ratio> {
  const instants = seconds * instantsASecond;
  const burst = paceOf(symbols, burstFactor * factsASecond);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const tape = `burst-${symbols}-${round}`;
    const { lasted } = await oneFeed(cluster, { ...burst, tape, instants });
    rates.push((1000 * instants) / lasted);
  }
  return ratioOf(rates);
}

async function linesOf(
  cluster: BenchCluster,
  pace: Pace,
  { seconds, rounds }: LatencyOptions,
): Promise<Omit<LatencyLine, 'most' | 'isAtOwnTenth'>> {
  const { symbols, instantsASecond } = pace;
  const instants = seconds * instantsASecond;
  const feed = (round: number): Promise<LatencyRound> => {
    const tape = `live-${symbols}-${instantsASecond}-${round}`;
    return oneFeed(cluster, { ...pace, tape, instants });
  };
  const { rounds: found, all, tried, stolen } = await quietRounds(rounds, feed, quietShare);
  return {
    ...pace,
    instants,
    factsASecond: instantsASecond * factsAnInstant(pace),
    quiet: { tried, stolen },
    p50: ratioOf(found.map(({ p50 }) => p50)),
    p99: ratioOf(found.map(({ p99 }) => p99)),
    p99OfAll: ratioOf(all.map(({ p99 }) => p99)),
    max: ratioOf(found.map(({ max }) => max)),
    cpu: medianCpu(found),
  };
}

/** Runs at twice the pace, unmeasured. */
async function warmUp(
  cluster: BenchCluster,
  name: string,
  { symbols, instantsASecond }: Pace,
  seconds: number,
): Promise<void> {
  const instants = Math.min(2 * instantsASecond * seconds, instantsMax);
  const feed = { tape: `warm-${name}`, symbols, instantsASecond: 2 * instantsASecond, instants };
  await oneFeed(cluster, feed);
}

async function oneFeed(cluster: BenchCluster, feed: LiveFeed): Promise<LatencyRound> {
  const { log, cpu } = cluster;
  const { tape, symbols, instants } = feed;
  const days = instants;
  const [run] = runsOn(
    { id: tape, days },
    { name: tape, count: 1, decide: 'session-close', agentOf: buyAndHold },
  );
  if (run === undefined) throw new Error('a feed has a run');
  await log.append([
    outgoing('tapes', requestOf(tape, symbols, days)),
    openedMessage(feed),
    outgoing('runs', run),
  ]);
  const eventsFrom = await log.endOffsets('portfolio.events');
  const rawFrom = await log.endOffsets('market.raw');
  const before = cpu();
  await sendLive(log, feed);
  const marked = await untilMarked(cluster, eventsFrom, timeOf(instants - 1));
  const used = cpuBetween(before, cpu());
  const raw = await messagesBetween(log, 'market.raw', rawFrom, await log.endOffsets('market.raw'));
  const latencies = raw
    .map(({ timestampMs }, at) => (marked.get(timeOf(at)) ?? NaN) - timestampMs)
    .sort((a, b) => a - b);
  if (latencies.length !== instants || latencies.some(Number.isNaN)) {
    throw new Error('an instant of the live feed was not marked');
  }
  const atShare = (share: number): number => latencies[Math.ceil(share * instants) - 1] as number;
  const lasted = (marked.get(timeOf(instants - 1)) ?? NaN) - (raw[0]?.timestampMs ?? NaN);
  return { p50: atShare(0.5), p99: atShare(0.99), max: atShare(1), lasted, cpu: used };
}

/**
 * Knowledge times that were marked, each with the timestamp of the message that reports it, up
 * to the last one.
 */
async function untilMarked(
  { log }: BenchCluster,
  from: Offsets,
  last: number,
): Promise<ReadonlyMap<number, number>> {
  const marked = new Map<number, number>();
  await until('the last mark of a live feed', async () => {
    const to = await log.endOffsets('portfolio.events');
    if (!to.some((end, partition) => end > (from[partition] ?? 0))) return false;
    const messages = await messagesBetween(log, 'portfolio.events', from, to);
    for (const { value, timestampMs } of messages) {
      for (const event of (JSON.parse(value) as Events).events) {
        if (event.type === 'MarkTaken' && !marked.has(event.time)) {
          marked.set(event.time, timestampMs);
        }
      }
    }
    return marked.has(last);
  });
  return marked;
}
