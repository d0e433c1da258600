/** `npm run bench:cluster`: what a cluster on this machine carries, beside what a bare client does. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { figure } from '../markdown-table.ts';
import { clusterPage, goalsOf, type ClusterFindings } from './cluster-page.ts';
import { measureDecisions } from './decisions.ts';
import { measureFacts } from './facts.ts';
import { measureLatency } from './latency.ts';
import { isMet } from './page-parts.ts';
import { measureProjecting } from './projecting.ts';
import { sizes } from './sizes.ts';
import { passingNanoseconds } from './passing-facts.ts';
import { bytesAFact } from './tape-memory.ts';
import { measureWorkers } from './two-workers.ts';

/** `--small`: minutes become seconds, and nothing is written; `--page FILE`: elsewhere than in the documents. */
const { values } = parseArgs({
  options: { small: { type: 'boolean', default: false }, page: { type: 'string' } },
});
const size = sizes[values.small ? 'small' : 'full'];

const facts = await timed('facts', () => measureFacts(size.facts));
const tenth = facts.rate.median / 10;
const feeds = size.latency.symbols.map((symbols) => ({ symbols, factsASecond: tenth }));
const findings: ClusterFindings = {
  facts,
  decisions: await timed('decisions', () => measureDecisions(size.decisions)),
  workers: await timed('workers', () => measureWorkers(size.workers)),
  latency: await timed('latency', () => measureLatency({ ...size.latency, feeds })),
  projecting: await timed('projecting', () => measureProjecting(size.projecting)),
  bytesAFact: await timed('memory', () => bytesAFact(size.facts.bars)),
  passingNanoseconds: await timed('passing', () => passingNanoseconds(size.facts.bars)),
};

for (const goal of goalsOf(findings)) {
  const { what, target, bound, unit, found } = goal;
  const verdict = isMet(goal) ? 'met' : 'missed';
  console.log(`${what}  |  ${bound} ${target}${unit}  |  ${figure(found)}${unit}  |  ${verdict}`);
}
const page = values.page ?? join(projectRoot, 'docs', 'reference', 'performance-cluster.md');
if (!values.small || values.page !== undefined) writeFileSync(page, clusterPage(findings));

async function timed<T>(name: string, measure: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const found = await measure();
  console.log(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
  return found;
}
