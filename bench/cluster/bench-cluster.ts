/**
 * A broker and services of their own for one measurement: processes on free ports, in a folder that
 * goes with them.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import { topicLayouts } from '#service-host/service/start-service';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { serverProperties } from '../../scripts/cluster/kafka-settings.ts';
import type { ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { childrenOf } from '../../scripts/cluster/process-identity.ts';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { startService, type ServiceName } from '../../scripts/cluster/services.ts';
import { ratioOf } from '../ratio-of-pairs.ts';
import { cpuSecondsOf } from './process-use.ts';

/** Partitions of each topic in all measurements: the default of the services. */
export const partitions = 6;

export interface BenchClusterOptions {
  /** How long a broker waits for further members before it gives a new group its partitions. */
  readonly rebalanceDelayMs?: number;
}

export interface BenchCluster {
  readonly log: MessageLog;
  readonly kafka: RunningKafka;
  readonly folder: string;
  /** Starts a service and waits until it is ready; `as` tells workers of one service apart. */
  start(name: ServiceName, options?: StartOptions): Promise<ManagedProcess>;
  /** Has a process counted and ended with the cluster. */
  keep(name: string, process: ManagedProcess): void;
  /** Seconds of processor time by process, so far. */
  cpu(): Readonly<Record<string, number>>;
}

export interface StartOptions {
  readonly as?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a cluster with all topics, runs the work in it, and always shuts everything down. */
export async function inCluster<T>(
  { rebalanceDelayMs = 0 }: BenchClusterOptions,
  work: (cluster: BenchCluster) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-bench-cluster-'));
  chmodSync(folder, 0o755);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Where it is broken off: processes end by themselves then.
  process.once('exit', remove);
  const processes = new Map<string, ManagedProcess>();
  const delay = `group.initial.rebalance.delay.ms=${rebalanceDelayMs}`;
  let log: MessageLog | undefined;
  try {
    const kafka = await startKafka({
      dataDir: join(folder, 'kafka'),
      settings: (place) =>
        serverProperties(place).replace('group.initial.rebalance.delay.ms=0', delay),
    });
    processes.set('broker', kafka);
    log = await openKafkaLog({ brokers: [kafka.brokers], clientId: 'bench' });
    await log.ensureTopics(topicLayouts(partitions));
    return await work(clusterOf(kafka, log, folder, processes));
  } finally {
    await log?.close();
    // Services first: without a broker they would wait for it.
    for (const running of [...processes.values()].reverse()) await running.kill();
    process.off('exit', remove);
    remove();
  }
}

function clusterOf(
  kafka: RunningKafka,
  log: MessageLog,
  folder: string,
  processes: Map<string, ManagedProcess>,
): BenchCluster {
  const keep = (name: string, process: ManagedProcess): void => void processes.set(name, process);
  return {
    log,
    kafka,
    folder,
    keep,
    async start(name, { as = name, env = {} } = {}) {
      const [port = 0] = await freePorts(1);
      const running = await startService(
        name,
        {
          TAPEFOLD_BROKERS: kafka.brokers,
          TAPEFOLD_PARTITIONS: `${partitions}`,
          TAPEFOLD_HTTP_HOST: '127.0.0.1',
          TAPEFOLD_HTTP_PORT: `${port}`,
          TAPEFOLD_LOG_LEVEL: 'warn',
          TAPEFOLD_DATASETS: join(projectRoot, 'docker', 'datasets.json'),
          ...env,
        },
        { as, log: join(folder, `${as}.log`) },
      );
      keep(as, running);
      return running;
    },
    cpu: () => ({
      ...Object.fromEntries(
        [...processes]
          .filter(([, one]) => one.isRunning())
          .map(([name, { pid }]) => [name, cpuSecondsOf([pid, ...childrenOf(pid)])]),
      ),
      'this bench': cpuSecondsOf([process.pid]),
    }),
  };
}

/** Processor seconds by process between two readings; of what was started in between, all of it. */
export function cpuBetween(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)]),
  );
}

/** The median of each process over some rounds. */
export function medianCpu(
  rounds: readonly { readonly cpu: Readonly<Record<string, number>> }[],
): Record<string, number> {
  const names = Object.keys(rounds[0]?.cpu ?? {});
  return Object.fromEntries(
    names.map((name) => [name, ratioOf(rounds.map(({ cpu }) => cpu[name] ?? 0)).median]),
  );
}
