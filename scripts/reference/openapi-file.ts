/**
 * The description of the HTTP interface, from the built gateway: its routes are classes that only a
 * compiler reads.
 */

import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

interface BuiltGateway {
  describeGateway(): Promise<string>;
}

/** `docs/reference/openapi.json` as text. The program has to be built. */
export async function openApiFile(): Promise<string> {
  const built = pathToFileURL(resolve('dist/libs/gateway/src/server/describe-gateway.js')).href;
  const { describeGateway } = (await import(built)) as BuiltGateway;
  return describeGateway();
}
