/**
 * Services: a processor between topics, with health, metrics, logs and traces around it,
 * in a framework.
 */

export { readAgentRegister, type AgentRegister } from './config/registered-agents.js';
export { readRegister, registeredDatasets } from './config/registered-datasets.js';
export { readFeedPlaces, readFeedRegister, readFeeds } from './config/registered-feeds.js';
export { databaseUrlWith, modelGatewayToken } from './config/secret-files.js';
export { serviceConfig, type Environment } from './config/service-config.js';
export { showFeeds } from './health/feed-metrics.js';
export { HealthModule } from './health/health.module.js';
export { HealthProbe, type Readiness } from './health/health-probe.js';
export { ServiceMetrics } from './health/service-metrics.js';
export { startProcessor } from './transport/start-processor.js';
export { runService } from './service/run-service.js';
export { runUntilSignal } from './service/run-service.js';
export { frameworkLog, openServiceLog, type ServiceLog } from './log/service-log.js';
export { processClock } from './log/wall-clock.js';
export { topicLayouts } from './service/start-service.js';
export { openServedTools } from './tools/served-tools.js';
