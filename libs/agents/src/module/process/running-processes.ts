/** Running processes of modules, those of all threads, so that the last to end can end them all. */

import { isMainThread } from 'node:worker_threads';

/**
 * Processes that have room; one beyond is not noted, and ends by itself when its channel closes.
 */
const slotsMax = 16_384;

/**
 * Process ids in memory that threads share: a thread that is blocked or terminated
 * cannot end its own.
 */
class RunningProcesses {
  /** A process id in each slot; 0 in a free one. */
  private pids = new Int32Array(new SharedArrayBuffer(4 * slotsMax));

  /** For `share` in another thread. */
  get memory(): SharedArrayBuffer {
    return this.pids.buffer as SharedArrayBuffer;
  }

  /** From now on notes processes where the thread that hands over its memory finds them. */
  share(memory: SharedArrayBuffer): void {
    this.pids = new Int32Array(memory);
  }

  get isEmpty(): boolean {
    return this.pids.every((pid) => pid === 0);
  }

  add(pid: number): void {
    for (let slot = 0; slot < slotsMax; slot++) {
      if (Atomics.compareExchange(this.pids, slot, 0, pid) === 0) return;
    }
  }

  remove(pid: number): void {
    const slot = this.pids.indexOf(pid);
    if (slot >= 0) Atomics.store(this.pids, slot, 0);
  }

  /** Ends them immediately, whatever their state. */
  kill(): void {
    for (const pid of this.pids) if (pid !== 0) endProcess(pid);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

export const runningProcesses = new RunningProcesses();

// A death by signal skips this: what handles signals exits instead.
if (isMainThread) process.on('exit', () => runningProcesses.kill());
