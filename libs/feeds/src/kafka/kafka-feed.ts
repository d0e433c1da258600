/**
 * An external Kafka topic as a feed: each message is a frame; its partition and offset
 * give its position.
 */

import { invalidInput, isFailure, printable } from '#values';
import { partsOfChannel } from '../port/channel-position.js';
import type { DataFrame, Feed } from '../port/feed.js';
import { feedPauseMs, systemClock, type FeedClock } from '../port/feed-clock.js';
import type { FeedContext } from '../port/feed-context.js';
import type { FeedConnectionOf } from '../port/feed-description.js';
import { mappedDecoder } from '../mapping/mapped-decoder.js';
import { withoutSecrets } from '../port/secret.js';
import { kafkaClient } from './kafka-client.js';
import { TopicReader } from './topic-reader.js';

/** After a membership of this length the next pause is short again. Milliseconds. */
const stableMs = 60_000;

/** Throws `InvalidInput` if a secret is missing. */
export async function openKafkaFeed(
  connection: FeedConnectionOf<'kafka'>,
  context: FeedContext,
  clock: FeedClock = systemClock,
): Promise<Feed> {
  const { description } = context;
  const { kafka, secrets } = await kafkaClient(connection, context);
  const { topic, start } = connection;
  const group = connection.group ?? `tapefold-${description.name}`;
  return {
    name: `topic ${topic} at ${connection.brokers[0]}`,
    decoder: mappedDecoder({ ...description, mappings: connection.mappings }),
    // It resumes where it stopped: an outage loses nothing, or a note of its own reports the loss.
    repair: (span) => Promise.resolve(span.numbers === undefined),
    async run(sink, signal) {
      const newest = new Map<string, DataFrame>();
      for (const frame of sink.stored?.() ?? [])
        newest.set(partsOfChannel(frame.channel).way, frame);
      let failures = 0;
      while (!signal.aborted) {
        const startedAt = clock.now();
        try {
          await new TopicReader({ kafka, topic, group, start, sink, newest, clock }).run(signal);
        } catch (error) {
          if (signal.aborted) return;
          if (isFailure(error)) throw error;
          const reason = printable(withoutSecrets(wordsOf(error), secrets), 500);
          if (isRefusal(error)) {
            throw invalidInput('the brokers refuse the connection', {
              where: 'feed',
              found: reason,
            });
          }
          sink.note({ note: 'disconnected', reason });
          failures = clock.now() - startedAt >= stableMs ? 1 : failures + 1;
          await clock.sleep(feedPauseMs(failures, clock), signal).catch(() => undefined);
        }
      }
    },
  };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Permanent errors: credentials, permissions, and unsupported compression. */
const refusals = /SASL|authenticat|authoriz|compression (?:not|is not) implemented/i;

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return refusals.test(`${error.name} ${error.message} ${cause}`);
}
