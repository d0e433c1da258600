/**
 * `npm run bench`: times the command and measures every budget, prints the figures, writes them
 * into the documents, and names the commit in `.ci/measured-commit`. `--against <folder>` also
 * times the command of another build, `--only <text>` runs only the jobs whose name has the text,
 * and writes nothing.
 */

import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { auditBudgets } from './audit-budgets.js';
import { find, type Finding } from './budget.js';
import { commandFindings, commandJobs } from './command-budgets.js';
import { ownBuild } from './command-run.js';
import { measureJob, type JobFinding } from './command-rounds.js';
import { jobRows, performancePage, rowOf } from './performance-page.js';
import { movesBudgets } from './moves-budgets.js';
import { moveMeasuredCommit } from './paired/measured-commit.js';
import { readerBudgets } from './reader-budgets.js';
import { retrievalBudgets } from './retrieval-budgets.js';
import { toolCallBudgets } from './tool-call-budgets.js';

const page = new URL('../../docs/reference/performance.md', import.meta.url);

const { values: options } = parseArgs({
  options: { against: { type: 'string' }, only: { type: 'string' } },
});
const against = options.against === undefined ? undefined : resolve(options.against);
const other = against === undefined ? undefined : basename(against);

const print = (cells: readonly string[]): void => console.log(cells.join('  |  '));

const jobs: JobFinding[] = [];
for (const job of commandJobs.filter(({ name }) => name.includes(options.only ?? ''))) {
  const finding = await measureJob(job, against);
  jobs.push(finding);
  jobRows(finding, other).forEach(print);
}
const command = commandFindings(jobs, other);
command.map(rowOf).forEach(print);

const inner: Finding[] = [];
const budgets = [
  ...readerBudgets,
  ...toolCallBudgets,
  ...retrievalBudgets,
  ...auditBudgets,
  ...movesBudgets,
];
for (const budget of options.only === undefined ? budgets : []) {
  const finding = await find(budget);
  inner.push(finding);
  print(rowOf(finding));
}
if (options.only === undefined) {
  writeFileSync(page, performancePage({ jobs, command, inner, other }));
  // The build that was measured is the one that `npm run bench:paired` compares with from now on.
  console.log(moveMeasuredCommit(ownBuild));
}

const named = (verdict: Finding['verdict']): Finding[] =>
  [...command, ...inner].filter((finding) => finding.verdict === verdict);
for (const { name } of named('missed')) console.log(`target missed: ${name}`);
for (const { name } of named('broken')) console.log(`floor broken: ${name}`);
if (named('broken').length > 0) process.exitCode = 1;
