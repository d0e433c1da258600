/** `npm run bench`: measures every budget, prints the table, and writes it into the documents. */

import { writeFileSync } from 'node:fs';
import { find, type Finding } from './budget.js';
import { jobBudgets } from './job-budgets.js';
import { performancePage, rowOf } from './performance-page.js';
import { readerBudgets } from './reader-budgets.js';

const page = new URL('../../docs/reference/performance.md', import.meta.url);

const findings: Finding[] = [];
for (const budget of [...jobBudgets, ...readerBudgets]) {
  const finding = await find(budget);
  findings.push(finding);
  console.log(rowOf(finding).join('  |  '));
}
writeFileSync(page, performancePage(findings));

const named = (verdict: Finding['verdict']): Finding[] =>
  findings.filter((finding) => finding.verdict === verdict);
for (const { name } of named('missed')) console.log(`target missed: ${name}`);
for (const { name } of named('broken')) console.log(`floor broken: ${name}`);
if (named('broken').length > 0) process.exitCode = 1;
