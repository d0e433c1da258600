/** `tapefold cluster results`: the result of a submission whose runs have finished. */

import { clientOf } from '../cluster/gateway-client.js';
import { submissionNamed, submissionsOf } from '../cluster/gateway-lists.js';
import { tellResult } from '../cluster/tell-result.js';

export async function resultsCommand(
  submission: string,
  options: Record<string, unknown>,
  codeVersion: string,
): Promise<number> {
  const client = clientOf(options);
  const found = submissionNamed(submission, await submissionsOf(client));
  return tellResult(client, found, options, codeVersion);
}
