/** The topics of the clock: raw facts, commands, and the tapes that were written. */

import { Controller, Module } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { MessageBatch } from '#event-log';
import { BatchContext, ProcessorHost } from '#service-host';

@Controller()
class ClockTopics {
  constructor(private readonly host: ProcessorHost) {}

  @EventPattern(['tapes', 'clock.commands', 'market.raw', 'market.tape'])
  take(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Promise<void> {
    return this.host.take(batch, context.controls);
  }
}

@Module({ controllers: [ClockTopics] })
export class ClockModule {}
