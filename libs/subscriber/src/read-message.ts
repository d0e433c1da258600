/**
 * Parses messages for a subscriber: additions of later versions are skipped, broken
 * messages refused.
 */

import type { z } from 'zod';
import { isFailure, jsonOf } from '#values';
import {
  messageSchemas,
  parseMessage,
  type Message,
  type MessagesByTopic,
} from '#contracts/streams/catalogue';
import { upcast } from '#contracts/streams/earlier-messages';
import type { TopicName } from '#contracts/streams/topics';

/** More layers of unknown members than a message has. */
const layersMax = 16;

/**
 * Parses a message of a topic. Drops members that this version does not know; returns `undefined`
 * for an unknown type. `InvalidInput`, naming the member, for any other deviation from the
 * published format.
 */
export function readMessage<T extends TopicName>(
  topic: T,
  text: string,
): MessagesByTopic[T] | undefined {
  try {
    return parseMessage(topic, text);
  } catch (error) {
    if (!isFailure(error, 'InvalidInput')) throw error;
    const value = upcast(topic, jsonOf(text));
    if (isOfUnknownType(topic, value)) return undefined;
    const known = withoutUnknownMembers(topic, value);
    if (known === undefined) throw error;
    return known as MessagesByTopic[T];
  }
}

function isOfUnknownType(topic: TopicName, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type } = value as { type?: unknown };
  return typeof type === 'string' && !Object.hasOwn(messageSchemas[topic], type);
}

/** The message without unknown members, if they are its only fault. */
function withoutUnknownMembers(topic: TopicName, value: unknown): Message | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type } = value as { type?: unknown };
  if (typeof type !== 'string') return undefined;
  const schema = messageSchemas[topic][type];
  for (let layer = 0; layer < layersMax; layer++) {
    const { success, data, error } = schema?.safeParse(value) ?? { success: false };
    if (success) return data;
    const unknown = unknownMembers(error?.issues ?? []);
    if (unknown === undefined) return undefined;
    for (const { path, names } of unknown) removeMembers(value, path, names);
  }
  return undefined;
}

interface UnknownMembers {
  readonly path: readonly PropertyKey[];
  readonly names: readonly string[];
}

/**
 * The unknown members, if nothing else is wrong; for a union, judged by the member that
 * the value means.
 */
function unknownMembers(issues: readonly z.core.$ZodIssue[]): UnknownMembers[] | undefined {
  const found: UnknownMembers[] = [];
  for (const issue of issues) {
    const { path } = issue;
    if (issue.code === 'unrecognized_keys') {
      found.push({ path, names: issue.keys });
      continue;
    }
    const branches = issue.code === 'invalid_union' ? issue.errors.map(unknownMembers) : [];
    const meant = branches.find((branch) => branch !== undefined);
    if (meant === undefined) return undefined;
    found.push(...meant.map((one) => ({ ...one, path: [...path, ...one.path] })));
  }
  return found;
}

function removeMembers(
  value: object,
  path: readonly PropertyKey[],
  names: readonly string[],
): void {
  const owner = path.reduce<unknown>((at, key) => Reflect.get(at as object, key), value);
  for (const name of names) Reflect.deleteProperty(owner as object, name);
}
