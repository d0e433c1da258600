/** The health of a service that hosts a processor. */

import type { MessageLog } from '#event-log';
import type { ProcessorHost } from '../processing/processor-host.js';
import type { TopicReader } from '../transport/topic-reader.js';
import { HealthProbe, type Readiness } from './health-probe.js';
import type { ServiceMetrics } from './service-metrics.js';

export class ProcessorProbe extends HealthProbe {
  constructor(
    private readonly host: ProcessorHost,
    private readonly reader: TopicReader,
    private readonly serviceMetrics: ServiceMetrics,
    private readonly log: MessageLog,
  ) {
    super();
  }

  override isLive(): boolean {
    return !this.host.state.failed;
  }

  /** Ready is who has joined the group, knows the tapes, and stands still nowhere. */
  override readiness(): Readiness {
    const { failed, tapeCaughtUp, stopped, ownedPartitions } = this.host.state;
    const groupJoined = this.reader.isJoined;
    const checks = {
      running: !failed,
      groupJoined,
      tapeCaughtUp,
      partitions: ownedPartitions.map(String),
      stopped,
    };
    return { ready: !failed && groupJoined && tapeCaughtUp && stopped.length === 0, checks };
  }

  override metrics(): Promise<string> {
    return this.serviceMetrics.text(this.log, this.readiness().ready);
  }
}
