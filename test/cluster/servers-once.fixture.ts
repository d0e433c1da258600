/**
 * The broker and the database server that the files of this project share. For a file that neither
 * stops nor configures them, and that has topics and groups under a prefix of its own.
 */

import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import type { ServerName } from './servers-once.setup.js';

/** `host:port` of the broker, started if it has not been yet. */
export const sharedBroker = (): Promise<string> => addressOf('kafka');

/** The address of a new and empty database in the server, started if it has not been yet. */
export async function ownDatabase(): Promise<string> {
  const address = new URL(await addressOf('postgres'));
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  const name = `tapefold_${randomUUID()}`;
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  await client.end();
  address.pathname = name;
  return address.href;
}

/**
 * By a request without a deadline: a server whose programs have to be installed takes
 * minutes to start.
 */
async function addressOf(name: ServerName): Promise<string> {
  const url = `http://127.0.0.1:${inject('serversOnce')}/${name}`;
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    get(url, answered).once('error', failed);
  });
  const said = await text(response);
  if (response.statusCode !== 200) throw new Error(said);
  return said;
}
