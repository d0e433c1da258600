/** A WebSocket server on this machine, for one test. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';

export interface TestServer extends AsyncDisposable {
  readonly address: string;
  /** Connections in the order in which they came. */
  readonly sockets: readonly WebSocket[];
}

/** Calls `greet` with each connection. */
export async function testServer(
  greet: (socket: WebSocket, index: number) => void,
  options: ServerOptions = {},
): Promise<TestServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options });
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => greet(socket, sockets.push(socket) - 1));
  await once(server, 'listening');
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.terminate();
      await new Promise<void>((settle) => server.close(() => settle()));
    },
  };
}
