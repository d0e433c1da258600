/** What a handler of batches is given beside the batch: heartbeats, and whether its partition is still ours. */

import { BaseRpcContext } from '@nestjs/microservices';
import type { BatchControls, MessageBatch } from '#event-log';

export class BatchContext extends BaseRpcContext<[MessageBatch, BatchControls]> {
  get controls(): BatchControls {
    return this.args[1];
  }
}
