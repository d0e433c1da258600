/** Services: a processor between topics, with health, metrics, logs and traces around it, in a framework. */

export { noAgents, readAgentRegister, type AgentRegister } from './config/registered-agents.js';
export { readRegister, registeredDatasets } from './config/registered-datasets.js';
export { readFeedPlaces, readFeedRegister, readFeeds } from './config/registered-feeds.js';
export { databaseUrlWith, modelGatewayToken } from './config/secret-files.js';
export {
  serviceConfig,
  type Environment,
  type LogLevel,
  type OnBroken,
  type ServiceConfig,
} from './config/service-config.js';
export { showFeeds } from './health/feed-metrics.js';
export { HealthModule } from './health/health.module.js';
export { HealthProbe, type Readiness } from './health/health-probe.js';
export { ServiceMetrics } from './health/service-metrics.js';
export { deadLetterOf } from './processing/dead-letter-of.js';
export type { HostState, HostTimes, ProcessorHostOptions } from './processing/host-options.js';
export { ProcessorHost } from './processing/processor-host.js';
export { startProcessor } from './processing/start-processor.js';
export { runService } from './run-service.js';
export { runUntilSignal } from './run-until-signal.js';
export { frameworkLog, openServiceLog, type ServiceLog } from './service-log.js';
export {
  startService,
  type Service,
  type ServiceDefinition,
  type ServiceSurroundings,
  type StartOptions,
} from './start-service.js';
export { processClock } from './wall-clock.js';
export { topicLayouts } from './topic-layouts.js';
export { openTracing, type BatchTracing } from './tracing/batch-tracing.js';
export { openServedTools, type ServedTools } from './tools/served-tools.js';
export { BatchContext } from './transport/batch-context.js';
export { CodedErrorsFilter } from './transport/coded-errors-filter.js';
export { MessageLogStrategy, wholeTopic } from './transport/message-log-strategy.js';
export { TopicReader, type TopicReaderOptions } from './transport/topic-reader.js';
