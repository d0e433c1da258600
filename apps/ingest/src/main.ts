/** Ingest, as a service: the sources of every tape that is asked for go to `market.raw`. */

import { IngestProcessor } from '#pipeline';
import { registeredSources } from '#pipeline/registered-sources';
import { processClock, registeredDatasets, runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';
import { IngestModule } from './ingest.module.js';

await runService({
  name: 'ingest',
  module: IngestModule,
  openLog: kafkaServiceLog,
  openProcessor: async ({ config, onFailure, onRetry }) => {
    const datasets = await registeredDatasets(config.datasets);
    const retries = { wall: processClock, onRetry };
    return new IngestProcessor(registeredSources(datasets), onFailure, retries);
  },
});
