/** The gateway: scenarios in, runs out, over HTTP; the same for a cluster and for one process that is everything. */

export { defaultLimits, gatewayLimits, type GatewayLimits } from './gateway-limits.js';
export type { Gateway } from './open-gateway.js';
export { startGateway, type GatewayOptions, type StartedGateway } from './start-gateway.js';
