/** The order of the items of one frame: they arrived together, and many lists are newest first. */

import { startOfUtcDay, type Instant } from '#values';
import type { FeedItem, Numbered } from '../feed-item.js';

/**
 * The items by time, and those of a numbered stream by number. Of equal times, the list decides; one that is newest
 * first is read from its end. Items without a time keep their place.
 */
export function inOrder(items: readonly FeedItem[]): readonly FeedItem[] {
  const timed = items.filter((item) => !Number.isNaN(timeOf(item)));
  const steps = timed.map((item, at) => Math.sign(timeOf(item) - timeOf(timed[at - 1] ?? item)));
  const isSorted = !steps.includes(-1) && !timed.some((item) => numberedOf(item) !== undefined);
  if (isSorted) return items;
  const read = steps.reduce((sum, step) => sum + step, 0) < 0 ? timed.toReversed() : timed;
  const byTime = read.toSorted((a, b) => timeOf(a) - timeOf(b));
  const streams = Map.groupBy(byTime, (item) => numberedOf(item)?.stream);
  const next = new Map([...streams].map(([name, own]) => [name, byNumber(own).values()]));
  const ordered = byTime.map((item) => next.get(numberedOf(item)?.stream)?.next().value ?? item);
  const rest = ordered.values();
  return items.map((item) => (Number.isNaN(timeOf(item)) ? item : (rest.next().value ?? item)));
}

/** Numbers that are far apart may be those of a stream that began again: then the times decide. */
function byNumber(items: readonly FeedItem[]): readonly FeedItem[] {
  const sorted = items.toSorted((a, b) => numberOf(a) - numberOf(b));
  return numberOf(sorted.at(-1)) - numberOf(sorted[0]) < 2 * items.length ? sorted : items;
}

/** NaN for what has no time. */
function timeOf(item: FeedItem): Instant {
  if ('at' in item) return item.at;
  if (item.kind === 'bar') return item.end;
  if (item.kind === 'dailyBar') return startOfUtcDay(item.session);
  return item.kind === 'news' ? item.publishedAt : NaN;
}

function numberedOf(item: FeedItem | undefined): Numbered | undefined {
  if (item?.kind === 'trade' || item?.kind === 'quote') return item.numbered;
  return item?.kind === 'heartbeat' ? item.last : undefined;
}

/** A heartbeat names the last number that was sent: it comes behind that item. */
const numberOf = (item: FeedItem | undefined): number =>
  (numberedOf(item)?.number ?? NaN) + (item?.kind === 'heartbeat' ? 0.5 : 0);
