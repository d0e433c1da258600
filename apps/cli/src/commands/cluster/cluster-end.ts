/** `tapefold cluster end`: a live tape has an end from now on, and so have the runs on it. */

import { clockTurnedSchema } from '../../cluster/gateway-answers.js';
import { clientOf } from '../../cluster/gateway-client.js';
import { exitCodes } from '../../program/exit-code.js';

/** `tape`: its id, as `cluster status` and a submission say it. `Conflict` for a tape of a data set. */
export async function endCommand(tape: string, options: Record<string, unknown>): Promise<number> {
  const client = clientOf(options);
  await client.post(`/v1/tapes/${encodeURIComponent(tape)}/end`, {}, clockTurnedSchema);
  process.stdout.write(`Ending ${tape}; its runs close after its last fact.\n`);
  return exitCodes.ok;
}
