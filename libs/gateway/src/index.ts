/**
 * The gateway: scenarios in, runs out, over HTTP; the same for a cluster and for an
 * all-in-one process.
 */

export { gatewayLimits } from './providers/gateway-limits.js';
export { startGateway, type GatewayOptions } from './server/start-gateway.js';
