/**
 * What it costs to project: many runs until their last event, and until the tables of
 * Postgres hold it.
 */

import { join } from 'node:path';
import pg from 'pg';
import { sha256Hex } from '#values';
import { startPostgres } from '../../scripts/cluster/postgres.ts';
import { quietRounds, type Quiet } from '../quiet-rounds.ts';
import { ratioOf, type Ratio } from '../ratio-of-pairs.ts';
import type { ProfileLine } from '../top-of-profile.ts';
import { cpuBetween, inCluster, medianCpu, type BenchCluster } from './bench-cluster.ts';
import { benchTape, type BenchTape } from './bench-tape.ts';
import { lastEventMs, submit } from './decisions.ts';
import { profileClock, profiling, topOfProfiles } from './profile.ts';
import { until, untilDone } from './topic-reading.ts';

export interface ProjectingFinding {
  readonly runs: number;
  readonly bars: number;
  readonly quiet: Quiet;
  /** Milliseconds to the last event without a gateway, and until the tables hold it with one. */
  readonly without: Ratio;
  readonly with: Ratio;
  /** Milliseconds to the last event with a gateway. */
  readonly events: Ratio;
  /** `events` over `without`. */
  readonly slowdown: Ratio;
  /** `with` over `without`. */
  readonly ratio: Ratio;
  /** Processor seconds by process, the median of each, with a gateway and without. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly cpuWithout: Readonly<Record<string, number>>;
  readonly profiles: Readonly<Record<string, readonly ProfileLine[]>>;
}

export interface ProjectingOptions {
  readonly runs: number;
  readonly bars: number;
  readonly rounds: number;
}

interface Round {
  readonly eventsMs: number;
  readonly tablesMs: number;
  readonly cpu: Readonly<Record<string, number>>;
}

/** Without a gateway, and with one. */
interface Pair {
  readonly bare: Round;
  readonly full: Round;
}

interface ProfiledFrom {
  readonly profiledFrom: number;
}

const topics = ['runs', 'agent.decisions', 'portfolio.events'] as const;

export function measureProjecting({
  runs,
  bars,
  rounds,
}: ProjectingOptions): Promise<ProjectingFinding> {
  return inCluster({}, async (cluster) => {
    const tape = await benchTape('bench-projecting', bars);
    await cluster.log.append(tape.released);
    for (const name of ['agent-adapter', 'portfolio'] as const) await cluster.start(name);
    await warmUp(cluster, tape, 'services');
    const postgres = await startPostgres({ dataDir: join(cluster.folder, 'postgres') });
    cluster.keep('postgres', postgres);
    const projected = async (name: string, isProfiled = false): Promise<Round & ProfiledFrom> => {
      const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
      const gateway = await startGateway(cluster, postgres.url, isProfiled);
      await untilProjected(cluster, pool);
      // It is as warm as the other services: what counts is a gateway that runs, not
      // one that starts.
      await warmUp(cluster, tape, name, pool);
      const profiledFrom = profileClock();
      const found = await oneRound(cluster, tape, runs, name, pool);
      await pool.end();
      await gateway.stop();
      return { ...found, profiledFrom };
    };
    const bare = async (name: string): Promise<Round> => {
      await warmUp(cluster, tape, name);
      return oneRound(cluster, tape, runs, name);
    };
    // Who is second finds services that have run for longer: that is either of them in turn.
    const pair = async (round: number): Promise<Pair> => {
      const first = round % 2 === 0 ? await bare(`without ${round}`) : undefined;
      const full = await projected(`with ${round}`);
      return { bare: first ?? (await bare(`without ${round}`)), full };
    };
    const { rounds: pairs, tried, stolen } = await quietRounds(rounds, pair);
    const without = pairs.map(({ bare }) => bare);
    const withTables = pairs.map(({ full }) => full);
    // A round more, which does not count: to be profiled costs as well.
    const { profiledFrom } = await projected('profiled', true);
    return {
      runs,
      bars,
      quiet: { tried, stolen },
      without: ratioOf(without.map(({ eventsMs }) => eventsMs)),
      with: ratioOf(withTables.map(({ tablesMs }) => tablesMs)),
      events: ratioOf(withTables.map(({ eventsMs }) => eventsMs)),
      slowdown: ratioOf(pairs.map(({ bare, full }) => full.eventsMs / bare.eventsMs)),
      ratio: ratioOf(pairs.map(({ bare, full }) => full.tablesMs / bare.eventsMs)),
      cpu: medianCpu(withTables),
      cpuWithout: medianCpu(without),
      profiles: topOfProfiles(cluster.folder, ['gateway'], profiledFrom),
    };
  });
}

/** Small rounds, until what counts is compiled. */
async function warmUp(
  cluster: BenchCluster,
  tape: BenchTape,
  name: string,
  tables?: pg.Pool,
): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await oneRound(cluster, tape, 20, `warm ${round} ${name}`, tables);
  }
}

function startGateway(cluster: BenchCluster, url: string, isProfiled: boolean) {
  const profile = isProfiled ? profiling(cluster.folder, 'gateway').env : {};
  const env = {
    ...profile,
    TAPEFOLD_DATABASE_URL: url,
    TAPEFOLD_ADMIN_TOKEN_HASH: sha256Hex('an unused token'),
  };
  return cluster.start('gateway', { env });
}

async function oneRound(
  cluster: BenchCluster,
  tape: BenchTape,
  runs: number,
  name: string,
  tables?: pg.Pool,
): Promise<Round> {
  const { log, cpu } = cluster;
  const from = await log.endOffsets('portfolio.events');
  const before = cpu();
  const fromMs = await submit(cluster, tape, runs, name);
  await untilDone(log, 'portfolio', topics);
  const tablesAtMs = tables === undefined ? NaN : await untilProjected(cluster, tables);
  const used = cpuBetween(before, cpu());
  const to = await log.endOffsets('portfolio.events');
  const eventsMs = (await lastEventMs(cluster, from, to)) - fromMs;
  return { eventsMs, tablesMs: tablesAtMs - fromMs, cpu: used };
}

/** Waits until the tables hold everything that is on the topics; the instant of it. */
async function untilProjected({ log }: BenchCluster, tables: pg.Pool): Promise<number> {
  let atMs = NaN;
  await until('tables with everything', async () => {
    const ends = await Promise.all(topics.map((topic) => log.endOffsets(topic)));
    const wanted = ends.flat().reduce((sum, end) => sum + end, 0);
    const { rows } = await tables.query<{ held: string | null }>(
      'select sum(next_offset) as held from tapefold.checkpoints where topic = any($1)',
      [topics],
    );
    atMs = Date.now();
    return Number(rows[0]?.held ?? 0) >= wanted;
  });
  return atMs;
}
