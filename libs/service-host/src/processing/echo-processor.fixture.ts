/**
 * A processor for tests: answers the n-th message of each key on `runs` with n on
 * `scores`, exactly once.
 */

import type { TopicName } from '#contracts/streams/topics';
import type {
  BatchControls,
  BrokenMessage,
  MessageBatch,
  OutgoingMessage,
  Position,
  Processor,
} from '#event-log';

interface Partition {
  /** By key: messages seen, and the number of the last answer on the output. */
  readonly seen: Map<string, number>;
  readonly written: Map<string, number>;
  readonly next: Map<TopicName, number>;
  readonly held: OutgoingMessage[];
  /** Keys whose last message has not arrived. */
  readonly unfinished: Set<string>;
  readonly outputEnd: number;
  caughtUp: boolean;
}

/** Behavior by message: `broken` is skipped, `bug` throws, `slow` waits, `last` ends its key. */
export class EchoProcessor implements Processor {
  readonly inputs: readonly TopicName[] = ['runs', 'scores'];
  readonly output: TopicName = 'scores';
  readonly opened: [partition: number, outputEnd: number][] = [];
  readonly closed: number[] = [];
  /** Called in the middle of a batch with a `slow` message. */
  whenSlow: (controls: BatchControls | undefined) => Promise<void> = async () => {};
  onBroken?: (broken: BrokenMessage) => void;
  publish?: (messages: readonly OutgoingMessage[]) => Promise<void>;
  private readonly partitions = new Map<number, Partition>();

  constructor(readonly readsTapes = false) {}

  open(partition: number, outputEnd: number): void {
    this.opened.push([partition, outputEnd]);
    this.partitions.set(partition, {
      seen: new Map(),
      written: new Map(),
      next: new Map(),
      held: [],
      unfinished: new Set(),
      outputEnd,
      caughtUp: outputEnd === 0,
    });
  }

  async receive(batch: MessageBatch, controls?: BatchControls): Promise<OutgoingMessage[]> {
    const state = this.partitions.get(batch.partition);
    if (state === undefined) return [];
    for (const message of batch.messages) {
      if ((state.next.get(batch.topic) ?? 0) > message.offset) continue;
      state.next.set(batch.topic, message.offset + 1);
      if (message.value === 'bug') throw new Error('a bug');
      if (message.value === 'slow') await this.whenSlow(controls);
      if (message.value === 'broken') this.onBroken?.({ ...message, reason: 'not readable' });
      else if (batch.topic === 'scores') state.written.set(message.key, Number(message.value));
      else this.answer(message.key, message.value === 'last', state);
    }
    const next = state.next.get('scores') ?? 0;
    if (!state.caughtUp && next >= state.outputEnd) state.caughtUp = true;
    if (!state.caughtUp) return [];
    return state.held.splice(0).filter(isNews(state));
  }

  /** Answers every open key with the current length of the tape. */
  async tapeBatch({ messages }: MessageBatch): Promise<OutgoingMessage[]> {
    const broken = messages.find(({ value }) => value === 'broken');
    if (broken !== undefined) this.onBroken?.({ ...broken, reason: 'not a tape' });
    const keys = [...this.partitions.values()].flatMap(({ seen }) => [...seen.keys()]);
    return keys.map((key) => ({ topic: 'agent.decisions', key, value: `${messages.length}` }));
  }

  close(partition: number): void {
    this.closed.push(partition);
    this.partitions.delete(partition);
  }

  /** Restarts from the beginning while a key is unfinished: its numbers count from there. */
  restartAt(partition: number): readonly Position[] {
    const state = this.partitions.get(partition);
    const isDone = state?.unfinished.size === 0;
    return [...(state?.next ?? [])].map(([topic, offset]) => ({
      topic,
      partition,
      offset: isDone ? offset : 0,
    }));
  }

  private answer(key: string, isLast: boolean, { seen, held, unfinished }: Partition): void {
    if (isLast) unfinished.delete(key);
    else unfinished.add(key);
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    held.push({ topic: 'scores', key, value: `${number}` });
  }
}

function isNews({ written }: Partition): (message: OutgoingMessage) => boolean {
  return ({ key, value }) => Number(value) > (written.get(key) ?? 0);
}
