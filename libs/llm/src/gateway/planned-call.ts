/** A request of an agent, as far as the gateway reads it before acting on it. */

import { canonicalJson, jsonOf } from '#values';
import { isNestedWithin } from '#contracts/parsing/nesting';
import { canonicalRequest, exactRequests } from '../calls/canonical.js';
import type { Provider } from '../provider/models-file.js';
import type { ClaimedCall } from '../calls/recorded-call.js';
import type { JsonObject, OwnError, Wire, WireRequest } from '../wire/wire.js';
import { wires } from '../wire/wires.js';

/** A request to an attempt: `path` is relative to its base URL, with the query. */
export interface AgentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * The model that the attempt may use. `provider` is undefined if nothing leaves and it is
 * not described.
 */
export interface AllowedModel {
  readonly name: string;
  readonly model: string;
  readonly provider: Provider | undefined;
}

export interface ReadCall {
  readonly lane: string;
  readonly wire: Wire;
  readonly request: WireRequest;
  /** All of a claim except its claimant. */
  readonly claim: Omit<ClaimedCall, 'run' | 'asOf' | 'attempt' | 'lane' | 'ordinal'>;
  /** The body that goes to the provider: with the model, if the agent left it out. */
  readonly sent: string;
}

export interface Refused {
  readonly wire: Wire;
  readonly error: OwnError;
  readonly message: string;
}

/** Bytes of a request: a long conversation with documents in it. */
export const requestBytesMax = 32_000_000;
const nestingMax = 200;

const lanePath = /^\/lane\/([A-Za-z0-9._-]{1,64})(\/.*)$/;
/** Query parameters that carry keys. */
const keyNames = new Set(['key', 'api_key', 'api-key', 'access_token']);

/** Reads a request, or explains why it cannot be passed on. */
export function readCall(
  { method, path: asked, headers, body: text }: AgentRequest,
  allowed: AllowedModel | null,
): ReadCall | Refused {
  const { lane, path, query } = placeOf(asked);
  const body = objectOf(text);
  const found = wireOf(path, body ?? {});
  if (method !== 'POST' || found === undefined) {
    const wire = wires[allowed?.provider?.api ?? 'openai-chat'];
    return refused(wire, 'not found', `no recorded API is at ${method} ${path}`);
  }
  const { wire, request } = found;
  if (body === undefined) {
    return refused(
      wire,
      'bad request',
      'the body is not a JSON object with valid numbers and depth',
    );
  }
  if (allowed === null) {
    return refused(wire, 'not allowed', 'the scenario names no model for this agent');
  }
  const other = otherModel(found, allowed);
  if (other !== undefined) return refused(wire, 'not found', other);
  const passed = passedHeaders(headers, wire);
  const full = `${path}${query}`;
  const { digest } = canonicalRequest({ path: full, headers: passed, body });
  const claim = {
    provider: allowed.name,
    api: wire.api,
    model: allowed.model,
    path: full,
    ...(Object.keys(passed).length > 0 ? { headers: passed } : {}),
    request: text,
    canonicaliser: exactRequests.id,
    digest,
  };
  return { lane, wire, request, claim, sent: withModel(request, body, text, allowed.model) };
}

/** The text of a request, or the request with the model that it leaves out. */
const withModel = (request: WireRequest, body: JsonObject, text: string, model: string): string =>
  request.model === null ? JSON.stringify({ ...body, model }) : text;

/** Why a request is for another API or model than the agent's; undefined if it is not. */
function otherModel(
  { wire, request }: Pick<ReadCall, 'wire' | 'request'>,
  { name, model, provider }: AllowedModel,
): string | undefined {
  if (provider !== undefined && provider.api !== wire.api) {
    return `provider ${name} speaks ${provider.api}, not ${wire.api}`;
  }
  const isOther = request.model !== null && request.model !== model;
  return isOther ? `the model of this agent is ${model}` : undefined;
}

const refused = (wire: Wire, error: OwnError, message: string): Refused => ({
  wire,
  error,
  message,
});

/** The lane of a request, and where it goes within that. */
function placeOf(asked: string): { lane: string; path: string; query: string } {
  const [, lane = 'main', inLane = asked] = lanePath.exec(asked) ?? [];
  return { lane, ...splitPath(inLane) };
}

function splitPath(asked: string): { path: string; query: string } {
  const mark = asked.indexOf('?');
  if (mark < 0) return { path: asked, query: '' };
  const parts = asked
    .slice(mark + 1)
    .split('&')
    .filter((part) => part !== '' && !keyNames.has(part.split('=')[0]?.toLowerCase() ?? ''));
  return { path: asked.slice(0, mark), query: parts.length === 0 ? '' : `?${parts.join('&')}` };
}

function wireOf(path: string, body: JsonObject): { wire: Wire; request: WireRequest } | undefined {
  for (const wire of Object.values(wires)) {
    const request = wire.requestOf(path, body);
    if (request !== undefined) return { wire, request };
  }
  return undefined;
}

/**
 * Undefined without a canonical form: not an object, nested too deeply, or numbers beyond doubles.
 */
function objectOf(text: string): JsonObject | undefined {
  const body = jsonOf(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  if (!isNestedWithin(body, nestingMax)) return undefined;
  try {
    canonicalJson(body);
  } catch {
    return undefined;
  }
  return body as JsonObject;
}

function passedHeaders(headers: Headers, wire: Wire): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of wire.headers) {
    const value = headers.get(name);
    if (value !== null) passed[name] = value;
  }
  return passed;
}
