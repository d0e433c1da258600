/** `/v1/feeds`: what scenarios may follow live. Where a feed is reached, and with what, is not told. */

import { Controller, Get, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { recordingHeader } from '#market-data/feeds/recording/recording-header';
import type { RegisteredFeed } from '#market-data/feeds/registered-feed';
import { GATEWAY, type GatewayParts } from '../gateway-parts.js';
import { Answers } from '../http/answers.js';
import { feedsSchema } from '../resources/feed-resources.js';

type Feeds = z.output<typeof feedsSchema>;

@Controller('v1/feeds')
export class FeedsController {
  constructor(@Inject(GATEWAY) private readonly parts: GatewayParts) {}

  @Get()
  @Answers({ scope: 'read', summary: 'Feeds that scenarios may name', answer: feedsSchema })
  async list(): Promise<Feeds> {
    const feeds = [...(this.parts.feeds?.values() ?? [])];
    return { items: await Promise.all(feeds.map((feed) => this.told(feed))) };
  }

  private async told({ name, description }: RegisteredFeed): Promise<Feeds['items'][number]> {
    const { calendar, symbols, feed } = description;
    const { id: tape } = recordingHeader(description, symbols);
    const state = await this.parts.models.tape(tape);
    return {
      ...{ feed: name, kind: feed.kind, calendar, symbols, tape },
      recording:
        state === undefined
          ? null
          : {
              ...{ facts: state.facts, time: state.time },
              ...{ isEnded: state.isClosed, failure: state.failure },
            },
    };
  }
}
