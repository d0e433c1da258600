/** The clock, as a service: `market.raw` becomes tapes on `market.tape`, each at its pace. */

import { openClock } from '#pipeline';
import { runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';

await runService({
  name: 'clock',
  openLog: kafkaServiceLog,
  openProcessor: ({ logger }) => openClock(logger),
});
