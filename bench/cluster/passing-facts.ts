/** What a run costs at a fact that does not concern it: every run passes every fact of its tape. */

import { AdapterProcessor, outgoing, TapeLibrary } from '#pipeline';
import { batchOf, benchTape, crossovers, refuse, runsOn } from './bench-tape.ts';

const warmUps = 4;

/** Nanoseconds of processor time a fact and run, of runs on a symbol that has no bars on its tape. */
export async function passingNanoseconds(bars = 200_000, count = 8): Promise<number> {
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
  const adapter = new AdapterProcessor(tapes);
  adapter.onBroken = refuse;
  adapter.open(0, 0, new Map());
  await adapter.tapeBatch(batchOf('market.tape', released));
  const all = { name: 'passing', count: warmUps + count, decide: 'bar' as const };
  const runs = runsOn(tape, { ...all, agentOf: crossovers });
  let before = process.cpuUsage();
  for (const [number, run] of runs.entries()) {
    if (number === warmUps) before = process.cpuUsage();
    await adapter.receive(batchOf('runs', [outgoing('runs', run)]));
  }
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / (count * tape.facts);
}
