/** The topics of ingest: what is asked for, and what was written. */

import { Controller, Module } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { MessageBatch } from '#event-log';
import { BatchContext, ProcessorHost } from '#service-host';

@Controller()
class IngestTopics {
  constructor(private readonly host: ProcessorHost) {}

  @EventPattern(['tapes', 'clock.commands', 'market.raw'])
  take(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Promise<void> {
    return this.host.take(batch, context.controls);
  }
}

@Module({ controllers: [IngestTopics] })
export class IngestModule {}
