/** The transport: how batches reach handlers, and how their errors are handled. */

import { Controller, type Type } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { concat, defer, of, throwError, type Observable } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conflict } from '#values';
import type { MessageBatch, MessageLog } from '#event-log';
import { TapeProgress } from '../processing/processor-host.js';
import { memoryLog } from '../log/service.fixture.js';
import { BatchContext, MessageLogStrategy, CodedErrorsFilter } from './message-log-strategy.js';
import { TopicReader, type Membership } from './topic-reader.js';

const patience = { timeout: 120_000 };

const received: string[] = [];
let fails = 0;

function receive(batch: MessageBatch): void {
  received.push(`${batch.topic}: ${batch.messages.map(({ value }) => value).join(' ')}`);
}

@Controller()
class Complete {
  @EventPattern<string>('runs')
  runs(@Payload() batch: MessageBatch, @Ctx() context: BatchContext): Observable<number> {
    const done = defer(() => {
      receive(batch);
      return of(context.controls.isOwned() ? 1 : 0);
    });
    if (fails-- > 0) return throwError(() => conflict('not yet', { where: 'runs' }));
    return concat(of(0), done);
  }

  @EventPattern<string>('market.tape')
  tape(@Payload() batch: MessageBatch): void {
    receive(batch);
  }
}

let log: MessageLog;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  log = await memoryLog({ retryDelayMs: 5 });
  received.length = 0;
  fails = 0;
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(controller: Type<unknown>): Promise<MessageLogStrategy> {
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
  const processor = { inputs: ['runs'], readsTapes: true } as const;
  const strategy = new MessageLogStrategy(new TopicReader({ log, group, processor, membership }));
  const module = await Test.createTestingModule({ controllers: [controller] }).compile();
  const app = module.createNestMicroservice({ strategy, logger: false });
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
      () => expect(received.toSorted()).toEqual(['market.tape: facts', 'runs: 1 2']),
      patience,
    );
  });

  it('gets a batch again whose handler failed', async () => {
    fails = 2;
    await log.append([{ topic: 'runs', key: 'a', value: '1' }]);
    await listen(Complete);
    await vi.waitFor(() => expect(received).toEqual(['runs: 1']), patience);
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
});
