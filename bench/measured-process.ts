/** A program as a person starts it, measured from outside: its time, and the memory of all its processes. */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Measured {
  /** From before the start to after the end. */
  readonly milliseconds: number;
  /**
   * MiB: the greatest sum, over the processes alive at one look, of what each had at most. Looks are 50 ms apart. Null
   * where the system does not tell.
   */
  readonly peakMegabytes: number | null;
  readonly stdout: string;
}

const lookEveryMs = 50;

/** Runs a program to its end; throws with its output if it fails. */
export async function measureProcess(
  program: string,
  given: readonly string[],
  cwd: string,
): Promise<Measured> {
  const from = performance.now();
  const child = spawn(program, given, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, kilobytesOfTree(child.pid));
  }, lookEveryMs);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    const milliseconds = performance.now() - from;
    const [stdout, stderr] = await said;
    if (code !== 0) throw new Error(`${program} ${given.join(' ')} failed: ${stderr}`);
    return { milliseconds, peakMegabytes: peak === 0 ? null : peak / 1024, stdout };
  } finally {
    clearInterval(look);
  }
}

/** Of a process and all that it started, directly or not: the sum of what each of them had at most. */
function kilobytesOfTree(root: number | undefined): number {
  if (process.platform !== 'linux' || root === undefined) return 0;
  const tree = new Set<number>();
  let sum = 0;
  for (const pid of processesFrom(root)) {
    const status = readStatus(pid);
    if (pid !== root && !tree.has(numberOf(status, 'PPid'))) continue;
    tree.add(pid);
    sum += numberOf(status, 'VmHWM');
  }
  return sum;
}

/** Processes started since, oldest first, so that a parent comes before its children. */
function processesFrom(first: number): number[] {
  const pids = readdirSync('/proc').map(Number);
  return pids.filter((pid) => pid >= first).sort((a, b) => a - b);
}

/** Empty of a process that has just ended. */
function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function numberOf(status: string, key: string): number {
  return Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
