/** The handlers of a service: every topic that its processor reads goes to its host. */

import { Controller, type Type } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { MessageBatch, Processor } from '#event-log';
import { ProcessorHost } from '../processing/processor-host.js';
import { BatchContext } from './message-log-strategy.js';

/** A controller with a handler of the topics that a processor reads; needs a `ProcessorHost` to be provided. */
export function topicsController(processor: Pick<Processor, 'inputs' | 'readsTapes'>): Type {
  const tapes = processor.readsTapes ? ['market.tape'] : [];

  @Controller()
  class Topics {
    constructor(private readonly host: ProcessorHost) {}

    @EventPattern([...processor.inputs, ...tapes])
    take(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Promise<void> {
      return this.host.deliver(batch, context.controls);
    }
  }
  return Topics;
}
