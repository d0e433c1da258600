/** Serves one capability over standard input and output: the process is the capability. */

import { Transform, Writable, type Readable } from 'node:stream';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Capability } from '../tool/capability.js';
import { serversOf, type Serving } from './capability-server.js';
import { errorText, messageDefect } from './node-exchange.js';

interface StdioServing extends Serving {
  readonly input?: Readable;
  /** Defaults to `outputForProtocol`. */
  readonly output?: Writable;
}

/** Resolves when the input has ended. Standard output carries only the protocol. */
export async function serveStdio(
  capability: Capability,
  serving: StdioServing = {},
): Promise<void> {
  const { input = process.stdin, output = outputForProtocol() } = serving;
  const lines = input.setEncoding('utf8').pipe(messageLines(output));
  input.once('close', () => lines.end());
  const transport = new StdioServerTransport(lines, output);
  const ended = new Promise<void>((resolve) => {
    lines.once('close', resolve);
    output.once('error', () => resolve());
  });
  const server = serve(serversOf(capability, serving), { transport });
  await ended;
  await server.close();
  capability.end();
}

/**
 * Lines of an input, each a message. Answers other lines with their error: the transport
 * would ignore them.
 */
function messageLines(output: Writable): Transform {
  let rest = '';
  return new Transform({
    decodeStrings: false,
    transform(chunk: string, _, done) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const defect = messageDefect(line.trim() || '{}');
        if (defect === undefined) this.push(`${line}\n`);
        else output.write(`${errorText(defect)}\n`);
      }
      done(rest.length > 10_000_000 ? new Error('a line is too long') : null);
    },
  });
}

/** Reserves standard output for the protocol: from now on all other writes go to standard error. */
export function outputForProtocol(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write: (chunk: Buffer, _, written) => void write(chunk, written),
  });
}
