/** Scoring, as a service: journals of finished runs become figures on `scores`. */

import { ScoringProcessor } from '#pipeline';
import { registeredSolutions } from '#pipeline/scoring/registered-solutions';
import { registeredDatasets, runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';

await runService({
  name: 'scoring',
  openLog: kafkaServiceLog,
  openProcessor: async ({ config }) => {
    const datasets = await registeredDatasets(config.datasets);
    return new ScoringProcessor({ solutionsOf: registeredSolutions(datasets) });
  },
});
