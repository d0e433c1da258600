/** The health of the gateway: whether it projects, and whether its database responds. */

import type { MessageLog } from '#event-log';
import type { Control } from '#read-models';
import { HealthProbe, type Readiness, type ServiceMetrics } from '#service-host';
import type { Projector } from './projector.js';

interface ProbedParts {
  readonly models: Pick<Control, 'tokens'>;
  readonly log: Pick<MessageLog, 'endOffsets'>;
  readonly metrics: ServiceMetrics;
  /** Updates the figures of waiting runs. */
  readonly countWaits?: () => Promise<void>;
  /** Why the folder around the gateway cannot be written; undefined while it can. */
  readonly storageTrouble?: (() => string | undefined) | undefined;
}

export class GatewayProbe extends HealthProbe {
  private crash: Error | undefined;
  private projector: Pick<Projector, 'isReady'> | undefined;

  constructor(private readonly parts: ProbedParts) {
    super();
  }

  /** From now on the gateway can be ready. */
  projects(projector: Pick<Projector, 'isReady'>): void {
    this.projector = projector;
  }

  /** Projecting has stopped for good. */
  failed(error: Error): void {
    this.crash ??= error;
  }

  override isLive(): boolean {
    return this.crash === undefined;
  }

  override async readiness(): Promise<Readiness> {
    const running = this.isLive();
    const groupJoined = this.projector?.isReady() ?? false;
    const database = await this.databaseAnswers();
    const trouble = this.parts.storageTrouble?.();
    const storage = trouble === undefined ? {} : { storage: trouble };
    const ready = running && groupJoined && database && trouble === undefined;
    return { ready, checks: { running, groupJoined, database, ...storage } };
  }

  override async metrics(): Promise<string> {
    const { ready } = await this.readiness();
    await this.parts.countWaits?.();
    return this.parts.metrics.text(this.parts.log, ready);
  }

  private async databaseAnswers(): Promise<boolean> {
    return this.parts.models.tokens({ limit: 1 }).then(
      () => true,
      () => false,
    );
  }
}
