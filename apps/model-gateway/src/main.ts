/**
 * The model gateway, as a service: every model call of a cluster goes through it, and is
 * recorded in Postgres.
 */

import { runModelGateway } from './run-model-gateway.js';

await runModelGateway(process.env);
