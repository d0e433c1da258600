/**
 * What this process does between two moments: processor time, its profile, and
 * collections of garbage.
 */

import { Session, type Profiler } from 'node:inspector';
import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { topOfProfile, type ProfileLine } from '../top-of-profile.js';

/** From `dist/bench/live`, where this is compiled to. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Collections that stopped the process. */
export interface Collections {
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

export class Watch {
  /** Processor time over the time that passed; known at the end, as the profile is. */
  cores = 0;
  profile: readonly ProfileLine[] = [];
  private readonly session = new Session();
  private readonly pauses: { readonly at: number; readonly ms: number }[] = [];
  private readonly observer = new PerformanceObserver((list) => this.notePauses(list.getEntries()));
  private from = 0;
  private until = 0;
  private used: NodeJS.CpuUsage | undefined;

  constructor() {
    this.session.connect();
    this.observer.observe({ entryTypes: ['gc'] });
  }

  begin(): void {
    this.session.post('Profiler.enable');
    this.session.post('Profiler.start');
    this.from = performance.now();
    this.used = process.cpuUsage();
  }

  end(): void {
    this.until = performance.now();
    const { user, system } = process.cpuUsage(this.used);
    this.cores = (user + system) / 1000 / (this.until - this.from);
    this.session.post('Profiler.stop', (error, { profile }: Profiler.StopReturnType) => {
      if (error !== null) throw error;
      this.profile = topOfProfile(profile, root);
    });
    this.session.disconnect();
  }

  /** Garbage collections so far, once the event loop has delivered them. */
  collections(): Collections {
    this.notePauses(this.observer.takeRecords());
    this.observer.disconnect();
    const inside = this.pauses.filter(({ at }) => at > this.from && at < this.until);
    const all = inside.map(({ ms }) => ms);
    const totalMs = all.reduce((sum, ms) => sum + ms, 0);
    return { count: all.length, totalMs, longestMs: Math.max(0, ...all) };
  }

  private notePauses(entries: readonly PerformanceEntry[]): void {
    for (const { startTime, duration } of entries) {
      this.pauses.push({ at: startTime, ms: duration });
    }
  }
}
