/** Serves one capability over standard input and output: the process is the capability. */

import { Writable, type Readable } from 'node:stream';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Capability } from '../capability.js';
import { serversOf, type Serving } from './capability-server.js';
import { errorText } from './message-defect.js';
import { messageLines } from './message-lines.js';

export interface StdioServing extends Serving {
  readonly input?: Readable;
  /** That of `outputForProtocol` when left out. */
  readonly output?: Writable;
}

/** Resolves when the input has ended. Standard output carries the protocol alone. */
export async function serveStdio(
  capability: Capability,
  serving: StdioServing = {},
): Promise<void> {
  const { input = process.stdin, output = outputForProtocol() } = serving;
  const lines = input.pipe(messageLines(output));
  input.once('close', () => lines.end());
  const transport = new StdioServerTransport(lines, output);
  const ended = new Promise<void>((resolve) => {
    lines.once('end', resolve);
    output.once('error', () => resolve());
  });
  // JSON that is no message.
  const onerror = ({ name }: Error): void => {
    if (name === 'ZodError') output.write(`${errorText(invalidRequest)}\n`);
  };
  const server = serve(serversOf(capability, serving), { transport, onerror });
  await ended;
  await server.close();
  capability.end();
}

const invalidRequest = { code: -32_600, message: 'Invalid Request' };

/** Standard output as only the protocol can reach it: from now on what else is written there goes to standard error. */
export function outputForProtocol(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write: (chunk: Buffer, _, written) => void write(chunk, written),
  });
}
