/** Two connections that count as one. */

import { expect, it } from 'vitest';
import { KeepingSink } from '../feed-sink.fixture.js';
import { jointSinks } from './joint-sinks.js';

it('is connected while all are, and disconnected from the first that fails on', () => {
  const sink = new KeepingSink();
  const [stocks, news] = jointSinks(sink, 2);
  const up = (to: string) => ({ note: 'connected', to }) as const;
  const down = (reason: string) => ({ note: 'disconnected', reason }) as const;
  stocks!.note(up('stocks'));
  expect(sink.notes).toEqual([]);
  news!.note(up('news'));
  stocks!.note(down('stocks failed'));
  news!.note(down('news failed'));
  news!.note(up('news again'));
  stocks!.note(down('stocks failed again'));
  stocks!.note(up('stocks again'));
  expect(sink.notes).toEqual([
    up('news'),
    down('stocks failed'),
    down('stocks failed again'),
    up('stocks again'),
  ]);
});

it('passes on data and all other notes', () => {
  const sink = new KeepingSink();
  const [first, second] = jointSinks(sink, 2);
  void first!.data('stream', Buffer.from('a'));
  second!.note({ note: 'clock', offsetMs: 1, within: 2 });
  expect(sink.texts()).toEqual(['a']);
  expect(sink.notes).toEqual([{ note: 'clock', offsetMs: 1, within: 2 }]);
});
