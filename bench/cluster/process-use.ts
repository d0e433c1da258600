/** What a process has used so far: seconds of the processor, and memory, as Linux counts them. */

import { readFileSync } from 'node:fs';

/**
 * Clock ticks per second in /proc: constant for programs on Linux, whatever the kernel's own rate.
 */
const ticksPerSecond = 100;

/** Seconds of processor time of all its threads, user and system. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold anything; what follows it is numbers.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** As `cpuSeconds`, with its direct children: a database works in processes of their own. */
export function cpuSecondsOf(pids: readonly number[]): number {
  let seconds = 0;
  for (const pid of pids) {
    try {
      seconds += cpuSeconds(pid);
    } catch {
      // It has ended since it was listed.
    }
  }
  return seconds;
}

/** Megabytes that it has in memory now. */
export function residentMegabytes(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1024;
}
