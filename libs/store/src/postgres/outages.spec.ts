/**
 * Errors of the driver during an outage are `Unavailable`; errors of a statement stay
 * what they are.
 */

import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { unavailable } from '#values';
import { duringOutage } from '../outages.js';

/**
 * Asks a server that speaks the protocol only as far as `answer` does, which is called
 * for each message.
 */
async function ask(answer: (socket: Socket, message: number) => void): Promise<unknown> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let messages = 0;
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', () => answer(socket, ++messages));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 200 });
  pool.on('error', () => undefined);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await pool.end();
  });
  return duringOutage(() => pool.query('SELECT 1')).catch((error: unknown) => error);
}

const frame = (type: string, body: string): Buffer => {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`, 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
};
const failed = (code: string, text: string): Buffer =>
  frame('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
/** Authenticated, and ready for a query. */
const ready = Buffer.concat([frame('R', '\0\0\0\0'), frame('Z', 'I')]);

describe('an outage', () => {
  it.each<[string, Buffer | null]>([
    ['the database system is starting up', failed('57P03', 'the database system is starting up')],
    ['too many clients', failed('53300', 'too many clients')],
    ['Connection terminated unexpectedly', null],
  ])('is Unavailable when a connection is refused: %s', async (found, answer) => {
    const error = await ask((socket) => (answer === null ? socket.destroy() : socket.end(answer)));
    expect(error).toMatchObject({ code: 'Unavailable', found });
    expect(error).toMatchObject({
      message: expect.stringMatching(/^the database is not available; found /),
    });
  });

  it.each<[string, Buffer | null]>([
    [
      'terminating connection due to administrator command',
      failed('57P01', 'terminating connection due to administrator command'),
    ],
    ['could not serialize access', failed('40001', 'could not serialize access')],
    ['Connection terminated unexpectedly', null],
  ])('is Unavailable in the middle of a statement: %s', async (found, answer) => {
    const error = await ask((socket, message) => {
      if (message === 1) socket.write(ready);
      else if (answer === null) socket.destroy();
      else socket.end(answer);
    });
    expect(error).toMatchObject({ code: 'Unavailable', found });
  });

  it('is Unavailable when nothing listens, or nobody answers', async () => {
    const nothing = new pg.Pool({ host: '127.0.0.1', port: 1 });
    onTestFinished(() => nothing.end());
    await expect(duringOutage(() => nothing.query('SELECT 1'))).rejects.toMatchObject({
      code: 'Unavailable',
      found: 'connect ECONNREFUSED 127.0.0.1:1',
    });
    const silence = await ask(() => undefined);
    expect(silence).toMatchObject({
      code: 'Unavailable',
      found: expect.stringMatching(/connection timeout/),
    });
  });
});

it.each([
  ['42P01', 'relation "runs" does not exist'],
  ['28P01', 'password authentication failed'],
  ['23503', 'a foreign key is violated'],
])('an error of the statement or of the settings is no outage: %s', async (code, message) => {
  const error = await ask((socket, number) =>
    number === 1 ? socket.write(ready) : socket.end(failed(code, message)),
  );
  expect(error).toMatchObject({ name: 'error', code, message });
});

it('a failure that has a code keeps it', async () => {
  const failure = unavailable('timeout exceeded');
  await expect(duringOutage(() => Promise.reject(failure))).rejects.toBe(failure);
});
