/** One portfolio worker against two, on runs whose decisions are on the topic already. */

import { Kafka, logLevel } from 'kafkajs';
import { outgoing } from '#event-log';
import { topicLayouts } from '#service-host/service/start-service';
import { quietRounds, type Quiet } from '../quiet-rounds.ts';
import { ratioOf, type Ratio } from '../ratio-of-pairs.ts';
import { cpuBetween, inCluster, partitions, type BenchCluster } from './bench-cluster.ts';
import { benchTape, crossovers, decisionsFor, runsOn } from './bench-tape.ts';
import { lastEventMs } from './decisions.ts';
import { residentMegabytes } from './process-use.ts';
import { edgesBetween, until, untilDone } from './topic-reading.ts';

export interface WorkersFinding {
  readonly bars: number;
  readonly runs: number;
  readonly quiet: Quiet;
  /** How many times as fast two are as one. */
  readonly speedup: Ratio;
  /** Decisions a second. */
  readonly rates: Readonly<Record<'one' | 'two', Ratio>>;
  /** The median rounds. */
  readonly rounded: Readonly<Record<'one' | 'two', WorkersRound>>;
}

export interface WorkersRound {
  readonly milliseconds: number;
  /** Processor seconds from about the first event on, and how long that was. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly wallMs: number;
  /** What a worker uses at its end. */
  readonly megabytes: number;
}

export interface WorkersOptions {
  readonly bars: number;
  readonly runs: number;
  readonly rounds: number;
}

export function measureWorkers({
  bars,
  runs: count,
  rounds,
}: WorkersOptions): Promise<WorkersFinding> {
  // Both workers are in the group before either is given partitions.
  return inCluster({ rebalanceDelayMs: 3000 }, async (cluster) => {
    const { log } = cluster;
    const tape = await benchTape('bench-workers', bars);
    await log.append(tape.released);
    const some = { name: 'workers', count, decide: 'bar' as const, agentOf: crossovers };
    const runs = runsOn(tape, some);
    await log.append(runs.map((run) => outgoing('runs', run)));
    for (let from = 0; from < count; from += 50) {
      await log.append(await decisionsFor(tape, runs.slice(from, from + 50)));
    }
    const {
      rounds: pairs,
      tried,
      stolen,
    } = await quietRounds(rounds, async () => ({
      one: await oneRound(cluster, ['portfolio']),
      two: await oneRound(cluster, ['portfolio', 'portfolio-2']),
    }));
    const oneWorker = pairs.map((pair) => pair.one);
    const two = pairs.map((pair) => pair.two);
    const rateOf = ({ milliseconds }: WorkersRound): number =>
      ((count * bars) / milliseconds) * 1000;
    return {
      bars,
      runs: count,
      quiet: { tried, stolen },
      speedup: ratioOf(pairs.map((pair) => pair.one.milliseconds / pair.two.milliseconds)),
      rates: { one: ratioOf(oneWorker.map(rateOf)), two: ratioOf(two.map(rateOf)) },
      rounded: { one: middleOf(oneWorker), two: middleOf(two) },
    };
  });
}

/** All runs from their first record to their last, by workers that are new to all of it. */
async function oneRound(cluster: BenchCluster, names: readonly string[]): Promise<WorkersRound> {
  const { log, kafka, cpu } = cluster;
  const none = Array.from({ length: partitions }, () => 0);
  const atWork = async () => {
    await until('a first event', async () => {
      const reached = await log.endOffsets('portfolio.events');
      return reached.some((end) => end > 0);
    });
    return { before: cpu(), startedMs: performance.now() };
  };
  const starting = Promise.all(names.map((as) => cluster.start('portfolio', { as })));
  const [workers, { before, startedMs }] = await Promise.all([starting, atWork()]);
  await untilDone(log, 'portfolio', ['runs', 'agent.decisions', 'portfolio.events']);
  const used = cpuBetween(before, cpu());
  const wallMs = performance.now() - startedMs;
  const megabytes = Math.max(...workers.map(({ pid }) => residentMegabytes(pid)));
  const ends = await log.endOffsets('portfolio.events');
  const firsts = await edgesBetween(log, 'portfolio.events', none, ends, 'first');
  const fromMs = Math.min(...firsts.map(({ timestampMs }) => timestampMs));
  const milliseconds = (await lastEventMs(cluster, none, ends)) - fromMs;
  await Promise.all(workers.map((worker) => worker.stop()));
  await forget(kafka.brokers, cluster);
  return { milliseconds, cpu: used, wallMs, megabytes };
}

/** As if no portfolio had ever run. */
async function forget(brokers: string, { log }: BenchCluster): Promise<void> {
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.deleteGroups(['tapefold.portfolio']);
  await admin.deleteTopics({ topics: ['portfolio.events'] });
  await admin.disconnect();
  const layouts = topicLayouts(partitions).filter(({ topic }) => topic === 'portfolio.events');
  await log.ensureTopics(layouts);
}

function middleOf(rounds: readonly WorkersRound[]): WorkersRound {
  const sorted = rounds.toSorted((a, b) => a.milliseconds - b.milliseconds);
  return sorted[(sorted.length - 1) >> 1] as WorkersRound;
}
