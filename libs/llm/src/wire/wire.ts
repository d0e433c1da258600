/** What the gateway has to know of a provider's API; everything else of a request or response passes as it is. */

import type { TokenUsage, WireApi } from '../calls/recorded-call.js';
import { at, textAt } from './json-member.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Of a request. */
export interface WireRequest {
  /** As the path or the body names it; null where neither does. */
  readonly model: string | null;
  readonly streams: boolean;
  /** Bound on output tokens that the request itself states. */
  readonly outputMax: number | null;
}

/** Of a response with a status of 2xx. */
export interface WireResponse {
  readonly usage: TokenUsage | null;
  readonly stopReason: string | null;
  /** It ended as this API ends its responses. */
  readonly isWhole: boolean;
  /** What the provider says went wrong, within a response that began well. */
  readonly error: string | null;
}

/**
 * Null for a usage of no tokens at all: no model reads a request of nothing, so the provider did not count. Some
 * servers that speak an API of others fill it in with zeros. Some leave reasoning out of the output, although they
 * charge for it: `total`, the provider's sum of all tokens, or more reasoning than output tells these apart. Others
 * count reasoning in the total alone.
 */
export function countedUsage(usage: TokenUsage, total?: number): TokenUsage | null {
  const { input, output, reasoning, cachedInput } = usage;
  if (input === 0 && output === 0) return null;
  const rest = Math.max(0, (total ?? 0) - input - output);
  if (reasoning === 0 && rest > 0 && rest !== cachedInput) {
    return { ...usage, output: output + rest, reasoning: rest };
  }
  const isOutside = reasoning > output || (reasoning > 0 && reasoning === rest);
  return isOutside ? { ...usage, output: output + reasoning } : usage;
}

/** Why the gateway itself answers instead of a provider. */
export type OwnError = 'bad request' | 'not allowed' | 'not found' | 'gone' | 'unavailable';

export interface Wire {
  readonly api: WireApi;
  /** Undefined where the path (without its query) is of another API. */
  requestOf(path: string, body: JsonObject): WireRequest | undefined;
  /** Names the model in a body that leaves it out; a path always names it. */
  withModel(body: JsonObject, model: string): JsonObject;
  /** With which a request proves who pays. */
  keyHeaders(key: string): Readonly<Record<string, string>>;
  /** Lower-case names of headers that the provider reads beside the key. */
  readonly headers: readonly string[];
  /** From the data of a stream's events, in order. */
  readStream(data: readonly string[]): WireResponse;
  /** From the JSON of a whole body. */
  readBody(body: unknown): WireResponse;
  /** An error of the gateway, in the form of this API. */
  errorBody(error: OwnError, message: string): unknown;
}

/** HTTP status of the gateway's own errors. None but `unavailable` is one that clients ask again for. */
export const statusOf: Readonly<Record<OwnError, number>> = {
  'bad request': 400,
  'not allowed': 403,
  'not found': 404,
  gone: 410,
  unavailable: 502,
};

/** Of an API with one path, whose body names the model. */
export const requestsTo =
  (own: string, outputMaxOf: (body: JsonObject) => number | null): Wire['requestOf'] =>
  (path, body) => {
    if (path !== own) return undefined;
    const streams = at(body, 'stream') === true;
    return { model: textAt(body, 'model'), streams, outputMax: outputMaxOf(body) };
  };
