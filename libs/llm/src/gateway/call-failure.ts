/** What the end of a call means for the attempt: in words that a replay repeats exactly. */

import { printable, jsonOf } from '#values';
import type { CallFailure } from '../calls/model-service.js';
import type { Provider } from '../provider/models-file.js';
import type { CallTry, RecordedCall } from '../calls/recorded-call.js';
import { at, textAt } from '../wire/loose-json.js';

export const pastDeadline: CallFailure = {
  class: 'late',
  reason: 'the deadline passed while the model was asked',
};

/** Names only the origin: the rest of an address may hold credentials. */
export const unreached = (provider: string, baseUrl: string): string =>
  `provider ${provider} cannot be reached at ${new URL(baseUrl).origin}`;

/** Explains why there is no whole response; null if the provider gave one, whatever its status. */
export function missingResponse(
  outcome: CallTry['outcome'],
  provider: string,
  { baseUrl, timeoutMs }: Pick<Provider, 'baseUrl' | 'timeoutMs'>,
  error: string | null,
): string | null {
  if (outcome === 'unreachable') return unreached(provider, baseUrl);
  if (outcome === 'stalled') return `provider ${provider} did not finish within ${timeoutMs} ms`;
  if (outcome !== 'cut off') return null;
  const why = error === null ? '' : `: ${error}`;
  return `the response of provider ${provider} ended before its end${why}`;
}

/** Undefined if the model answered. Numbers of tries are left out: a restart may change them. */
export function failureOf({ tries, response, provider }: RecordedCall): CallFailure | undefined {
  const last = tries.at(-1);
  if (last === undefined || last.outcome === 'answered') return undefined;
  if (last.outcome === 'abandoned') return pastDeadline;
  const body = jsonOf((response?.frames ?? []).map(({ text }) => text).join(''));
  const message = messageOf(body);
  if (ownOutcomes.has(last.outcome)) return providerError(message ?? last.outcome);
  const detail = message === undefined ? '' : `: ${message}`;
  return providerError(`provider ${provider} answered with status ${last.status}${detail}`);
}

/** For an error, which some servers send in a list, as a text, or without the enclosing member. */
function messageOf(body: unknown): string | undefined {
  const one: unknown = Array.isArray(body) ? body[0] : body;
  const error = at(one, 'error');
  const detail = textAt(error, 'message') ?? textAt(one, 'message') ?? textAt(one, 'detail');
  return typeof error === 'string' ? error : detail;
}

/** Outcomes that the gateway describes itself, in place of the provider. */
const ownOutcomes = new Set<CallTry['outcome']>(['unreachable', 'stalled', 'cut off', 'unknown']);

const providerError = (reason: string): CallFailure => ({
  class: 'provider error',
  reason: printable(reason, 500),
});
