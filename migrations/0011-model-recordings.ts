/** Step 11: attempts and model calls as the model gateway records them. These tables are made from no topic. */

import { NewTables, tableOf } from './table-of.js';

const tables = [
  /** One row: the gateway that may make calls. */
  tableOf('model_gateways', {
    place: 'text key',
    instance: 'text',
  }),
  /** Streams `<run>/asks` and `<run>/model-calls` of libs/store; their records are those of libs/llm. */
  tableOf('model_records', {
    stream: 'text key',
    seq: 'bigint key',
    body: 'bytea',
    digest: 'bytea',
  }),
];

export class ModelRecordings1763769600011 extends NewTables {
  readonly name = 'ModelRecordings1763769600011';
  readonly tables = tables;
}
