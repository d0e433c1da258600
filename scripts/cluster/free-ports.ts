/** Ports that nobody listens on at this moment. */

import { createServer, type Server } from 'node:net';

/** `count` different free ports of 127.0.0.1. All are held until the last is known, so that none comes twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listening(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(closed));
  return ports;
}

export async function isFree(port: number): Promise<boolean> {
  try {
    await closed(await listening(port));
    return true;
  } catch {
    return false;
  }
}

function listening(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
