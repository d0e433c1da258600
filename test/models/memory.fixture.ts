/**
 * Resident memory of processes while they work, as peaks of the first and of the second
 * half of the work.
 */

import { readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';

/**
 * Megabytes by which the peak of the second half may be above that of the first, for each process.
 */
const growthMax = 96;
const everyMs = 100;

export interface MemoryPeaks {
  first: number;
  second: number;
}

/**
 * Watches the memory of the processes that `pids` names at each moment, while `halfNow` tells
 * the current half.
 */
export function watchMemory(
  pids: () => readonly (number | undefined)[],
  halfNow: () => keyof MemoryPeaks | null,
): { stop(): MemoryPeaks } {
  const peaks: MemoryPeaks = { first: 0, second: 0 };
  const timer = setInterval(() => {
    const half = halfNow();
    if (half === null) return;
    const sum = pids().reduce<number>((all, pid) => all + residentMegabytes(pid), 0);
    peaks[half] = Math.max(peaks[half], sum);
  }, everyMs);
  onTestFinished(() => clearInterval(timer));
  return {
    stop: () => {
      clearInterval(timer);
      return peaks;
    },
  };
}

export function expectFlat({ first, second }: MemoryPeaks, processes = 1): void {
  console.log(`peaks in MB: ${first.toFixed(0)}, then ${second.toFixed(0)}`);
  expect(first).toBeGreaterThan(0);
  expect(second - first).toBeLessThan(growthMax * processes);
}

/**
 * Which half of `all` asks the counted ones are in; null once all have come, and other work begins.
 */
export function halfOf(counted: number, all: number): keyof MemoryPeaks | null {
  if (counted >= all) return null;
  return counted * 2 < all ? 'first' : 'second';
}

/** 0 for a process that has ended. */
function residentMegabytes(pid = 0): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+([0-9]+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
