/**
 * Decisions per second of many runs on one tape, through adapter and portfolio; a bare client
 * is the baseline.
 */

import { outgoing, type StoredMessage } from '#event-log';
import { ratioOf, type Ratio } from '../ratio-of-pairs.ts';
import type { ProfileLine } from '../top-of-profile.ts';
import { bareLoad, withBareClients, type BareClients, type BareLoad } from './bare-move.ts';
import { cpuBetween, inCluster, type BenchCluster } from './bench-cluster.ts';
import { benchTape, crossovers, runsOn, type BenchTape } from './bench-tape.ts';
import { profileClock, profiling, topOfProfiles } from './profile.ts';
import { edgesBetween, messagesBetween, untilDone, type Offsets } from './topic-reading.ts';

export interface DecisionsFinding {
  readonly bars: number;
  readonly lines: readonly DecisionsLine[];
  readonly profiles: Readonly<Record<string, readonly ProfileLine[]>>;
}

export interface DecisionsLine {
  readonly runs: number;
  readonly rounds: number;
  readonly decisions: number;
  /** Counts `agent.decisions` and `portfolio.events` together. */
  readonly bytes: number;
  /** Decisions a second, from submission to the last event. */
  readonly rate: Ratio;
  readonly bareRate: Ratio;
  /** Compares with the bare client's rate. */
  readonly ratio: Ratio;
  /** Microseconds a decision. */
  readonly cost: Ratio;
  /** Processor seconds of the median round by process, and its milliseconds. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

export interface DecisionsOptions {
  readonly bars: number;
  /** How many runs, and how often that many are measured. */
  readonly steps: readonly { readonly runs: number; readonly rounds: number }[];
}

interface Round {
  readonly milliseconds: number;
  readonly cpu: Readonly<Record<string, number>>;
}

/** At most so many runs are kept as the bare client's load, which is then sent several times. */
const loadRunsMax = 100;
const inputs = ['runs', 'agent.decisions', 'portfolio.events'] as const;

export function measureDecisions({ bars, steps }: DecisionsOptions): Promise<DecisionsFinding> {
  return inCluster({}, async (cluster) => {
    const tape = await benchTape('bench-decisions', bars);
    await cluster.log.append(tape.released);
    const services = [await cluster.start('agent-adapter'), await cluster.start('portfolio')];
    for (let round = 0; round < 3; round++) await oneRound(cluster, tape, 20, `warm ${round}`);
    const lines: DecisionsLine[] = [];
    await withBareClients(cluster, async (bare) => {
      for (const step of steps) lines.push(await oneLine(cluster, bare, tape, step));
    });
    await Promise.all(services.map((service) => service.stop()));
    return { bars, lines, profiles: await profiled(cluster, tape) };
  });
}

async function oneLine(
  cluster: BenchCluster,
  { move }: BareClients,
  tape: BenchTape,
  { runs, rounds }: DecisionsOptions['steps'][number],
): Promise<DecisionsLine> {
  const times = Math.max(1, runs / loadRunsMax);
  const load = await loadOf(cluster, tape, Math.min(runs, loadRunsMax), `load for ${runs}`);
  const measured: Round[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push((await move(load, times)).milliseconds);
    measured.push(await oneRound(cluster, tape, runs, `${runs} runs, round ${round}`));
  }
  const decisions = runs * decisionsOf(tape);
  const rateOf = (milliseconds: number): number => (decisions / milliseconds) * 1000;
  const middle = [...measured].sort((a, b) => a.milliseconds - b.milliseconds)[(rounds - 1) >> 1];
  return {
    runs,
    rounds,
    decisions,
    bytes: load.bytes * times,
    rate: ratioOf(measured.map(({ milliseconds }) => rateOf(milliseconds))),
    bareRate: ratioOf(bare.map(rateOf)),
    ratio: ratioOf(measured.map(({ milliseconds }, at) => (bare[at] as number) / milliseconds)),
    cost: ratioOf(measured.map(({ milliseconds }) => (1000 * milliseconds) / decisions)),
    cpu: middle?.cpu ?? {},
    milliseconds: middle?.milliseconds ?? NaN,
  };
}

/** One decision a bar. */
const decisionsOf = ({ facts, days }: BenchTape): number => facts - 2 * days;

/** Timed by the timestamps of messages, from the first submission to the last event of any run. */
async function oneRound(
  cluster: BenchCluster,
  tape: BenchTape,
  count: number,
  name: string,
): Promise<Round> {
  const { log, cpu } = cluster;
  const from = await log.endOffsets('portfolio.events');
  const before = cpu();
  const fromMs = await submit(cluster, tape, count, name);
  await untilDone(log, 'portfolio', inputs);
  const used = cpuBetween(before, cpu());
  const to = await log.endOffsets('portfolio.events');
  return { milliseconds: (await lastEventMs(cluster, from, to)) - fromMs, cpu: used };
}

/** Submits runs; the timestamp of the first of them. */
export async function submit(
  { log }: BenchCluster,
  tape: BenchTape,
  count: number,
  name: string,
): Promise<number> {
  const runs = runsOn(tape, { name, count, decide: 'bar', agentOf: crossovers });
  const from = await log.endOffsets('runs');
  await log.append(runs.map((run) => outgoing('runs', run)));
  const to = await log.endOffsets('runs');
  const [first] = await edgesBetween(log, 'runs', from, to, 'first');
  return first?.timestampMs ?? NaN;
}

/** The timestamp of the last event in any partition; an error where it ends no run. */
export async function lastEventMs(
  { log }: BenchCluster,
  from: Offsets,
  to: Offsets,
): Promise<number> {
  const ends = await edgesBetween(log, 'portfolio.events', from, to, 'last');
  const open = ends.find(({ value }) => value.endsWith('"hash":null}'));
  if (open !== undefined || ends.length === 0) throw new Error('a run did not come to its end');
  return Math.max(...ends.map(({ timestampMs }) => timestampMs));
}

/** What so many runs send, as the bare client's load. */
async function loadOf(
  cluster: BenchCluster,
  tape: BenchTape,
  runs: number,
  name: string,
): Promise<BareLoad> {
  const { log } = cluster;
  const topics = ['agent.decisions', 'portfolio.events'] as const;
  const from = await Promise.all(topics.map((topic) => log.endOffsets(topic)));
  await oneRound(cluster, tape, runs, name);
  const messages: StoredMessage[] = [];
  for (const [at, topic] of topics.entries()) {
    const to = await log.endOffsets(topic);
    messages.push(...(await messagesBetween(log, topic, from[at] ?? [], to)));
  }
  return bareLoad(cluster, messages, false);
}

/** A round with services that write down where their time goes. */
async function profiled(
  cluster: BenchCluster,
  tape: BenchTape,
): Promise<DecisionsFinding['profiles']> {
  const names = ['agent-adapter', 'portfolio'] as const;
  const { folder } = cluster;
  const services = await Promise.all(
    names.map((name) => cluster.start(name, profiling(folder, name))),
  );
  await oneRound(cluster, tape, 50, 'warm for a profile');
  const from = profileClock();
  await oneRound(cluster, tape, 100, 'profiled');
  await Promise.all(services.map((service) => service.stop()));
  return topOfProfiles(folder, names, from);
}
