/** The agent adapter, as a service: agents see their tapes, and their decisions go to `agent.decisions`. */

import { AdapterProcessor } from '#pipeline';
import { runService } from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';
import { AgentAdapterModule } from './agent-adapter.module.js';

await runService({
  name: 'agent-adapter',
  module: AgentAdapterModule,
  openLog: kafkaServiceLog,
  openProcessor: ({ config }) => new AdapterProcessor({ asksMax: config.asks }),
});
