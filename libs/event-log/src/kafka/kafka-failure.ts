/** Errors of the client library: which are worth a retry, and their codes here. */

import { excerpt, invalidInput, isFailure, unavailable, type TapefoldError } from '#values';

/** Protocol errors that a retry cannot fix: permissions, versions, settings. */
const hopeless = new Set([
  'CLUSTER_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'TOPIC_AUTHORIZATION_FAILED',
  'INCONSISTENT_GROUP_PROTOCOL',
  'INVALID_GROUP_ID',
  'INVALID_REPLICATION_FACTOR',
  'INVALID_SESSION_TIMEOUT',
  'INVALID_TOPIC_EXCEPTION',
  'MESSAGE_TOO_LARGE',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'UNSUPPORTED_VERSION',
]);
const hopelessNames = new Set([
  'KafkaJSNotImplemented',
  'KafkaJSSASLAuthenticationError',
  'KafkaJSServerDoesNotSupportApiKey',
]);

const decodingErrors = new Set([
  'RangeError',
  'KafkaJSNotImplemented',
  'KafkaJSPartialMessageError',
  'KafkaJSUnsupportedMagicByteInMessageSet',
]);

/** Errors that tell a member that the group has removed it. */
const expulsions = new Set(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID']);

/** The protocol's name of an error, or of the first of its causes that has one. */
export function protocolType(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; depth++) {
    const { type } = at as { type?: unknown };
    if (typeof type === 'string') return type;
    at = at.cause;
  }
  return undefined;
}

/** Whether neither a retry nor a new connection can help. */
export function isHopeless(error: unknown): boolean {
  if (isFailure(error)) return error.code !== 'Unavailable';
  if (hopeless.has(protocolType(error) ?? '')) return true;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; depth++) {
    if (hopelessNames.has(at.name)) return true;
    at = at.cause;
  }
  return false;
}

/**
 * Whether the library fetched a batch that it cannot decode. Codecs throw plain errors with a code.
 */
export function isUndecodable(error: unknown): boolean {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return false;
  if (root.name === 'Error') return 'code' in root && !('syscall' in root);
  return decodingErrors.has(root.name);
}

/** Whether the member is no longer part of its group. */
export const isExpulsion = (error: unknown): boolean => expulsions.has(protocolType(error) ?? '');

/** Whether the group is rebalancing, with this member still in it. */
export const isRebalance = (error: unknown): boolean =>
  protocolType(error) === 'REBALANCE_IN_PROGRESS';

/** A coded error for an error of the library. */
export function kafkaFailure(what: string, where: string, cause: unknown): TapefoldError {
  if (isFailure(cause)) return cause;
  const found = excerpt(cause instanceof Error ? `${cause.name}: ${cause.message}` : cause, 200);
  const failure = protocolType(cause) === 'MESSAGE_TOO_LARGE' ? invalidInput : unavailable;
  return failure(what, { where, found, cause });
}

/**
 * Retries until it succeeds, fails for good, or patience ends. Every attempt must end by itself, so
 * that none keeps running after the failure was reported to the caller.
 */
export async function persist<T>(
  patienceMs: number,
  what: string,
  where: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 1000)) {
    try {
      return await attempt();
    } catch (error) {
      if (isHopeless(error) || performance.now() + delayMs > deadline) {
        throw kafkaFailure(what, where, error);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}
