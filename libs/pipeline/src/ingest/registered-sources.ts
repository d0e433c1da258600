/** The sources of tapes that name registered data sets, for ingest. */

import type { FactSource } from '#contracts';
import type { TapeRequested } from '#contracts/streams/market';
import { askedCalendars } from '#market-data/dataset/tape-calendars';
import { OpenedDatasets, type DatasetLease } from './opened-datasets.js';

/**
 * Opens sources by the register `places`, which gives a folder or a bundled name for each name.
 * `InvalidInput` if a name is not registered here, if the data set's content differs from the
 * request's, and, at the end of the last source, if the content has changed by then.
 */
export function registeredSources(
  places: ReadonlyMap<string, string>,
): (request: TapeRequested) => Promise<readonly FactSource[]> {
  const datasets = new OpenedDatasets(places);
  return ({ dataset, dataHash, header, until, badRows, reports, tasks = false }) =>
    datasets.read(dataset, dataHash, async (lease) => {
      const symbols = header.instruments.map(({ symbol }) => symbol);
      const calendars = askedCalendars(header);
      const wanted = { symbols, until, badRows, calendars, tasks: reports ?? tasks };
      return watchedSources(await lease.dataset.openSources(wanted), lease);
    });
}

/**
 * The same facts. A file truncated while it is read looks like one that ends, so the content is
 * compared again before the last source reports its end.
 */
function watchedSources(sources: readonly FactSource[], lease: DatasetLease): FactSource[] {
  const goingOn = new Set(sources);
  const closed = new Set<FactSource>();
  const pull = async (source: FactSource) => {
    try {
      const chunk = await source.pull();
      const isLast = chunk === null && goingOn.delete(source) && goingOn.size === 0;
      if (isLast) await lease.requireUnchanged();
      return chunk;
    } catch (error) {
      lease.outdate();
      throw error;
    }
  };
  const close = (source: FactSource): void => {
    if (closed.has(source)) return;
    closed.add(source);
    source.close();
    if (closed.size === sources.length) lease.release();
  };
  return sources.map((source) => ({
    name: source.name,
    rank: source.rank,
    ...(source.live === undefined ? {} : { live: source.live }),
    pull: () => pull(source),
    close: () => close(source),
  }));
}
