/**
 * The processors as services run them, in a process each or all in one: over the wall clock,
 * and with a log.
 */

import { processClock, type ServiceLog } from '#service-host';
import { AdapterProcessor, type AdapterOptions } from './adapter/adapter-processor.js';
import { ClockProcessor } from './clock/clock-processor.js';
import { IngestProcessor } from './ingest/ingest-processor.js';
import type { OpenSources } from './ingest/ingest-tape.js';
import type { RecordedFeeds } from './ingest/recorded-feeds.js';
import { registeredDocuments } from './ingest/registered-documents.js';
import { registeredSources } from './ingest/registered-sources.js';

/** Location of each registered data set by its name. */
type Datasets = ReadonlyMap<string, string>;

/** A tape that cannot continue blocks nothing else. The topics report it as well. */
const failing =
  (logger: ServiceLog) =>
  (tape: string, err: unknown): void =>
    logger.error({ err, tape }, 'a tape cannot continue');

export const openClock = (logger: ServiceLog): ClockProcessor =>
  new ClockProcessor(processClock, failing(logger));

/** Live tapes come from feeds, all others from data sets. */
export function openIngest(
  logger: ServiceLog,
  datasets: Datasets,
  feeds: Pick<RecordedFeeds, 'sources'>,
): IngestProcessor {
  const sources = registeredSources(datasets);
  const openSources: OpenSources = (request, written) =>
    request.live === true ? feeds.sources(request, written) : sources(request);
  const onRetry = (tape: string, err: unknown): void =>
    logger.warn({ err, tape }, 'sources cannot be read; retrying');
  return new IngestProcessor(openSources, failing(logger), { wall: processClock, onRetry });
}

/** Modules read neither the data sets nor what else is `hidden`. */
export const openAdapter = (
  logger: ServiceLog,
  datasets: Datasets,
  { hidden = [], ...options }: AdapterOptions,
): AdapterProcessor =>
  new AdapterProcessor({
    ...options,
    hidden: [...hidden, ...datasets.values()],
    documentsOf: registeredDocuments(datasets),
    onPrint: (run, lines) => logger.info({ run, lines }, 'a module prints'),
  });
