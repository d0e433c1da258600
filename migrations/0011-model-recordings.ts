/** Step 11: attempts and model calls as the model gateway records them. These tables are made from no topic. */

import { NewTables, tableOf } from './table-of.js';

const tables = [
  /** One row: the gateway that may make calls. */
  tableOf('model_gateways', {
    place: 'text key',
    instance: 'text',
  }),
  tableOf('model_asks', {
    run: 'text key',
    as_of: 'bigint key',
    attempt: 'bigint key',
    opened: 'text',
    ended: 'text null',
  }),
  tableOf('model_calls', {
    run: 'text key',
    as_of: 'bigint key',
    attempt: 'bigint key',
    lane: 'text key',
    ordinal: 'bigint key',
    /** Whose call it is: the gateway, and the number of the claim within it. */
    instance: 'text',
    claim: 'text',
    claimed_at: 'text',
    digest: 'text',
    /** JSON, as `recorded-call.ts` in libs/llm describes it. */
    claimed: 'text',
    tries: 'text',
    call: 'text null',
  }),
];

export class ModelRecordings1763769600011 extends NewTables {
  readonly name = 'ModelRecordings1763769600011';
  readonly tables = tables;
}
