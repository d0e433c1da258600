/** The topics of the portfolio: runs, decisions and what was journalled, and every tape whole. */

import { Controller, Module } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { MessageBatch } from '#event-log';
import { BatchContext, ProcessorHost, wholeTopic } from '#service-host';

@Controller()
class PortfolioTopics {
  constructor(private readonly host: ProcessorHost) {}

  @EventPattern(['runs', 'agent.decisions', 'portfolio.events'])
  take(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Promise<void> {
    return this.host.take(batch, context.controls);
  }

  @EventPattern(['market.tape'], wholeTopic)
  takeTape(@Payload() batch: MessageBatch): Promise<void> {
    return this.host.takeTape(batch);
  }
}

@Module({ controllers: [PortfolioTopics] })
export class PortfolioModule {}
