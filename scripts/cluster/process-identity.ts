/**
 * The identity of a process: a pid may be reused by another process, a pid with its
 * start time may not.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in a form that only this machine since its last boot understands. */
  readonly started: string;
}

/** The process that has this pid now; undefined if there is none, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether it still is the process that was identified. */
export const isAlive = ({ pid, started }: ProcessIdentity): boolean =>
  identify(pid)?.started === started;

/**
 * Sends the signal to exactly this process, and to none if it has ended. Returns
 * whether it was sent.
 */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false;
  try {
    return process.kill(identity.pid, name);
  } catch {
    return false; // It ended between the two lines.
  }
}

/** The running child processes of this one (Linux; empty elsewhere). */
export function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((other) => statOf(other)?.[1] === String(pid));
}

/**
 * Fields of /proc/<pid>/stat from the third on: state, parent, …; the name before them may contain
 * any character.
 */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function startedOnLinux(pid: number): string | undefined {
  const fields = statOf(pid);
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  // Field 22 of proc(5): clock ticks since boot, hence the boot id with it.
  return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
}

function startedElsewhere(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  const [state, ...started] = (stdout ?? '').trim().split(/\s+/);
  return started.length === 0 || state?.startsWith('Z') === true ? undefined : started.join(' ');
}
