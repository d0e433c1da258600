/**
 * `npm run bench:cluster`: the throughput of a cluster on this machine, compared with
 * a bare client.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { figure } from '../markdown-table.ts';
import { clusterPage, goalsOf, type ClusterFindings } from './cluster-page.ts';
import { measureDecisions } from './decisions.ts';
import { measureFacts } from './facts.ts';
import { measureLatency } from './latency.ts';
import { measureOnly } from './one-part.ts';
import { isMet } from './page-parts.ts';
import { measureProjecting } from './projecting.ts';
import { scaleOutPage } from './scale-out-page.ts';
import { sizes, type BenchSize } from './sizes.ts';
import { passingNanoseconds } from './passing-facts.ts';
import { bytesAFact } from './tape-memory.ts';
import { measureWorkers } from './two-workers.ts';

// An exit takes with it what was started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/**
 * `--small`: minutes become seconds, and nothing is written; `--docs FOLDER`: instead of the
 * documents; `--only PART`: facts, decisions, workers, latency or projecting is measured and
 * printed, and nothing is written.
 */
const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    docs: { type: 'string' },
    only: { type: 'string' },
  },
});
const size: BenchSize = sizes[values.small ? 'small' : 'full'];
const { only } = values;
if (only !== undefined) {
  console.log(await timed(only, () => measureOnly(only, size)));
  process.exit();
}

// First, while little else is in memory.
const factBytes = await timed('memory', () => bytesAFact());
const facts = await timed('facts', () => measureFacts(size.facts));
const factsASecond = facts.rate.median;
const findings: ClusterFindings = {
  facts,
  decisions: await timed('decisions', () => measureDecisions(size.decisions)),
  workers: await timed('workers', () => measureWorkers(size.workers)),
  latency: await timed('latency', () => measureLatency({ ...size.latency, factsASecond })),
  projecting: await timed('projecting', () => measureProjecting(size.projecting)),
  bytesAFact: factBytes,
  passingNanoseconds: await timed('passing', () => passingNanoseconds()),
};

for (const goal of goalsOf(findings)) {
  const { what, target, bound, unit, found } = goal;
  const verdict = isMet(goal) ? 'met' : 'missed';
  console.log(`${what}  |  ${bound} ${target}${unit}  |  ${figure(found)}${unit}  |  ${verdict}`);
}
const docs = values.docs ?? join(projectRoot, 'docs');
if (!values.small || values.docs !== undefined) {
  write('reference/performance-cluster.md', clusterPage(findings));
  write('how-to/scale-out.md', scaleOutPage(findings));
}

function write(page: string, text: string): void {
  const file = join(docs, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function timed<T>(name: string, measure: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const found = await measure();
  console.log(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
  return found;
}
