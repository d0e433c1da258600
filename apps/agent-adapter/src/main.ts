/**
 * The agent adapter, as a service: agents read their tapes, and their decisions go to
 * `agent.decisions`.
 */

import { openAdapter } from '#pipeline';
import { remoteModels } from '#llm/remote/remote-models';
import {
  modelGatewayToken,
  openServedTools,
  readAgentRegister,
  registeredDatasets,
  runService,
} from '#service-host';
import { kafkaServiceLog } from '#service-host/kafka/kafka-service-log';

await runService({
  name: 'agent-adapter',
  openLog: kafkaServiceLog,
  openProcessor: async ({ config, logger, tracing }) => {
    const tools = await openServedTools({
      host: config.toolsHost,
      port: config.toolsPort,
      address: config.toolsUrl,
      announceTo: config.announceUrl,
      tracing,
      onDue: (due) => logger.info({ run: due.run, due }, 'a decision is due'),
      onRetry: ({ run }, error) =>
        logger.warn({ err: error, run }, 'a decision cannot be posted; retrying'),
    });
    // Texts are read only for tools: an adapter without a register leaves runs with tools waiting.
    const { datasets } = config;
    const places = datasets === undefined ? new Map() : await registeredDatasets(datasets);
    const { modelGatewayUrl: url } = config;
    const models =
      url === undefined ? undefined : remoteModels({ url, token: modelGatewayToken(process.env) });
    const { directory: agentsDirectory } = await readAgentRegister(config.agents);
    return openAdapter(logger, places, {
      asksMax: config.asks,
      tools,
      models,
      agentsDirectory,
      onFailure: (run, error) => logger.error({ err: error, run }, 'a run is waiting'),
    });
  },
});
