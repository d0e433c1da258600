/**
 * Why runs wait: as the agent adapter reports, or because a service that they need has no worker.
 */

import { Gauge, type Registry } from 'prom-client';
import { microsPerMilli } from '#values';
import { waitReasons, type RunWait } from '#contracts/streams/runs';
import type { MessageLog } from '#event-log';
import { pagesOf, type RunReading, type RunState } from '#read-models';

export const runWaitReasons = [...waitReasons, 'no-worker'] as const;

/** As clients see it; `since` in microseconds. */
interface ShownWait extends Pick<RunWait, 'since' | 'detail'> {
  readonly reason: (typeof runWaitReasons)[number];
}

/** Services without which no run advances. */
const services = ['ingest', 'clock', 'agent-adapter', 'portfolio'] as const;
type Service = (typeof services)[number];

const groupOf = (service: Service): string => `tapefold.${service}`;

const lookEveryMs = 2_000;
/** A restarting worker leaves its partitions without an owner for a moment; milliseconds. */
const patienceMs = 5_000;

export class RunWaits {
  /** Services without workers, with the time of the first check that found none, milliseconds. */
  private readonly gone = new Map<Service, number>();

  constructor(
    private readonly log: Pick<MessageLog, 'emptyGroups'>,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** Checks for workers until the returned function is called. */
  start(): () => void {
    void this.look();
    const looking = setInterval(() => void this.look(), lookEveryMs).unref();
    return () => clearInterval(looking);
  }

  /** Checks once; while the log is unavailable, the last finding stands. */
  async look(): Promise<void> {
    const found = await this.log.emptyGroups(services.map(groupOf)).catch(() => undefined);
    if (found === undefined) return;
    for (const service of services) {
      if (!found.includes(groupOf(service))) this.gone.delete(service);
      else if (!this.gone.has(service)) this.gone.set(service, this.nowMs());
    }
  }

  /** What a run has been waiting for, for some seconds; undefined if it does not wait. */
  of(run: RunState): ShownWait | undefined {
    if (run.status !== 'submitted' && run.status !== 'running') return undefined;
    for (const [service, sinceMs] of this.gone) {
      if (this.nowMs() - sinceMs < patienceMs || !needs(run, service)) continue;
      const detail = `its partition has no owner: no ${service} is running`;
      return { reason: 'no-worker', since: sinceMs * microsPerMilli, detail };
    }
    if (run.wait === null) return undefined;
    const { reason, since, detail } = run.wait;
    return { reason, since, detail };
  }
}

function needs({ watermark, tapeFacts, isTapeClosed }: RunState, service: Service): boolean {
  if (service === 'portfolio' || !isTapeClosed) return true;
  return service === 'agent-adapter' && watermark < (tapeFacts ?? 0);
}

/**
 * Gauges of waiting runs, updated on each call. While the database is unavailable, the last
 * figures stand.
 */
export function waitGauges(
  registry: Registry,
  waits: RunWaits,
  models: Pick<RunReading, 'runs'>,
): () => Promise<void> {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help, labelNames: ['reason'], registers: [registry] });
  const count = gauge('tapefold_waiting_runs', 'Runs that wait.');
  const longest = gauge('tapefold_longest_wait_seconds', 'The longest wait of a run, in seconds.');
  return async () => {
    const found = await waitsIn(waits, models).catch(() => undefined);
    if (found === undefined) return;
    const now = Date.now() * microsPerMilli;
    for (const reason of runWaitReasons) {
      const those = found.filter((one) => one.reason === reason);
      count.set({ reason }, those.length);
      const seconds = those.map(({ since }) => (now - since) / 1_000_000);
      longest.set({ reason }, Math.max(0, ...seconds));
    }
  };
}

async function waitsIn(waits: RunWaits, models: Pick<RunReading, 'runs'>): Promise<ShownWait[]> {
  const found: ShownWait[] = [];
  for (const status of ['submitted', 'running'] as const) {
    for await (const runs of pagesOf((page) => models.runs({ status }, page), 500)) {
      found.push(...runs.flatMap((run) => waits.of(run) ?? []));
    }
  }
  return found;
}
