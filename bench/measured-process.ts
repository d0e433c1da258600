/**
 * A program as a person starts it, measured from outside: its time, and what all its
 * processes took.
 */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parseProcessStat } from './process-stat.js';

export interface Measured {
  /** From before the start to after the end. */
  readonly milliseconds: number;
  /**
   * MiB: the greatest sum, over the processes alive at one look, of what each had at most. Looks
   * are 50 ms apart. Null where the system does not tell.
   */
  readonly peakMegabytes: number | null;
  /**
   * User and system time: the sum of what each process had when it was last seen, so that of each
   * the last 50 ms may be missing. Null where the system does not tell.
   */
  readonly processorSeconds: number | null;
  readonly stdout: string;
}

const lookEveryMs = 50;

/** Runs a program to its end; throws with its output if it fails. */
export async function measureProcess(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<Measured> {
  const from = performance.now();
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  let peak = 0;
  const secondsOf = new Map<number, number>();
  const look = setInterval(() => {
    const processes = treeFrom(child.pid);
    const kilobytes = processes.reduce((sum, { peakKilobytes }) => sum + peakKilobytes, 0);
    peak = Math.max(peak, kilobytes);
    for (const { pid, processorSeconds } of processes) {
      if (processorSeconds !== null) secondsOf.set(pid, processorSeconds);
    }
  }, lookEveryMs);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    const milliseconds = performance.now() - from;
    const [stdout, stderr] = await output;
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
    return {
      milliseconds,
      peakMegabytes: peak === 0 ? null : peak / 1024,
      processorSeconds: secondsOf.size === 0 ? null : sumOf(secondsOf.values()),
      stdout,
    };
  } finally {
    clearInterval(look);
  }
}

interface SeenProcess {
  readonly pid: number;
  /** What it had at most so far; 0 of a process that has just ended. */
  readonly peakKilobytes: number;
  /** Null of a process that has just ended. */
  readonly processorSeconds: number | null;
}

/** A process and all that it started, directly or not; none where the system does not tell. */
function treeFrom(root: number | undefined): SeenProcess[] {
  if (process.platform !== 'linux' || root === undefined) return [];
  const tree = new Map<number, SeenProcess>();
  for (const pid of processesFrom(root)) {
    const stat = parseProcessStat(readOf(pid, 'stat'));
    const isInTree = pid === root || (stat !== null && tree.has(stat.parent));
    if (!isInTree) continue;
    const peakKilobytes = numberOf(readOf(pid, 'status'), 'VmHWM');
    tree.set(pid, { pid, peakKilobytes, processorSeconds: stat?.processorSeconds ?? null });
  }
  return [...tree.values()];
}

function sumOf(values: Iterable<number>): number {
  return [...values].reduce((sum, value) => sum + value, 0);
}

/** Processes started since, oldest first, so that a parent comes before its children. */
function processesFrom(first: number): number[] {
  const pids = readdirSync('/proc').map(Number);
  return pids.filter((pid) => pid >= first).sort((a, b) => a - b);
}

/** Empty of a process that has just ended. */
function readOf(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function numberOf(status: string, key: string): number {
  return Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
