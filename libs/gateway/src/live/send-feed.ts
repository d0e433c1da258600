/**
 * Sends one feed to one client: at the client's pace, triggered by news, until the token or
 * the service ends.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { filter } from 'rxjs';
import type { GatewayParts } from '../providers/gateway-parts.js';
import { EventWriter } from './event-writer.js';
import type { Feed } from './run-feed.js';

interface FeedSurroundings extends Pick<GatewayParts, 'limits' | 'updates' | 'logger'> {
  /** What the feed is about: ids of runs and submissions. */
  readonly keys: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Minimum milliseconds between two reads, however much news there is. */
  readonly paceMs: number;
  /** Whether the token is still valid. */
  isAdmitted(): Promise<boolean>;
}

/** Settles when the stream has ended, on either side. */
export async function sendFeed(
  feed: Feed,
  response: Response,
  surroundings: FeedSurroundings,
): Promise<void> {
  const { limits, updates, keys, signal, logger } = surroundings;
  const writer = new EventWriter(response, limits);
  const bell = new Doorbell();
  const ring = (): void => bell.ring();
  response.once('close', ring);
  signal.addEventListener('abort', ring);
  const news = updates.changes.pipe(filter((changed) => concerns(changed, keys))).subscribe(ring);
  try {
    await pump(feed, { writer, bell, ...surroundings });
  } catch (error) {
    // Sent events cannot be taken back: the client reconnects with the last id that it saw.
    logger.warn({ err: error }, 'a stream was interrupted');
    response.destroy();
  } finally {
    news.unsubscribe();
    signal.removeEventListener('abort', ring);
    writer.end();
    await feed.return();
  }
}

interface Pump extends FeedSurroundings {
  readonly writer: EventWriter;
  readonly bell: Doorbell;
}

async function pump(feed: Feed, parts: Pump): Promise<void> {
  const { writer, bell, signal, limits, paceMs, isAdmitted } = parts;
  let admittedMs = performance.now();
  for await (const events of feed) {
    if (events.length > 0) await writer.write(events);
    else {
      if (paceMs > 0) await sleep(paceMs);
      await bell.wait(limits.lookMs);
    }
    if (!writer.isOpen || signal.aborted) return;
    if (performance.now() - admittedMs < limits.heartbeatMs) continue;
    if (!(await isAdmitted())) return;
    admittedMs = performance.now();
  }
}

/** Iterates over the smaller of the two. */
function concerns(changed: ReadonlySet<string>, keys: ReadonlySet<string>): boolean {
  const [few, many] = changed.size < keys.size ? [changed, keys] : [keys, changed];
  return [...few].some((key) => many.has(key));
}

/** Waits for news, with a timeout; news that arrives between waits is kept. */
class Doorbell {
  private rung = Promise.withResolvers<void>();

  ring(): void {
    this.rung.resolve();
  }

  /** Settles when it rang since the last wait, or after `ms`. */
  async wait(ms: number): Promise<void> {
    const timer = setTimeout(() => this.ring(), ms);
    await this.rung.promise;
    clearTimeout(timer);
    this.rung = Promise.withResolvers();
  }
}
