/**
 * The view of a subscriber that reads all topics as they grow, and drops what it has seen
 * by its number.
 */

import { dueInAll, type JournalEvent } from '#contracts';
import { keyOf, type Message, type MessagesByTopic } from '#contracts/streams/catalogue';
import {
  JournalChain,
  readStored,
  type MessageLog,
  type StoredMessage,
  type Tail,
} from '#event-log';

/** One numbered sequence: of a tape, of a run's decisions, of a run's journal. */
interface Sequence {
  next: number;
  duplicates: number;
}

export interface SeenRun {
  label: string;
  submission: string;
  readonly chain: JournalChain;
  journalHash: string | undefined;
  scores: MessagesByTopic['scores'][];
  /** Partition and offset of each of them: who was told twice may have read a place twice. */
  readonly scoredAt: string[];
}

const versionOf = ({ type }: { readonly type: string }): number => (type === 'RunScored' ? 2 : 1);

export class SubscriberView {
  /**
   * Set where messages come that have a type and little else: only what the schemas allow is taken,
   * at their cost.
   */
  isWary = false;
  /** Places at which a number was missing. */
  readonly gaps: string[] = [];
  readonly deadLetters: MessagesByTopic['dead-letters'][] = [];
  readonly runs = new Map<string, SeenRun>();
  /** Messages of each topic, duplicates among them. */
  readonly messages = new Map<string, number>();
  private readonly sequences = new Map<string, Sequence>();
  private readonly letterPlaces = new Set<string>();
  private tail: Tail | undefined;

  async start(log: MessageLog): Promise<void> {
    this.tail = await log.tail({
      topics: [
        'runs',
        'market.tape',
        'agent.decisions',
        'portfolio.events',
        'scores',
        'dead-letters',
      ],
      from: 'start',
      onBatch: ({ messages }) => {
        for (const message of messages) this.take(message);
      },
    });
  }

  async stop(): Promise<void> {
    await this.tail?.stop();
  }

  run(id: string): SeenRun {
    let run = this.runs.get(id);
    if (run === undefined) {
      const chain = new JournalChain();
      run = { label: '', submission: '', chain, journalHash: undefined, scores: [], scoredAt: [] };
      this.runs.set(id, run);
    }
    return run;
  }

  /** Tapes that have facts. */
  get tapes(): readonly string[] {
    const topic = 'market.tape ';
    const names = [...this.sequences.keys()].filter((name) => name.startsWith(topic));
    return names.map((name) => name.slice(topic.length));
  }

  /**
   * How far everything has come, without what came again: it stops growing when nothing new comes.
   */
  progress(): number {
    let items = this.letterPlaces.size;
    for (const { next } of this.sequences.values()) items += next;
    for (const { scores } of this.runs.values()) items += Math.min(scores.length, 1);
    return items;
  }

  /** Items that came again, over all sequences of a topic. */
  duplicates(topic: string): number {
    let duplicates = 0;
    for (const [name, sequence] of this.sequences) {
      if (name.startsWith(`${topic} `)) duplicates += sequence.duplicates;
    }
    return duplicates;
  }

  /** Items of a sequence so far: facts of a tape, decisions or records of a run. */
  reached(topic: string, key: string): number {
    return (this.sequences.get(`${topic} ${key}`)?.next ?? 1) - 1;
  }

  private take(stored: StoredMessage): void {
    const { topic, key, value, partition, offset } = stored;
    this.messages.set(topic, (this.messages.get(topic) ?? 0) + 1);
    if (this.isWary && !canBeRead(stored)) return;
    const message = messageIn(value);
    // Skips messages under a key that is not their own, or of another version.
    if (message === undefined || message.version !== versionOf(message) || keyOf(message) !== key)
      return;
    switch (message.type) {
      case 'RunSubmitted': {
        const { label, submission } = message;
        Object.assign(this.run(message.run), { label, submission });
        return;
      }
      case 'TapeFacts':
        if (topic === 'market.tape') this.accept(topic, key, message.first, message.facts.count);
        return;
      case 'Decisions':
        this.accept(topic, key, message.first, dueInAll(message.decisions));
        return;
      case 'Events':
        this.takeEvents(message, key);
        return;
      case 'RunScored': {
        const { scores, scoredAt } = this.run(message.run);
        scores.push(message);
        scoredAt.push(`${partition}/${offset}`);
        return;
      }
      case 'DeadLetter':
        this.deadLetters.push(message);
        this.letterPlaces.add(`${message.topic}/${message.partition}/${message.offset}`);
        return;
      default:
    }
  }

  private takeEvents({ run: id, first, events }: MessagesByTopic['portfolio.events'], key: string) {
    const from = this.accept('portfolio.events', key, first, events.length);
    const run = this.run(id);
    for (const event of events.slice(from) as JournalEvent[]) {
      run.chain.append(event);
      if (event.type === 'RunClosed') run.journalHash = run.chain.close();
    }
    run.chain.taken();
  }

  /** How many of the items were there before; notes where some are missing. */
  private accept(topic: string, key: string, first: number, length: number): number {
    const name = `${topic} ${key}`;
    let sequence = this.sequences.get(name);
    if (sequence === undefined) this.sequences.set(name, (sequence = { next: 1, duplicates: 0 }));
    if (first > sequence.next) this.gaps.push(`${name}: ${sequence.next} to ${first - 1}`);
    const known = Math.max(0, Math.min(length, sequence.next - first));
    sequence.duplicates += known;
    sequence.next = Math.max(sequence.next, first + length);
    return known;
  }
}

function canBeRead(stored: StoredMessage): boolean {
  try {
    readStored(stored.topic, stored);
    return true;
  } catch {
    return false;
  }
}

/** Undefined for what was put there to disturb. */
function messageIn(value: string): Message | undefined {
  try {
    const parsed = JSON.parse(value) as Message | null;
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
