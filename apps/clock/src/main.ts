/** The clock, as a service: `market.raw` becomes tapes on `market.tape`, each at its pace. */

import { ClockProcessor } from '#pipeline';
import { processClock, runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';

await runService({
  name: 'clock',
  openLog: kafkaServiceLog,
  openProcessor: ({ onFailure }) => new ClockProcessor(processClock, onFailure),
});
