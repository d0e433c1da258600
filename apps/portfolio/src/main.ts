/** The portfolio, as a service: tapes and decisions become journals on `portfolio.events`. */

import { PortfolioProcessor } from '#pipeline';
import { runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';
import { PortfolioModule } from './portfolio.module.js';

await runService({
  name: 'portfolio',
  module: PortfolioModule,
  openLog: kafkaServiceLog,
  openProcessor: () => new PortfolioProcessor(),
});
