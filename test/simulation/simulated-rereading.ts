/**
 * Rereading of tapes in the simulated network: late, twice, lost on the way, or again from
 * the beginning.
 */

import type { MessageBatch, NeededTapes } from '#event-log';
import type { SeededRandom } from '#values';
import type { SimulatedTopics } from './simulated-topics.js';

const topic = 'market.tape';

export class SimulatedRereading {
  /** By partition, where it began; empty while nothing is read again. */
  private from = new Map<number, number>();
  private positions = new Map<number, number>();

  constructor(
    private readonly topics: SimulatedTopics,
    private readonly tapes: NeededTapes | undefined,
    private readonly onAgain: (step: 'begun' | 'met') => void,
  ) {}

  /** As a host looks after each batch. */
  look(): void {
    if (this.tapes === undefined || this.tapes.isReadingAgain) return;
    if (this.from.size > 0) this.onAgain('met');
    const from = this.tapes.beginAgain();
    if (from.length > 0) this.onAgain('begun');
    this.from = new Map(from.map(({ partition, offset }) => [partition, offset]));
    this.positions = new Map(this.from);
  }

  /** Partitions with something left to read. */
  pending(): number[] {
    return [...this.positions].flatMap(([partition, position]) =>
      position < this.topics.end(topic, partition) ? [partition] : [],
    );
  }

  /**
   * The next messages, or some that were read before; undefined where they were lost,
   * and come again.
   */
  read(partition: number, random: SeededRandom): MessageBatch | undefined {
    const first = this.from.get(partition) ?? 0;
    const position = this.positions.get(partition) ?? first;
    const dice = random.next();
    if (dice < 0.1) return undefined;
    // The connection broke, and begins again.
    const isAnew = dice < 0.13;
    const back = dice > 0.9 ? Math.floor(random.next() * 4) : 0;
    const start = isAnew ? first : Math.max(first, position - back);
    const batch = this.topics.read(topic, partition, start, 1 + Math.floor(random.next() * 5));
    const next = start + batch.messages.length;
    this.positions.set(partition, isAnew ? next : Math.max(position, next));
    return batch;
  }
}
