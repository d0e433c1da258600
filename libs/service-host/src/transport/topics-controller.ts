/** The handlers of a service: every topic that its processor reads goes to its host. */

import { Controller, type Type } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { MessageBatch, Processor } from '#event-log';
import { ProcessorHost } from '../processing/processor-host.js';
import { BatchContext, wholeTopic } from './message-log-strategy.js';
import { wholeTopicsOf } from './topic-reader.js';

/** A controller with a handler for each topic that a processor reads; needs a `ProcessorHost` to be provided. */
export function topicsController(processor: Pick<Processor, 'inputs' | 'readsTapes'>): Type {
  @Controller()
  class Topics {
    constructor(private readonly host: ProcessorHost) {}

    @EventPattern([...processor.inputs])
    take(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Promise<void> {
      return this.host.take(batch, context.controls);
    }

    @EventPattern([...wholeTopicsOf(processor)], wholeTopic)
    takeTape(@Payload() batch: MessageBatch): Promise<void> {
      return this.host.takeTape(batch);
    }
  }
  return Topics;
}
