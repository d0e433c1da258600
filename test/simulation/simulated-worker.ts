/**
 * One process of a service in the simulated network: what it owns, where it reads, what it has not
 * got through yet.
 */

import type { TopicName } from '#contracts/streams/topics';
import type { BrokenMessage, OutgoingMessage, Position, Processor } from '#event-log';
import type { SeededRandom } from '#values';
import { SimulatedRereading } from './simulated-rereading.js';
import type { SimulatedTopics } from './simulated-topics.js';

/** Where a group would go on, by topic and partition. */
export type Committed = Map<string, number>;

interface Request {
  messages: OutgoingMessage[];
  /** What is committed once they are appended. */
  readonly commit: readonly Position[];
  readonly settle: () => void;
}

export interface WorkerOptions {
  readonly name: string;
  readonly make: () => Processor;
  readonly topics: SimulatedTopics;
  readonly committed: Committed;
  readonly onBroken: (broken: BrokenMessage) => void;
  /** Told each time that tapes begin to be read again, and that they have met what was read. */
  readonly onAgain: (step: 'begun' | 'met') => void;
}

/** What could be read next: by a group, the tapes as they come first, or tapes once more. */
interface Unread {
  readonly topic: TopicName;
  readonly partition: number;
  readonly how: 'group' | 'tape' | 'again';
}

export class SimulatedWorker {
  /** Partitions that it believes to be its own. */
  readonly owned = new Set<number>();
  private processor: Processor;
  private rereading: SimulatedRereading;
  private positions = new Map<string, number>();
  private requests: Request[] = [];
  private life = 0;

  constructor(private readonly options: WorkerOptions) {
    this.processor = this.begin();
    this.rereading = this.beginAgain();
  }

  get name(): string {
    return this.options.name;
  }

  /**
   * Partitions with work that has begun and not ended: a successor would have to begin it again.
   */
  get held(): readonly string[] {
    const { topics } = this.options;
    const [begins] = this.processor.inputs;
    return [...this.owned]
      .flatMap((partition) => [...this.processor.restartAt(partition)])
      .filter(
        ({ topic, partition, offset }) => topic === begins && offset < topics.end(topic, partition),
      )
      .map(({ topic, partition }) => place(topic, partition));
  }

  get isIdle(): boolean {
    return this.requests.length === 0 && this.pending().length === 0;
  }

  describe(): string {
    const unread = this.pending().map(({ topic, partition }) => place(topic, partition));
    const { name, owned, requests } = this;
    return (
      `${name} owns ${[...owned].join(' ')}, has ${requests.length} to send, has not read ` +
      `${unread.join(' ')}`
    );
  }

  open(partition: number): void {
    if (this.owned.has(partition)) return;
    this.owned.add(partition);
    const { topics, committed } = this.options;
    const { inputs, output } = this.processor;
    for (const topic of inputs) {
      this.positions.set(place(topic, partition), committed.get(place(topic, partition)) ?? 0);
    }
    const end = inputs.includes(output) ? topics.end(output, partition) : 0;
    const start = this.positions.get(place(output, partition)) ?? 0;
    const unread = new Map(
      inputs.flatMap((topic): [TopicName, number][] => {
        const ends = topics.end(topic, partition);
        return (this.positions.get(place(topic, partition)) ?? 0) < ends ? [[topic, ends]] : [];
      }),
    );
    this.processor.open(partition, start >= end ? 0 : end, unread);
  }

  close(partition: number): void {
    if (!this.owned.delete(partition)) return;
    this.processor.close(partition);
    this.rereading.look();
  }

  /** Loses everything that is not on a topic, and begins again. */
  crash(): void {
    for (const partition of this.owned) this.processor.close(partition);
    const owned = [...this.owned];
    this.owned.clear();
    this.positions = new Map();
    this.requests = [];
    this.life++;
    this.processor = this.begin();
    this.rereading = this.beginAgain();
    for (const partition of owned) this.open(partition);
  }

