/** Pieces of the page: verdicts, ranges, where processor time went, and what follows from that. */

import { availableParallelism } from 'node:os';
import { figure, markdownTable } from '../markdown-table.ts';
import type { Ratio } from '../ratio-of-pairs.ts';
import type { ProfileLine } from '../top-of-profile.ts';

export type Cpu = Readonly<Record<string, number>>;

/** Something with a target: at least, or at most so much. */
export interface Goal {
  readonly what: string;
  readonly target: number;
  readonly bound: 'at least' | 'at most';
  readonly unit: string;
  readonly found: number;
  readonly range?: Ratio;
}

export const isMet = ({ bound, target, found }: Goal): boolean =>
  bound === 'at least' ? found >= target : found <= target;

export function goalsTable(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => {
    const { what, target, bound, unit, found, range } = goal;
    const sign = bound === 'at least' ? '≥' : '≤';
    const measured = range === undefined ? `${figure(found)}${unit}` : ranged(range, unit);
    return [what, `${sign} ${target}${unit}`, measured, isMet(goal) ? 'met' : 'missed'];
  });
  return markdownTable([['what', 'target', 'measured', 'verdict'], ...rows]);
}

/** The median, and the least and the greatest where they differ. */
export function ranged({ median, min, max }: Ratio, unit = ''): string {
  if (min === max) return `${thousands(median)}${unit}`;
  return `${thousands(median)}${unit} (${thousands(min)} to ${thousands(max)})`;
}

/** Three digits, with commas. */
export const thousands = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en-GB', { maximumFractionDigits: 6 });

/** One row a process: seconds, and how many cores that is over the time it took. */
export function cpuTable(cpu: Cpu, milliseconds: number): string {
  const rows = Object.entries(cpu)
    .filter(([, seconds]) => seconds >= 0.005)
    .sort(([, a], [, b]) => b - a)
    .map(([name, seconds]) => [
      name,
      `${figure(seconds)} s`,
      figure(seconds / (milliseconds / 1000)),
    ]);
  return markdownTable([['process', 'processor time', 'cores'], ...rows]);
}

/** Share of all cores, or of one, from which on it is they that hold things up. */
export const bindingShare = 0.8;

/** The bottleneck, as far as processor time shows it. */
export function bindsSentence(cpu: Cpu, milliseconds: number): string {
  const cores = availableParallelism();
  const shares = Object.entries(cpu).map(
    ([name, seconds]) => [name, seconds / (milliseconds / 1000)] as const,
  );
  const all = shares.reduce((sum, [, share]) => sum + share, 0);
  const [name = '', most = 0] = shares.toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const used = `${figure(all)} of the ${cores} cores were in use`;
  if (all > bindingShare * cores)
    return `The CPU is the bottleneck: ${used}, most by the ${name} (${figure(most)}).`;
  if (most > bindingShare)
    return `The ${name} is the bottleneck: it used ${figure(most)} of a core; ${used}.`;
  const rest = 'the rest is round trips, and batches that wait for each other.';
  return `Waiting is the bottleneck: ${used}, at most ${figure(most)} by one process; ${rest}`;
}

export function profileTable(lines: readonly ProfileLine[]): string {
  const rows = lines.map(({ what, share }) => [`\`${what}\``, `${figure(100 * share)}%`]);
  return markdownTable([['function', 'of its own'], ...rows]);
}
