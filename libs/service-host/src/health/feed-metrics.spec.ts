/** Feed metrics in Prometheus format, only for what is being recorded now. */

import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { FeedStatus } from '#feeds';
import { showFeeds } from './feed-metrics.js';

const status: FeedStatus = {
  connected: true,
  frames: 7,
  bytes: 900,
  facts: 12,
  duplicates: 3,
  late: 1,
  corrections: 2,
  unreadable: 0,
  unmapped: 0,
  reconnects: 1,
  gapsRepaired: 1,
  gapsLost: 0,
  gapsOpen: 1,
  reconciled: 0,
  lagMs: 250,
  clockOffsetMs: null,
  lastAt: null,
  waiting: 4,
};

describe('showFeeds', () => {
  it('shows each recording under its tape, in seconds, without what is not known', async () => {
    const registry = new Registry();
    const recordings = new Map([['coins-1', status]]);
    showFeeds(registry, () => recordings);
    const text = await registry.metrics();
    expect(text).toContain('tapefold_feed_connected{tape="coins-1"} 1');
    expect(text).toContain('tapefold_feed_lag_seconds{tape="coins-1"} 0.25');
    expect(text).toContain('tapefold_feed_duplicates_total{tape="coins-1"} 3');
    expect(text).not.toContain('tapefold_feed_clock_offset_seconds{');
    recordings.delete('coins-1');
    expect(await registry.metrics()).not.toContain('coins-1');
  });
});
