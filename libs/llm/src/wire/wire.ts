/**
 * What the gateway and readers of recordings must know of a provider's API; the rest of a request
 * or response passes unchanged.
 */

import type { TokenUsage, WireApi } from '../calls/recorded-call.js';
import { at, errorAt, looseJson, shown, textAt } from './loose-json.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** What is read of a request. */
export interface WireRequest {
  /** As the path or the body names it; null if neither does. */
  readonly model: string | null;
  /** Bound on output tokens that the request itself states. */
  readonly outputMax: number | null;
}

/** What is read of a response with a status of 2xx. */
export interface WireResponse {
  readonly usage: TokenUsage | null;
  readonly stopReason: string | null;
  /** It ended as this API ends its responses. */
  readonly isWhole: boolean;
  /** The provider's error within a response that began well, or why it cannot be read. */
  readonly error: string | null;
  /** The body is neither JSON nor a stream of events: `error` has its first words. */
  readonly isForeign?: true;
}

/** A part of a conversation in a request; the model's own tool calls are not repeated. */
export type RequestPart =
  | {
      readonly kind: 'message';
      readonly role: 'system' | 'user' | 'assistant';
      readonly text: string;
    }
  | {
      readonly kind: 'result';
      /** The provider's id of the tool call; null if its API has none. */
      readonly id: string | null;
      /** Name of the tool; null if the API leaves it to the id. */
      readonly name: string | null;
      readonly text: string;
    };

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: unknown;
}

/** Content of a request for the model. */
export interface ModelInput {
  /** System text first. */
  readonly parts: readonly RequestPart[];
  readonly tools: readonly ToolDefinition[];
  /** The request refers to an earlier response of the provider, and has only what is new. */
  readonly isContinued?: boolean;
}

export interface WireToolCall {
  readonly id: string | null;
  readonly name: string;
  /** JSON as the model wrote it; it may be malformed. */
  readonly arguments: string;
}

/** Content of a model's response. */
export interface ModelOutput {
  /** Reasoning that the provider shows; empty if there is none. */
  readonly thought: string;
  /** Text beside tool calls, refusals included. */
  readonly text: string;
  readonly toolCalls: readonly WireToolCall[];
}

/** Why the gateway itself answers instead of a provider. */
export type OwnError = 'bad request' | 'not allowed' | 'not found' | 'gone' | 'unavailable';

export interface Wire {
  readonly api: WireApi;
  /** Undefined if the path (without its query) belongs to another API. */
  requestOf(path: string, body: JsonObject): WireRequest | undefined;
  /** Headers by which a request authenticates. */
  keyHeaders(key: string): Readonly<Record<string, string>>;
  /** Lower-case names of headers that the provider reads beside the key. */
  readonly headers: readonly string[];
  /** Whether a value is a whole response, and no event of a stream. */
  isResponse(value: unknown): boolean;
  /** From the data of a stream's events, in order. */
  readStream(data: readonly string[]): WireResponse;
  /** From the JSON of a whole body. */
  readBody(body: unknown): WireResponse;
  /** An error of the gateway, in the form of this API. */
  errorBody(error: OwnError, message: string): unknown;
  /** For readers of a recording, from the JSON of a request. */
  readRequest(body: unknown): ModelInput;
  /** The same from the JSON of a whole response. */
  readResponse(body: unknown): ModelOutput;
  /**
   * Assembles the events of a stream, in order, into the body of a whole response, even if
   * it was cut off.
   */
  joined(events: readonly unknown[]): unknown;
}

/** HTTP status of the gateway's own errors. Clients retry none but `unavailable`. */
export const statusOf: Readonly<Record<OwnError, number>> = {
  'bad request': 400,
  'not allowed': 403,
  'not found': 404,
  gone: 410,
  unavailable: 502,
};

/** Reads requests of an API with one path, whose body names the model. */
export const requestsTo =
  (own: string, outputMaxOf: (body: JsonObject) => number | undefined): Wire['requestOf'] =>
  (path, body) =>
    path === own
      ? { model: textAt(body, 'model') ?? null, outputMax: outputMaxOf(body) ?? null }
      : undefined;

/** Content of a whole body, which may be an error. */
export const bodyRead = (
  body: unknown,
  usage: TokenUsage | null,
  stopReason: string | null,
): WireResponse => ({ usage, stopReason, isWhole: errorAt(body) === null, error: errorAt(body) });

/**
 * Reads a stream as the body that its events make up, which is whole if the stream reached its end.
 */
export const streamReader =
  (
    { joined, readBody }: Pick<Wire, 'joined' | 'readBody'>,
    isEnded: (read: WireResponse, data: readonly string[]) => boolean,
  ): Wire['readStream'] =>
  (data) => {
    const read = readBody(joined(data.map(looseJson)));
    return { ...read, isWhole: read.isWhole && isEnded(read, data) };
  };

/**
 * Null for a usage of no tokens at all: no model reads a request of nothing, so the provider did
 * not count. Some servers that speak an API of others fill it in with zeros. Some leave what was
 * cached out of the input, or reasoning out of the output, although they charge for both: `total`,
 * the provider's sum of all tokens, or a part that is more than its whole tells these apart.
 * Others count reasoning in the total alone. A total that contradicts the parts counts nothing.
 */
export function countedUsage(usage: TokenUsage, total?: number): TokenUsage | null {
  if (usage.input === 0 && usage.output === 0) return null;
  const whole = withCached(usage, total);
  return whole && withReasoning(whole, total);
}

function withCached(usage: TokenUsage, total: number | undefined): TokenUsage | null {
  const { input, output, cachedInput, cacheWrite, reasoning } = usage;
  const cached = cachedInput + cacheWrite;
  const rest = Math.max(0, (total ?? 0) - input - output);
  const isBeside = cached > 0 && (rest === cached || rest === cached + reasoning);
  const isMore = cached > input;
  if (isBeside && (isMore || rest !== reasoning)) return { ...usage, input: input + cached };
  if (!isMore) return usage;
  return total === undefined ? { ...usage, input: input + cached } : null;
}

function withReasoning(usage: TokenUsage, total: number | undefined): TokenUsage {
  const { input, output, reasoning } = usage;
  const rest = Math.max(0, (total ?? 0) - input - output);
  if (reasoning === 0 && rest > 0) {
    return { ...usage, output: output + rest, reasoning: rest };
  }
  const isOutside = reasoning > output || (reasoning > 0 && reasoning === rest);
  return isOutside ? { ...usage, output: output + reasoning } : usage;
}

/** System text outside the conversation; none if it is empty. */
export const systemParts = (text: string): RequestPart[] =>
  text === '' ? [] : [{ kind: 'message', role: 'system', text }];

export const toolDefinition = (tool: unknown, parameters: unknown): ToolDefinition => ({
  name: textAt(tool, 'name') ?? '',
  description: textAt(tool, 'description') ?? '',
  parameters,
});

/** A call of a response; `id` and `asked` are the API's names of its id and its arguments. */
export const toolCall = (call: unknown, id: string, asked: string): WireToolCall => ({
  id: textAt(call, id) ?? null,
  name: textAt(call, 'name') ?? '',
  arguments: shown(at(call, asked)),
});
