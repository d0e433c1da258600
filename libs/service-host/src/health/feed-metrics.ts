/** Metrics of a service that records feeds, in Prometheus format, computed on each scrape. */

import { Gauge, type Registry } from 'prom-client';
import type { FeedStatus } from '#feeds';

type Figure = readonly [name: string, help: string, of: (status: FeedStatus) => number | null];

const figures: readonly Figure[] = [
  ['tapefold_feed_connected', '1 while the feed is connected.', (one) => Number(one.connected)],
  [
    'tapefold_feed_lag_seconds',
    "Time from the vendor's stamp of the last item to its arrival, in seconds.",
    ({ lagMs }) => (lagMs === null ? null : lagMs / 1000),
  ],
  ['tapefold_feed_frames_total', 'Frames that were stored.', ({ frames }) => frames],
  ['tapefold_feed_bytes_total', 'Bytes of frames that were stored.', ({ bytes }) => bytes],
  ['tapefold_feed_facts_total', 'Facts that came of them.', ({ facts }) => facts],
  ['tapefold_feed_waiting', 'Frames that are stored and not yet facts.', ({ waiting }) => waiting],
  ['tapefold_feed_duplicates_total', 'Items that were there already.', (one) => one.duplicates],
  ['tapefold_feed_late_total', 'Items that came too late to count.', ({ late }) => late],
  ['tapefold_feed_corrections_total', 'Items that correct another.', (one) => one.corrections],
  ['tapefold_feed_unreadable_total', 'Items that could not be read.', (one) => one.unreadable],
  ['tapefold_feed_reconnects_total', 'Connections after the first.', (one) => one.reconnects],
  ['tapefold_feed_gaps_open', 'Gaps that are being repaired.', ({ gapsOpen }) => gapsOpen],
  ['tapefold_feed_gaps_repaired_total', 'Gaps that were repaired.', (one) => one.gapsRepaired],
  ['tapefold_feed_gaps_lost_total', 'Gaps that the tape names.', ({ gapsLost }) => gapsLost],
  [
    'tapefold_feed_reconciled_total',
    'Items that only a comparison with the history brought.',
    ({ reconciled }) => reconciled,
  ],
  [
    'tapefold_feed_clock_offset_seconds',
    "How far the venue's clock is ahead of ours, in seconds.",
    ({ clockOffsetMs }) => (clockOffsetMs === null ? null : clockOffsetMs / 1000),
  ],
];

/** `statuses`: the recordings of this process, by tape. Unknown figures are omitted. */
export function showFeeds(
  registry: Registry,
  statuses: () => ReadonlyMap<string, FeedStatus>,
): void {
  for (const [name, help, of] of figures) {
    // Totals cover the whole recording, which outlives the process: they are read,
    // not counted here.
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: ['tape'],
      registers: [registry],
      collect: () => {
        gauge.reset();
        for (const [tape, status] of statuses()) {
          const value = of(status);
          if (value !== null) gauge.set({ tape }, value);
        }
      },
    });
  }
}
