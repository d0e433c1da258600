/** The transport: which handlers it insists on, how batches reach them, and what becomes of their errors. */

import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { concat, defer, of, throwError, type Observable } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conflict } from '#values';
import type { MessageBatch, MessageLog } from '#event-log';
import { TapeProgress } from '../processing/processor-host.js';
import { memoryLog } from '../log/service.fixture.js';
import {
  BatchContext,
  MessageLogStrategy,
  wholeTopic,
  CodedErrorsFilter,
} from './message-log-strategy.js';
import { TopicReader, type Membership } from './topic-reader.js';

const patience = { timeout: 30_000 };

const heard: string[] = [];
let fails = 0;

function hear(batch: MessageBatch): void {
  heard.push(`${batch.topic}: ${batch.messages.map(({ value }) => value).join(' ')}`);
}

@Controller()
class Complete {
  @EventPattern<string>('runs')
  runs(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Observable<number> {
    const done = defer(() => {
      hear(batch);
      return of(context.controls.isOwned() ? 1 : 0);
    });
    if (fails-- > 0) return throwError(() => conflict('not yet', { where: 'runs' }));
    return concat(of(0), done);
  }

  @EventPattern<string>('market.tape', wholeTopic)
  tape(@Payload() batch: MessageBatch): void {
    hear(batch);
  }
}

@Controller()
class WithoutTape {
  @EventPattern<string>('runs')
  runs(): void {}
}

@Controller()
class WithSlip extends WithoutTape {
  @EventPattern<string>('market.tapes', wholeTopic)
  tape(): void {}
}

@Controller()
class InGroup extends WithoutTape {
  @EventPattern<string>('market.tape')
  tape(): void {}
}

@Controller()
class Answering {
  @MessagePattern<string>('runs')
  runs(): number {
    return 1;
  }

  @EventPattern<string>('market.tape', wholeTopic)
  tape(): void {}
}

let log: MessageLog;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  log = await memoryLog({ retryDelayMs: 5 });
  heard.length = 0;
  fails = 0;
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(controller: Type<unknown>): Promise<MessageLogStrategy> {
  @Module({ controllers: [controller] })
  class Root {}
  const membership: Membership = {
    tape: new TapeProgress(),
    assigned: async () => [],
    revoked: async () => {},
    mayBeLate: () => false,
    attach() {},
    finish: async () => {},
    fail() {},
  };
  const group = 'tapefold.test';
  const topics = { groupTopics: ['runs'], wholeTopics: ['market.tape'] } as const;
  const strategy = new MessageLogStrategy(new TopicReader({ log, group, ...topics, membership }));
  const app = await NestFactory.createMicroservice(Root, { strategy, logger: false });
  app.useGlobalFilters(new CodedErrorsFilter());
  closing.push(() => app.close());
  await app.listen();
  return strategy;
}

describe('MessageLogStrategy', () => {
  it('hands whole batches to the handler of their topic, to the end of its Observable', async () => {
    const messages = ['1', '2'].map((value) => ({ topic: 'runs' as const, key: 'a', value }));
    await log.append([...messages, { topic: 'market.tape', key: 't', value: 'facts' }]);
    await listen(Complete);
    await vi.waitFor(
      () => expect(heard.toSorted()).toEqual(['market.tape: facts', 'runs: 1 2']),
      patience,
    );
  });

  it('gets a batch again whose handler failed', async () => {
    fails = 2;
    await log.append([{ topic: 'runs', key: 'a', value: '1' }]);
    await listen(Complete);
    await vi.waitFor(() => expect(heard).toEqual(['runs: 1']), patience);
    expect(fails).toBe(-1);
  });

  it('lets coded errors of handlers through as they were', async () => {
    const strategy = await listen(Complete);
    fails = 1;
    const handler = strategy.getHandlerByPattern('runs');
    const result = await handler?.({ topic: 'runs', messages: [] }, new BatchContext([] as never));
    const error = await new Promise((resolve) => result?.subscribe({ error: resolve }));
    expect(error).toMatchObject({ code: 'Conflict', where: 'runs' });
  });

  it.each([
    [WithoutTape, 'a topic without a handler', 'market.tape'],
    [WithSlip, 'a handler without a topic', 'market.tapes'],
    [InGroup, 'a handler that reads its topic in another way', 'market.tape'],
    [Answering, 'a handler that answers', 'runs'],
  ])('does not start with %o', async (controller, what, where) => {
    await expect(listen(controller)).rejects.toMatchObject({
      code: 'Conflict',
      where,
      message: expect.stringContaining(what),
    });
  });
});
