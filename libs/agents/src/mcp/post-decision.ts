/** Notifies an external program of an open decision, by HTTP. */

import { unavailable } from '#values';
import type { DecisionDue } from './tool-seat.js';

/**
 * Posts the decision as JSON. Any answer with a status below 400 will do; its body is not read.
 * `Unavailable` without an answer.
 */
export async function postDecision(
  url: string,
  due: DecisionDue,
  signal: AbortSignal,
): Promise<void> {
  let status: number;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(due),
      redirect: 'error',
      signal,
    });
    status = response.status;
    await response.body?.cancel();
  } catch (cause) {
    if (signal.aborted) return;
    throw unavailable('the decision cannot be posted', { where: url, cause });
  }
  if (status >= 400) {
    throw unavailable('the decision was not accepted', { where: url, found: `status ${status}` });
  }
}
