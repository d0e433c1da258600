/**
 * Facts per second from the clock to the portfolio, against a bare client that moves the
 * bytes of the tape.
 */

import { outgoing, type OutgoingMessage } from '#event-log';
import { bareLoad, withBareClients } from './bare-move.ts';
import { cpuBetween, inCluster, medianCpu, type BenchCluster } from './bench-cluster.ts';
import {
  benchTape,
  buyAndHold,
  decisionsFor,
  renamed,
  runsOn,
  type BenchTape,
} from './bench-tape.ts';
import { ratioOf, type Ratio } from '../ratio-of-pairs.ts';
import { profileClock, profiling, topOfProfiles } from './profile.ts';
import { edgesBetween, messagesBetween, untilDone } from './topic-reading.ts';
import type { ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import type { ProfileLine } from '../top-of-profile.ts';

export interface FactsFinding {
  readonly facts: number;
  readonly bytes: number;
  readonly rounds: number;
  /** Facts a second. */
  readonly rate: Ratio;
  readonly bareRate: Ratio;
  /** Compares with the bare client's rate. */
  readonly ratio: Ratio;
  /** Facts a second where an agent adapter reads the same tape and decides. */
  readonly withAdapterRate: Ratio;
  /** Processor seconds of a round, by process, medians. */
  readonly cpu: Readonly<Record<string, number>>;
  /** The median round, milliseconds. */
  readonly milliseconds: number;
  readonly profiles: Readonly<Record<string, readonly ProfileLine[]>>;
}

export interface FactsOptions {
  readonly bars: number;
  readonly rounds: number;
}

interface Round {
  readonly milliseconds: number;
  readonly cpu: Readonly<Record<string, number>>;
}

const warmUps = 1;

export function measureFacts({ bars, rounds }: FactsOptions): Promise<FactsFinding> {
  return inCluster({}, async (cluster) => {
    const tape = await benchTape('bench-facts', bars);
    const clock = await cluster.start('clock');
    const portfolio = await cluster.start('portfolio');
    const load = bareLoad(cluster, tape.released, true);
    const measured: Round[] = [];
    const bare: number[] = [];
    await withBareClients(cluster, async ({ move }) => {
      for (let round = -warmUps; round < rounds; round++) {
        const moved = await move(load);
        const taken = await oneRound(cluster, clock, tape, `round ${round}`, true);
        if (round < 0) continue;
        bare.push(moved.milliseconds);
        measured.push(taken);
      }
    });
    const profiles = await profiled(cluster, { clock, portfolio }, tape);
    const withAdapter = await roundsWithAdapter(cluster, tape, rounds);
    const rateOf = (milliseconds: number): number => (tape.facts / milliseconds) * 1000;
    return {
      facts: tape.facts,
      bytes: load.bytes,
      rounds,
      rate: ratioOf(measured.map((round) => rateOf(round.milliseconds))),
      bareRate: ratioOf(bare.map(rateOf)),
      ratio: ratioOf(measured.map(({ milliseconds }, at) => (bare[at] as number) / milliseconds)),
      withAdapterRate: ratioOf(withAdapter.map((round) => rateOf(round.milliseconds))),
      cpu: medianCpu(measured),
      milliseconds: ratioOf(measured.map(({ milliseconds }) => milliseconds)).median,
      profiles,
    };
  });
}

/**
 * Everything is on the topics while the clock is stopped like a machine that sleeps; then it
 * wakes. Timed by the timestamps of messages, from the first of the tape's facts to the last of
 * the run's events.
 */
async function oneRound(
  { log, cpu }: BenchCluster,
  clock: ManagedProcess,
  original: BenchTape,
  name: string,
  isDecided: boolean,
): Promise<Round> {
  const tape = renamed(original, name);
  const runs = runsOn(tape, { name, count: 1, decide: 'session-close', agentOf: buyAndHold });
  const decisions: readonly OutgoingMessage[] = isDecided ? await decisionsFor(tape, runs) : [];
  const tapeFrom = await log.endOffsets('market.tape');
  const eventsFrom = await log.endOffsets('portfolio.events');
  clock.pause();
  try {
    const asked = runs.map((run) => outgoing('runs', run));
    await log.append([tape.request, ...tape.raw, ...asked, ...decisions]);
  } finally {
    clock.resume();
  }
  const before = cpu();
  await untilDone(log, 'portfolio', ['runs', 'agent.decisions', 'portfolio.events']);
  const used = cpuBetween(before, cpu());
  const tapeTo = await log.endOffsets('market.tape');
  const opened = tapeFrom.map((from, partition) => Math.min(tapeTo[partition] ?? 0, from + 2));
  const facts = (await messagesBetween(log, 'market.tape', tapeFrom, opened)).find(
    ({ headers }) => headers['type'] === 'TapeFacts',
  );
  const eventsTo = await log.endOffsets('portfolio.events');
  const last = (await edgesBetween(log, 'portfolio.events', eventsFrom, eventsTo, 'last')).at(-1);
  if (facts === undefined || last?.value.includes('"RunClosed"') !== true) {
    throw new Error('a run of the bench did not come to its end');
  }
  return { milliseconds: last.timestampMs - facts.timestampMs, cpu: used };
}

async function roundsWithAdapter(
  cluster: BenchCluster,
  tape: BenchTape,
  rounds: number,
): Promise<Round[]> {
  const clock = await cluster.start('clock');
  await cluster.start('portfolio');
  await cluster.start('agent-adapter');
  const taken: Round[] = [];
  for (let round = -warmUps; round < Math.min(3, rounds); round++) {
    const one = await oneRound(cluster, clock, tape, `with adapter ${round}`, false);
    if (round >= 0) taken.push(one);
  }
  return taken;
}

/** One more round with services that write down where their time goes. */
async function profiled(
  cluster: BenchCluster,
  services: Record<'clock' | 'portfolio', ManagedProcess>,
  tape: BenchTape,
): Promise<FactsFinding['profiles']> {
  await Promise.all([services.clock.stop(), services.portfolio.stop()]);
  const { folder } = cluster;
  const clock = await cluster.start('clock', profiling(folder, 'clock'));
  const portfolio = await cluster.start('portfolio', profiling(folder, 'portfolio'));
  await oneRound(cluster, clock, tape, 'warm for a profile', true);
  const from = profileClock();
  await oneRound(cluster, clock, tape, 'profiled', true);
  await Promise.all([clock.stop(), portfolio.stop()]);
  return topOfProfiles(folder, ['clock', 'portfolio'], from);
}
