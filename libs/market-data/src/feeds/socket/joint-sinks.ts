/** Several connections of one feed, as one: a recording knows of one, and of what was missed while it was down. */

import type { FeedSink } from '../feed.js';

/**
 * `count` sinks in front of one. The feed counts as connected while all of them are, and as disconnected from the first
 * that fails on; so the time that may lack something is never taken for shorter than it was.
 */
export function jointSinks(sink: FeedSink, count: number): readonly FeedSink[] {
  const isUp = Array.from({ length: count }, () => false);
  return isUp.map((_, index) => ({
    data: (channel, bytes) => sink.data(channel, bytes),
    note: (note) => {
      if (note.note !== 'connected' && note.note !== 'disconnected') return sink.note(note);
      const wasUp = isUp.every(Boolean);
      const wasAnyDown = !isUp[index];
      isUp[index] = note.note === 'connected';
      // Failing again while it is down says why it stays down.
      if (isUp.every(Boolean) || wasUp || (note.note === 'disconnected' && wasAnyDown))
        sink.note(note);
    },
  }));
}
