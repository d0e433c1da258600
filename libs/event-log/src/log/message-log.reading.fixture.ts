/**
 * Building blocks of the message log suite: topics, messages, and readers that record
 * what they receive.
 */

import { expect, onTestFinished } from 'vitest';
import type { TopicName } from '#contracts/streams/topics';
import type {
  BatchControls,
  GroupMember,
  GroupOptions,
  MessageBatch,
  MessageLog,
  OutgoingMessage,
  StoredMessage,
} from './message-log.js';

/** A separate log, without topics. */
export interface OpenedLog {
  readonly log: MessageLog;
  /** The session timeout of its groups, milliseconds. */
  readonly sessionMs: number;
  /** Closes it and reopens its data. */
  reopen(): Promise<MessageLog>;
  /** A log of the same kind whose broker is gone. */
  gone(): Promise<MessageLog>;
  /** Closes everything that was opened. */
  close(): Promise<void>;
}

/** Tests by what they show. */
export type ContractLaws = Readonly<
  Record<string, (open: () => Promise<OpenedLog>) => Promise<void>>
>;

export const partitions = 6;
/** Two topics of one group, as the services have them. */
export const pair = ['runs', 'agent.decisions'] as const satisfies readonly TopicName[];
/** Longer than any working operation takes, even on a busy machine. */
export const patience = { timeout: 40_000, interval: 20 };

/** A log with the topics of `pair`, which is closed when the test is over. */
export async function withTopics(open: () => Promise<OpenedLog>): Promise<OpenedLog> {
  const opened = await open();
  onTestFinished(() => opened.close());
  await opened.log.ensureTopics(pair.map((topic) => ({ topic, partitions, compacted: false })));
  return opened;
}

export const message = (topic: TopicName, key: string, value: string): OutgoingMessage => ({
  topic,
  key,
  value,
});

/** One message for each of many keys, so that every partition has some. */
export const spread = (topic: TopicName, value: string, keys = 60): OutgoingMessage[] =>
  Array.from({ length: keys }, (_, index) => message(topic, `key ${index}`, value));

/** All messages of some topics, by offset within their partitions. */
export async function everything(
  log: MessageLog,
  topics: readonly TopicName[],
): Promise<StoredMessage[]> {
  let expected = 0;
  for (const topic of topics) {
    for (const end of await log.endOffsets(topic)) expected += end;
  }
  const got: StoredMessage[] = [];
  const tail = await log.tail({
    topics,
    from: 'start',
    onBatch: ({ messages }) => void got.push(...messages),
  });
  await expect.poll(() => got.length, patience).toBeGreaterThanOrEqual(expected);
  await tail.stop();
  return got;
}

/** A member that records what happens to it. */
export interface Witness {
  readonly member: GroupMember;
  readonly messages: StoredMessage[];
  readonly assigned: number[][];
  readonly revoked: number[][];
  readonly crashes: Error[];
  /** The partitions that it has now. */
  owned(): number[];
}

/** Joins a group; `onBatch` is called with what was recorded so far. */
export async function witness(
  log: MessageLog,
  options: Partial<GroupOptions> & { readonly group: string },
): Promise<Witness> {
  const messages: StoredMessage[] = [];
  const assigned: number[][] = [];
  const revoked: number[][] = [];
  const crashes: Error[] = [];
  const owned = new Set<number>();
  const member = await log.join({
    topics: pair,
    ...options,
    onAssigned: async (numbers) => {
      assigned.push([...numbers]);
      for (const number of numbers) owned.add(number);
      return (await options.onAssigned?.(numbers)) ?? [];
    },
    onRevoked: async (numbers) => {
      revoked.push([...numbers]);
      for (const number of numbers) owned.delete(number);
      await options.onRevoked?.(numbers);
    },
    onBatch: async (batch: MessageBatch, controls: BatchControls) => {
      messages.push(...batch.messages);
      await options.onBatch?.(batch, controls);
    },
    onCrash: (error) => void crashes.push(error),
  });
  return {
    member,
    messages,
    assigned,
    revoked,
    crashes,
    owned: () => [...owned].toSorted((a, b) => a - b),
  };
}

/** A promise and the function that settles it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

export const values = (messages: readonly StoredMessage[]): string[] =>
  messages.map(({ value }) => value);
