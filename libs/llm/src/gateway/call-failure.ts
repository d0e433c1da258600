/** What the end of a call means for the attempt: in words that are the same when it is replayed. */

import { printable, jsonOf } from '#values';
import type { CallFailure } from '../calls/model-service.js';
import type { Provider } from '../provider/models-file.js';
import type { CallTry, RecordedCall } from '../calls/recorded-call.js';
import { at, textAt } from '../wire/loose-json.js';

export const pastDeadline: CallFailure = {
  class: 'late',
  reason: 'the deadline passed while the model was asked',
};

/** Names the origin alone: the rest of an address may hold credentials. */
export const unreached = (provider: string, baseUrl: string): string =>
  `provider ${provider} cannot be reached at ${new URL(baseUrl).origin}`;

/** Says why there is no whole response; null where the provider gave one, whatever its status. */
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

/** Undefined where the model answered. Numbers of tries stay out: a restart may change them. */
export function failureOf({ tries, response, provider }: RecordedCall): CallFailure | undefined {
  const last = tries.at(-1);
  if (last === undefined || last.outcome === 'answered') return undefined;
  if (last.outcome === 'abandoned') return pastDeadline;
  const body = jsonOf((response?.frames ?? []).map(({ text }) => text).join(''));
  const message = messageOf(body);
  if (ownOutcomes.has(last.outcome)) return providerError(message ?? last.outcome);
  const said = message === undefined ? '' : `: ${message}`;
  return providerError(`provider ${provider} answered with status ${last.status}${said}`);
}

/** Of an error, which some servers send in a list, as a text, or without the member around it. */
function messageOf(body: unknown): string | undefined {
  const one: unknown = Array.isArray(body) ? body[0] : body;
  const error = at(one, 'error');
  const said = textAt(error, 'message') ?? textAt(one, 'message') ?? textAt(one, 'detail');
  return typeof error === 'string' ? error : said;
}

/** Where the gateway says in the provider's place what happened. */
const ownOutcomes = new Set<CallTry['outcome']>(['unreachable', 'stalled', 'cut off', 'unknown']);

const providerError = (reason: string): CallFailure => ({
  class: 'provider error',
  reason: printable(reason, 500),
});
