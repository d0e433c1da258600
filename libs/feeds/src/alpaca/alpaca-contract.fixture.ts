/** Alpaca as the feed contract requires it: a stream on this machine, in either encoding. */

import { tmpdir } from 'node:os';
import { decode, encode } from '@msgpack/msgpack';
import type { WebSocket } from 'ws';
import type { OpenedFeed } from '../feed.contract.fixture.js';
import { calmClock } from '../feed-clock.fixture.js';
import { connectionOf, describedFeed } from '../feed-description.fixture.js';
import { testServer } from '../socket/socket-server.fixture.js';
import { openAlpacaFeed } from './alpaca-feed.js';
import type { Encoding } from './vendor-message.js';

const credentials = { key: 'the-key-0123456789', secret: 'the-secret-0123456789' };
const env = { APCA_API_KEY_ID: credentials.key, APCA_API_SECRET_KEY: credentials.secret };

export async function openContract(encoding: Encoding): Promise<OpenedFeed> {
  const transmit = (socket: WebSocket, message: object): void =>
    socket.send(encoding === 'json' ? JSON.stringify([message]) : encode([message]));
  const subscribed: WebSocket[] = [];
  const server = await testServer((socket) => {
    transmit(socket, { T: 'success', msg: 'connected' });
    socket.on('message', (data: Buffer) => {
      const request = encoding === 'json' ? JSON.parse(data.toString('utf8')) : decode(data);
      const { action, ...asked } = request as { action: string };
      // A server that echoes what it received, as a faulty one might.
      if (action === 'auth') transmit(socket, { T: 'success', msg: 'authenticated', ...asked });
      else subscribed.push(socket);
      if (action !== 'auth') transmit(socket, { T: 'subscription', ...asked });
    });
  });
  const stream = server.address.replace('/feed', '');
  const description = describedFeed(
    `kind: alpaca\nencoding: ${encoding}\nchannels: [trades]\nstream: ${stream}`,
  );
  const context = { description, directory: tmpdir(), env };
  const feed = await openAlpacaFeed(connectionOf(description, 'alpaca'), context, calmClock());
  return {
    feed,
    send: async (number) => {
      const at = new Date(Date.UTC(2026, 3, 1, 14) + number);
      const t = encoding === 'json' ? at.toISOString() : at;
      const socket = subscribed.at(-1);
      if (socket !== undefined) transmit(socket, { T: 't', S: 'AAA', i: number, p: 10, s: 1, t });
    },
    interrupt: async () => {
      const known = subscribed.length;
      for (const socket of subscribed) socket.terminate();
      while (subscribed.length === known) await new Promise((settle) => setImmediate(settle));
    },
    numberOf: (item) => (item.kind === 'trade' ? Number(item.id) : undefined),
    secrets: Object.values(credentials),
    heldMax: 1,
    keepsWhileAway: false,
    close: async () => server[Symbol.asyncDispose](),
  };
}
