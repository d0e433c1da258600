/** Scoring, as a service: journals of finished runs become figures on `scores`. */

import { ScoringProcessor } from '#pipeline';
import { runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';
import { ScoringModule } from './scoring.module.js';

await runService({
  name: 'scoring',
  module: ScoringModule,
  openLog: kafkaServiceLog,
  openProcessor: () => new ScoringProcessor(),
});
