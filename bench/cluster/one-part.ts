/** One part of the bench alone, as its part of the page. */

import { invalidInput } from '#values';
import {
  decisionsPart,
  factsPart,
  latencyPart,
  projectingPart,
  workersPart,
} from './cluster-page.ts';
import { measureDecisions } from './decisions.ts';
import { measureFacts } from './facts.ts';
import { measureLatency } from './latency.ts';
import { passingNanoseconds } from './passing-facts.ts';
import { measureProjecting } from './projecting.ts';
import type { BenchSize } from './sizes.ts';
import { bytesAFact } from './tape-memory.ts';
import { measureWorkers } from './two-workers.ts';

type MeasurePart = (size: BenchSize) => Promise<string>;

const parts: Readonly<Record<string, MeasurePart>> = {
  async facts(size) {
    const factBytes = await bytesAFact();
    const facts = await measureFacts(size.facts);
    return factsPart({
      facts,
      bytesAFact: factBytes,
      passingNanoseconds: await passingNanoseconds(),
    });
  },
  decisions: async (size) => decisionsPart(await measureDecisions(size.decisions)),
  workers: async (size) => workersPart(await measureWorkers(size.workers)),
  async latency(size) {
    // How much a live source sends follows from how much there can be.
    const { rate } = await measureFacts(size.facts);
    const latency = { ...size.latency, factsASecond: rate.median };
    return latencyPart(await measureLatency(latency));
  },
  projecting: async (size) => projectingPart(await measureProjecting(size.projecting)),
};

/** Measures what `--only` names. `InvalidInput` where it is no part of the bench. */
export function measureOnly(name: string, size: BenchSize): Promise<string> {
  const measure = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (measure !== undefined) return measure(size);
  const expected = Object.keys(parts).join(', ');
  throw invalidInput('no part of the bench', { where: '--only', expected, found: name });
}
