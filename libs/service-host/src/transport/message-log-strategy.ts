/**
 * The transport between topics and handlers: `@EventPattern('runs')` takes whole batches of
 * `runs`, in order.
 */

import {
  Server,
  type CustomTransportStrategy,
  BaseRpcContext,
  Ctx,
  EventPattern,
  Payload,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom, throwError, type Observable } from 'rxjs';
import { Catch, type RpcExceptionFilter, Controller, type Type } from '@nestjs/common';
import { conflict } from '#values';
import type { BatchControls, MessageBatch, Processor } from '#event-log';
import type { TopicReader } from './topic-reader.js';
import { ProcessorHost } from '../processing/processor-host.js';

/**
 * Handlers get `(batch, BatchContext)`. A batch counts as taken when its handler is done, including
 * the last value of an Observable; if it throws, the batch is redelivered.
 */
export class MessageLogStrategy extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;

  constructor(private readonly reader: TopicReader) {
    super();
  }

  /** Starts reading. */
  override listen(callback: (error?: unknown) => void): void {
    void this.started(callback);
  }

  /** Finishes the current batch and leaves the group. */
  override close(): Promise<void> {
    return this.reader.stop();
  }

  override on(event: string): never {
    throw conflict('a message log has no such event', { found: event });
  }

  override unwrap<T>(): T {
    return this.reader as T;
  }

  private async started(callback: (error?: unknown) => void): Promise<void> {
    try {
      await this.reader.start((batch, controls) => this.dispatch(batch, controls));
    } catch (error) {
      return callback(error);
    }
    return callback();
  }

  private async dispatch(batch: MessageBatch, controls: BatchControls): Promise<void> {
    // Looked up by name: the framework would first parse it as JSON, and throw and catch an error
    // for each batch.
    const handler = this.messageHandlers.get(batch.topic);
    if (handler === undefined) throw conflict('a topic without a handler', { where: batch.topic });
    const result: unknown = await handler(batch, new BatchContext([batch, controls]));
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }
}

/**
 * What a handler of batches receives besides the batch: heartbeats, and whether we still own
 * its partition.
 */
export class BatchContext extends BaseRpcContext<[MessageBatch, BatchControls]> {
  get controls(): BatchControls {
    return this.args[1];
  }
}

/**
 * Passes errors through unchanged: the framework's own filter turns all of them into "Internal
 * server error".
 */
@Catch()
export class CodedErrorsFilter implements RpcExceptionFilter<unknown> {
  /** Handlers run in this process, so code, place and cause reach the caller. */
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * A controller with a handler of the topics that a processor reads; needs a `ProcessorHost`
 * to be provided.
 */
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
