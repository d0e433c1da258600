/** Serves one capability over standard input and output: the process is the capability. */

import type { Readable, Writable } from 'node:stream';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Capability } from '../capability.js';
import { serversOf, type Serving } from './capability-server.js';

export interface StdioServing extends Serving {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** Resolves when the input has ended. Standard output carries the protocol alone. */
export async function serveStdio(
  capability: Capability,
  serving: StdioServing = {},
): Promise<void> {
  const { input = process.stdin, output = process.stdout } = serving;
  const transport = new StdioServerTransport(input, output);
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve);
    output.once('error', () => resolve());
  });
  const server = serve(serversOf(capability, serving), { transport });
  await ended;
  await server.close();
  capability.end();
}
