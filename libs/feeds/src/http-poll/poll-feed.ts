/** Polls an address: each new body is a frame. */

import { createHash } from 'node:crypto';
import { invalidInput, isFailure } from '#values';
import type { Feed } from '../port/feed.js';
import { systemClock, type FeedClock } from '../port/feed-clock.js';
import type { FeedContext } from '../port/feed-context.js';
import type { FeedConnectionOf } from '../port/feed-description.js';
import { GuardedSink } from '../port/guarded-sink.js';
import { hostOf, patientRequest } from '../http/request.js';
import { mappedDecoder } from '../mapping/mapped-decoder.js';
import { memberPlace, readSecret } from '../port/secret.js';
import { ClockDrift } from '../socket/clock-drift.js';

/** Throws `InvalidInput` if a secret is missing. */
export async function openPollFeed(
  connection: FeedConnectionOf<'poll'>,
  context: FeedContext,
  clock: FeedClock = systemClock,
): Promise<Feed> {
  const headers: Record<string, string> = {};
  for (const [name, place] of Object.entries(connection.headers)) {
    if (!/^[A-Za-z0-9-]+$/.test(name)) {
      throw invalidInput('not the name of a header', {
        where: memberPlace('feed.headers', context),
        found: name,
      });
    }
    headers[name.toLowerCase()] = await readSecret(place, context, `feed.headers.${name}`);
  }
  return {
    name: `polling of ${hostOf(connection.url)}`,
    decoder: mappedDecoder({ ...context.description, mappings: connection.mappings }),
    run: (to, signal) => {
      const sink = new GuardedSink(to);
      const polling = new Polling({ connection, headers, clock, sink, signal });
      // A server that refuses from the start will refuse again; one that answered
      // before may recover.
      const isFinal = (error: unknown): boolean =>
        isFailure(error, 'InvalidInput') && !sink.wasConnected;
      const { everyMs } = connection;
      return sink.keepAsking({ clock, signal, everyMs, isFinal }, () => polling.ask());
    },
  };
}

interface PollingOptions {
  readonly connection: FeedConnectionOf<'poll'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: FeedClock;
  readonly sink: GuardedSink;
  readonly signal: AbortSignal;
}

class Polling {
  private readonly drift = new ClockDrift();
  /** The server's ETag of the last stored body. */
  private etag: string | null = null;
  private modified: string | null = null;
  private hash: string;

  constructor(private readonly options: PollingOptions) {
    let last: Uint8Array | undefined;
    for (const { bytes } of options.sink.to.stored?.() ?? []) last = bytes;
    this.hash = last === undefined ? '' : hashOf(last);
  }

  async ask(): Promise<void> {
    const { connection, headers, clock, sink, signal } = this.options;
    const known = {
      ...(this.etag === null ? {} : { 'if-none-match': this.etag }),
      ...(this.modified === null ? {} : { 'if-modified-since': this.modified }),
    };
    const response = await patientRequest({
      url: connection.url,
      headers: { ...headers, ...known },
      secrets: Object.values(headers),
      waits: (why) => sink.to.waits?.(why),
      signal,
      clock,
    });
    sink.connected(hostOf(connection.url));
    const note = this.drift.measure(response);
    if (note !== undefined) sink.to.note(note);
    if (response.status === 304) return;
    const hash = hashOf(response.body);
    if (hash !== this.hash) await sink.data('body', response.body);
    this.hash = hash;
    // Set only now: a body that was not stored has to be delivered again.
    this.etag = response.headers.etag ?? null;
    this.modified = response.headers['last-modified'] ?? null;
  }
}

const hashOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
