/**
 * A program outside that decides: services post to it what is due, and it works through the tools
 * that they serve.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DecisionDue } from '#agents';

export interface Desk {
  readonly url: string;
  /** In the order in which they came. */
  readonly due: readonly DecisionDue[];
  close(): Promise<void>;
}

/** `decide` takes each decision that is posted. */
export async function openDesk(decide: (due: DecisionDue) => Promise<unknown>): Promise<Desk> {
  const due: DecisionDue[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      response.writeHead(204).end();
      const one = JSON.parse(body) as DecisionDue;
      due.push(one);
      // A worker that dies takes the address along; the next owner of the run asks again.
      decide(one).catch(() => undefined);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/due`,
    due,
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
