/** What a run costs at a fact that does not concern it: every run passes every fact of its tape. */

import { outgoing } from '#event-log';
import { AdapterProcessor, TapeLibrary } from '#pipeline';
import { ratioOf, type Ratio } from '../ratio-of-pairs.ts';
import { batchOf, benchTape, crossovers, refuse, runsOn } from './bench-tape.ts';

const warmUps = 4;
const rounds = 5;

/**
 * Nanoseconds of processor time a fact and run, of runs on a symbol that has no bars on its
 * tape, in rounds.
 */
export async function passingNanoseconds(bars = 200_000, count = 8): Promise<Ratio> {
  const tape = await benchTape('bench-passing', bars);
  const released = tape.released.map((message) => ({
    ...message,
    value: message.value.replace(
      '"instruments":[{"symbol":"S0"',
      '"instruments":[{"symbol":"another","currency":"USD"},{"symbol":"S0"',
    ),
  }));
  const tapes = new TapeLibrary();
  tapes.need(tape.id, 'bench');
  const adapter = new AdapterProcessor({ tapes });
  adapter.onBroken = refuse;
  adapter.open(0, 0, new Map());
  await adapter.tapeBatch(batchOf('market.tape', released));
  const all = { name: 'passing', count: warmUps + rounds * count, decide: 'bar' as const };
  const runs = runsOn(tape, { ...all, agentOf: crossovers });
  const pass = async (some: typeof runs): Promise<void> => {
    for (const run of some) await adapter.receive(batchOf('runs', [outgoing('runs', run)]));
  };
  await pass(runs.slice(0, warmUps));
  const found: number[] = [];
  for (let from = warmUps; from < runs.length; from += count) {
    const before = process.cpuUsage();
    await pass(runs.slice(from, from + count));
    const { user, system } = process.cpuUsage(before);
    found.push(((user + system) * 1000) / (count * tape.facts));
  }
  return ratioOf(found);
}