  /** Reads some messages of some topic; some that it has read before, now and then. */
  async receive(random: SeededRandom): Promise<boolean> {
    if (this.requests.some(({ commit }) => commit.length > 0)) return false;
    const pending = this.pending();
    const chosen = pending[Math.floor(random.next() * pending.length)];
    if (chosen === undefined) return false;
    const { life } = this;
    const out =
      chosen.how === 'again'
        ? await this.readAgain(chosen, random)
        : await this.read(chosen, random);
    if (life !== this.life) return true;
    this.rereading.look();
    const commit = [...this.owned].flatMap((one) => this.processor.restartAt(one));
    this.requests.push({ messages: [...out], commit, settle: () => undefined });
    return true;
  }

  private async read({ topic, partition, how }: Unread, random: SeededRandom) {
    const at = place(how === 'tape' ? `tape ${topic}` : topic, partition);
    const position = this.positions.get(at) ?? 0;
    const back = random.next() < 0.1 ? Math.min(position, Math.floor(random.next() * 4)) : 0;
    const count = 1 + Math.floor(random.next() * 5);
    const batch = this.options.topics.read(topic, partition, position - back, count);
    this.positions.set(at, Math.max(position, position - back + batch.messages.length));
    if (how === 'group') return this.processor.receive(batch);
    return (await this.processor.tapeBatch?.(batch)) ?? [];
  }

  private async readAgain({ partition }: Unread, random: SeededRandom) {
    const batch = this.rereading.read(partition, random);
    return (batch && (await this.processor.tapeBatch?.(batch, undefined, true))) ?? [];
  }

  /** Sends the next request over a network that loses it, doubles it, and shuffles its messages. */
  send(random: SeededRandom, isRetried: boolean): boolean {
    const at = random.next() < 0.2 ? this.requests.length - 1 : 0;
    const request = this.requests[at];
    if (request === undefined) return false;
    const fate = random.next();
    if (fate < 0.15 && isRetried) return true;
    if (random.next() < 0.15) shuffle(request.messages, random);
    if (fate >= 0.15) for (const message of request.messages) this.options.topics.append(message);
    // The answer is lost: it is all sent again.
    if (fate >= 0.85) return true;
    this.requests.splice(this.requests.indexOf(request), 1);
    for (const { topic, partition, offset } of request.commit) {
      const known = this.options.committed.get(place(topic, partition)) ?? 0;
      this.options.committed.set(place(topic, partition), Math.max(known, offset));
    }
    request.settle();
    return true;
  }

  private begin(): Processor {
    const processor = this.options.make();
    const { life } = this;
    processor.onBroken = this.options.onBroken;
    processor.publish = (messages) =>
      new Promise((settle) => {
        if (life === this.life) this.requests.push({ messages: [...messages], commit: [], settle });
      });
    return processor;
  }

  private beginAgain(): SimulatedRereading {
    const { topics, onAgain } = this.options;
    return new SimulatedRereading(topics, this.processor.tapes, onAgain);
  }

  private pending(): Unread[] {
    const { topics } = this.options;
    const found: Unread[] = this.rereading
      .pending()
      .map((partition) => ({ topic: 'market.tape', partition, how: 'again' }));
    const look = (topic: TopicName, partition: number, how: 'group' | 'tape'): void => {
      const at = place(how === 'tape' ? `tape ${topic}` : topic, partition);
      const position = this.positions.get(at) ?? 0;
      if (position < topics.end(topic, partition)) found.push({ topic, partition, how });
    };
    for (const partition of this.owned) {
      for (const topic of this.processor.inputs) look(topic, partition, 'group');
    }
    for (
      let partition = 0;
      this.processor.readsTapes && partition < topics.partitions;
      partition++
    ) {
      look('market.tape', partition, 'tape');
    }
    return found;
  }
}

function place(topic: string, partition: number): string {
  return `${topic}/${partition}`;
}

function shuffle(messages: OutgoingMessage[], random: SeededRandom): void {
  for (let at = messages.length - 1; at > 0; at--) {
    const other = Math.floor(random.next() * (at + 1));
    [messages[at], messages[other]] = [
      messages[other] as OutgoingMessage,
      messages[at] as OutgoingMessage,
    ];
  }
}
