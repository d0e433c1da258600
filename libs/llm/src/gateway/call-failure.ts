/** What the end of a call means for the attempt: in words that a replay repeats exactly. */

import { printable } from '#values';
import type { CallFailure } from '../calls/model-service.js';
import type { Provider } from '../provider/models-file.js';
import type { CallTry, RecordedCall } from '../calls/recorded-call.js';
import { errorMessage, wordsOf } from '../wire/error-text.js';
import { looseJson } from '../wire/loose-json.js';
import type { WireResponse } from '../wire/wire.js';

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
  { api, baseUrl, timeoutMs }: Pick<Provider, 'api' | 'baseUrl' | 'timeoutMs'>,
  read: Pick<WireResponse, 'error' | 'isForeign'> | null,
): string | null {
  if (outcome === 'unreachable') return unreached(provider, baseUrl);
  if (outcome === 'stalled') return `provider ${provider} did not finish within ${timeoutMs} ms`;
  if (outcome !== 'cut off') return null;
  const error = read?.error ?? null;
  if (read?.isForeign) {
    const sent = `expected JSON or events, found ${error}`;
    return `provider ${provider} sent no response of ${api}: ${sent}`;
  }
  const why = error === null ? '' : `: ${error}`;
  return `the response of provider ${provider} ended before its end${why}`;
}

/** Undefined if the model answered. Numbers of tries are left out: a restart may change them. */
export function failureOf({ tries, response, provider }: RecordedCall): CallFailure | undefined {
  const last = tries.at(-1);
  if (last === undefined || last.outcome === 'answered') return undefined;
  if (last.outcome === 'abandoned') return pastDeadline;
  const text = (response?.frames ?? []).map((frame) => frame.text).join('');
  if (ownOutcomes.has(last.outcome)) {
    return providerError(errorMessage(looseJson(text)) ?? last.outcome);
  }
  const message = messageIn(text);
  const detail = message === undefined ? '' : `: ${message}`;
  const status = `status ${last.status}${placeWords(response)}`;
  return providerError(`provider ${provider} answered with ${status}${detail}`);
}

/** What a body says: its message, or the first words of one that is no JSON. */
function messageIn(text: string): string | undefined {
  const body = looseJson(text);
  if (body !== undefined) return errorMessage(body);
  return wordsOf(text) || undefined;
}

/** A wrong address is seen by what was asked, or by where the provider points. */
function placeWords(response: RecordedCall['response']): string {
  const { address, location } = response ?? {};
  if (location !== undefined) return `, a redirect to ${location}, which is not followed`;
  return address === undefined ? '' : ` at ${address}`;
}

/** Outcomes that the gateway describes itself, in place of the provider. */
const ownOutcomes = new Set<CallTry['outcome']>(['unreachable', 'stalled', 'cut off', 'unknown']);

const providerError = (reason: string): CallFailure => ({
  class: 'provider error',
  reason: printable(reason, 500),
});
