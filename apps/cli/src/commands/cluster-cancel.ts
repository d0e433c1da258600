/** `tapefold cluster cancel`: nobody wants a run any more, or any of a submission. */

import { isFailure } from '#values';
import { gatewayAddress } from '../cluster/gateway-address.js';
import { cancelledSchema, type Run } from '../cluster/gateway-answers.js';
import { gatewayClient, type GatewayClient } from '../cluster/gateway-client.js';
import { runsOf, wholeId } from '../cluster/gateway-lists.js';
import { isOver } from '../cluster/run-progress.js';
import { exitCodes } from '../exit-code.js';
import { textOf } from '../option-value.js';

/** Exit code 1 where all of them were over already. */
export async function cancelCommand(
  target: string,
  options: Record<string, unknown>,
): Promise<number> {
  const client = gatewayClient(gatewayAddress(options));
  const reason = textOf(options['reason']);
  const named = runsNamed(target, await runsOf(client));
  let cancelled = 0;
  for (const run of named) {
    if (await isCancelled(client, run, reason)) cancelled++;
    else process.stdout.write(`${run.label}: over already\n`);
  }
  process.stdout.write(`${cancelled} of ${named.length} cancelled\n`);
  return cancelled > 0 ? exitCodes.ok : exitCodes.negative;
}

/** One run by its id, or all runs of a submission. */
function runsNamed(target: string, runs: readonly Run[]): Run[] {
  const ids = [...new Set(runs.flatMap(({ run, submission }) => [run, submission]))];
  const id = wholeId(target, ids, 'run or submission');
  return runs.filter(({ run, submission }) => run === id || submission === id);
}

async function isCancelled(
  client: GatewayClient,
  run: Run,
  reason: string | undefined,
): Promise<boolean> {
  if (isOver(run)) return false;
  const body = reason === undefined ? {} : { reason };
  try {
    await client.post(`/v1/runs/${run.run}/cancel`, body, cancelledSchema);
    return true;
  } catch (error) {
    // It ended meanwhile.
    if (isFailure(error, 'Conflict')) return false;
    throw error;
  }
}
