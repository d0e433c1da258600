/** The portfolio, as a service: tapes and decisions become journals on `portfolio.events`. */

import { PortfolioProcessor } from '#pipeline';
import { runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';

await runService({
  name: 'portfolio',
  openLog: kafkaServiceLog,
  openProcessor: () => new PortfolioProcessor(),
});
