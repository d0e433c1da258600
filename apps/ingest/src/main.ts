/** Ingest, as a service: the sources of every requested tape go to `market.raw`. */

import { openIngest } from '#pipeline';
import { recordedFeeds } from '#pipeline/ingest/open-recording';
import { readFeedRegister, registeredDatasets, runService, showFeeds } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';

await runService({
  name: 'ingest',
  openLog: kafkaServiceLog,
  openProcessor: async ({ config, logger, metrics }) => {
    const datasets = await registeredDatasets(config.datasets);
    const feeds = await readFeedRegister(config.feeds);
    const register = 'TAPEFOLD_FEEDS of ingest';
    const recorded = recordedFeeds({ feeds, register, frames: config.frames }, logger);
    showFeeds(metrics.registry, () => recorded.statuses());
    return openIngest(logger, datasets, recorded);
  },
});
