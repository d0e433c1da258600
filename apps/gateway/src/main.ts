/** The gateway, as a service: HTTP for outside clients, over the topics and the read models. */

import { runGateway } from './run-gateway.js';

await runGateway(process.env);
