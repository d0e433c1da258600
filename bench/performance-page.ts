/** The findings of a bench as a page of the reference. */

import type { Finding } from './budget.js';
import { pairsOfProcesses } from './job-budgets.js';
import { figure, machine, markdownTable } from './markdown-table.js';
import { triesMax } from './quiet-rounds.js';

const columns = ['what', 'target', 'floor', 'measured', 'verdict'];

export function performancePage(findings: readonly Finding[]): string {
  const rows = [columns, ...findings.map(rowOf)];
  return `# Performance

Written by \`npm run bench\`. Ratios are medians of five interleaved pairs with the least and the greatest in
parentheses, so that a machine's speed and most of its other work cancel out; what takes milliseconds, as the raw loop
does, is hit by the rest. A verdict is that of the median. The first pairs, in which code is still being compiled, do
not count. Of whole processes, ${pairsOfProcesses} pairs count: those of at
most ${triesMax * pairsOfProcesses} in which a hypervisor gave other machines
least, as far as it says. A missed target is said so, a broken floor fails the command.

Job J is 1,000,000 seeded one-minute bars, a 10/30 moving average crossover decided at every bar, all in, whole
units, no cost, with the full journal, its hash and the tape's. The raw loop is what anybody would write over an
array of closes: it checks, keeps and proves nothing. Its answer and the engine's are the same to the cent, or
the bench fails. Where the engine reads a file, so does its raw loop. J8 is 8 symbols of 250,000 bars each as one
portfolio. What 512 symbols cost is compared with one symbol doing the same: a whole run with a run, a tape with a tape.

Processes of the engine are started as \`npm start\` and the services start theirs, with \`--v8-pool-size=0\`, which
lets Node choose: as many threads for compiler and collector as there are cores beside the one that the run has. Its
usual four stop the run on two cores, again and again, while its code is being compiled. \`npx tapefold\` does so where
it starts another Node, because the one that it was called with is too old; on a newer one it is the bare process of
the table. A process of the raw loop is a bare one always.

This machine: ${machine()}.

${markdownTable(rows)}
`;
}

/** Cells of one finding. */
export function rowOf({ name, target, floor, unit, found, verdict }: Finding): string[] {
  const bound = (value: number | null): string => (value === null ? '–' : `≤ ${value}${unit}`);
  return [name, bound(target), bound(floor), measured(found, unit), verdict];
}

function measured(found: Finding['found'], unit: string): string {
  if (typeof found === 'number') return `${figure(found)}${unit}`;
  return `${figure(found.median)}${unit} (${figure(found.min)} to ${figure(found.max)})`;
}
