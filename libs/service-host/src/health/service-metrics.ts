/** The metrics of a service, in Prometheus format. */

import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { hintedNumber } from '#contracts/streams/hints';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch, MessageLog, OutgoingMessage } from '#event-log';

const batchSecondsBuckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

/** Milliseconds that the log may take to report its end offsets. */
const refreshMs = 1_000;

interface ServiceMetricsOptions {
  readonly service: string;
  /** Includes memory, event loop and the like of the process. */
  readonly withProcess?: boolean;
}

export class ServiceMetrics {
  readonly registry = new Registry();
  /** Offset of the next message to read in each partition, for its lag. */
  private readonly positions = new Map<TopicName, Map<number, number>>();

  private readonly lag = this.gauge('tapefold_lag', 'Messages still to be read.', [
    'topic',
    'partition',
  ]);
  private readonly batchSeconds = new Histogram({
    name: 'tapefold_batch_seconds',
    help: 'Time from a batch to its results being durable, in seconds.',
    labelNames: ['topic'],
    buckets: batchSecondsBuckets,
    registers: [this.registry],
  });
  private readonly messages = this.counter('tapefold_messages_total', 'Messages.', true);
  private readonly items = this.counter(
    'tapefold_items_total',
    'Facts, decisions, events and calls in messages; a message that lists none is one item.',
    true,
  );
  readonly deadLetters = this.counter(
    'tapefold_dead_letters_total',
    'Messages that could not be read.',
  );
  readonly retries = this.counter('tapefold_append_retries_total', 'Appends that were repeated.');
  readonly owned = this.gauge('tapefold_owned_partitions', 'Partitions of this member.');
  readonly stopped = this.gauge(
    'tapefold_stopped_partitions',
    'Partitions stalled at an unreadable message.',
  );
  readonly tapeFacts = this.gauge('tapefold_tape_facts', 'Facts of tapes in memory.');
  private readonly failedTapes = new Counter({
    name: 'tapefold_tapes_failed_total',
    help: 'Tapes that cannot continue.',
    registers: [this.registry],
  });
  private readonly ready = this.gauge('tapefold_ready', '1 when the service is ready.');

  constructor({ service, withProcess = false }: ServiceMetricsOptions) {
    this.registry.setDefaultLabels({ service });
    if (withProcess) collectDefaultMetrics({ register: this.registry });
  }

  /** Counts a batch that was read, and the time until all of its output was durable, seconds. */
  batchDone(batch: MessageBatch, seconds: number): void {
    const { topic, partition, nextOffset: next, endOffset } = batch;
    this.position(topic, partition, next);
    this.lag.set({ topic, partition }, Math.max(0, endOffset - next));
    this.batchTook(batch, seconds);
  }

  /** The same for a reread batch, which leaves the topic's position as it was. */
  batchTook({ topic, messages }: MessageBatch, seconds: number): void {
    this.batchSeconds.observe({ topic }, seconds);
    this.messages.inc({ topic, direction: 'in' }, messages.length);
    const items = messages.reduce((sum, message) => sum + itemsIn(message), 0);
    this.items.inc({ topic, direction: 'in' }, items);
  }

  /** Sets the offset at which reading a partition resumes. */
  position(topic: TopicName, partition: number, offset: number): void {
    const positions = this.positions.get(topic) ?? new Map<number, number>();
    positions.set(partition, offset);
    this.positions.set(topic, positions);
  }

  appended(messages: readonly OutgoingMessage[]): void {
    for (const message of messages) {
      const labels = { topic: message.topic, direction: 'out' };
      this.messages.inc(labels);
      this.items.inc(labels, itemsIn(message));
      if (message.headers?.['type'] === 'TapeFailed') this.failedTapes.inc();
    }
  }

  /** A partition has moved to another worker, which now reports its lag. */
  forget(topicNames: readonly TopicName[], partition: number): void {
    for (const topic of topicNames) {
      this.positions.get(topic)?.delete(partition);
      this.lag.remove({ topic, partition });
    }
  }

  /**
   * The text of `/metrics`. Fetches end offsets each time: the lag of a partition that is not read
   * must grow, too.
   */
  async text(log: Pick<MessageLog, 'endOffsets'>, isReady: boolean): Promise<string> {
    this.ready.set(isReady ? 1 : 0);
    const topicNames = [...this.positions.keys()];
    await Promise.all(topicNames.map((topic) => this.refreshLag(log, topic)));
    return this.registry.metrics();
  }

  private async refreshLag(log: Pick<MessageLog, 'endOffsets'>, topic: TopicName): Promise<void> {
    // If the log is unavailable, the last figures stay, and the scrape is not delayed.
    const away = sleep(refreshMs, [], { ref: false });
    const ends = await Promise.race([log.endOffsets(topic).catch(() => []), away]);
    for (const [partition, next] of this.positions.get(topic) ?? []) {
      const end = ends[partition];
      if (end !== undefined) this.lag.set({ topic, partition }, Math.max(0, end - next));
    }
  }

  private counter(name: string, help: string, hasDirection = false): Counter {
    const labelNames = hasDirection ? ['topic', 'direction'] : ['topic'];
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}

/** How many items a message holds, by its header; one without the header counts as one item. */
const itemsIn = ({ headers = {} }: Pick<OutgoingMessage, 'headers'>): number =>
  hintedNumber(headers, 'count') ?? 1;
