/** The topics of scoring: journals, and the figures that were sent. */

import { Controller, Module } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { MessageBatch } from '#event-log';
import { BatchContext, ProcessorHost } from '#service-host';

@Controller()
class ScoringTopics {
  constructor(private readonly host: ProcessorHost) {}

  @EventPattern(['runs', 'portfolio.events', 'scores'])
  take(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Promise<void> {
    return this.host.take(batch, context.controls);
  }
}

@Module({ controllers: [ScoringTopics] })
export class ScoringModule {}
