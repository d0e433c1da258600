/** The gateway, as a service: HTTP for everybody outside, over the topics and the read models. */

import { runGateway } from './run-gateway.js';

await runGateway(process.env);
