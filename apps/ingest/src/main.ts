/** Ingest, as a service: the sources of every requested tape go to `market.raw`. */

import { IngestProcessor } from '#pipeline';
import { recordingNow, recordingOpener } from '#pipeline/ingest/open-recording';
import { RecordedFeeds, sourcesOfBoth } from '#pipeline/ingest/recorded-feeds';
import { registeredSources } from '#pipeline/ingest/registered-sources';
import {
  processClock,
  readFeedRegister,
  registeredDatasets,
  runService,
  showFeeds,
} from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';

await runService({
  name: 'ingest',
  openLog: kafkaServiceLog,
  openProcessor: async ({ config, logger, metrics, onFailure, onRetry }) => {
    const datasets = registeredSources(await registeredDatasets(config.datasets));
    const feeds = new RecordedFeeds({
      feeds: await readFeedRegister(config.feeds),
      register: 'TAPEFOLD_FEEDS of ingest',
      frames: config.frames,
      openRecording: recordingOpener(process.env),
      now: recordingNow,
      onUnclosed: (tape, err) => logger.error({ err, tape }, 'a recording was not closed'),
    });
    showFeeds(metrics.registry, () => feeds.statuses());
    const retries = { wall: processClock, onRetry };
    return new IngestProcessor(sourcesOfBoth(datasets, feeds), onFailure, retries);
  },
});
